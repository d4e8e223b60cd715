package dev.headroom.sim.measure;

/**
 * Packets that waited at a leaf for credit to one host in one class, in a scheduled fabric of
 * cells.
 *
 * @param node the leaf
 * @param host the host that it waited to be sent to, as a node
 * @param priority class
 * @param packets that waited
 * @param marks packets marked as they left
 * @param peakBytes most that waited at once, in bytes of frames
 */
public record VoqCounts(
    int node, int host, int priority, long packets, long marks, long peakBytes) {}
