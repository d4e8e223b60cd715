package dev.headroom.formats.hpcc;

/**
 * A line of a {@code ports.txt}, which an instrumented build of that simulator writes: what a
 * switch port was given to send over a run.
 *
 * @param node id of the switch
 * @param port its port, from 0; the file counts from 1
 * @param bytes all classes but 0, so data and ACKs
 * @param dataBytes of packets over 100 B, so data but for very short last packets
 */
public record HpccPortBytes(int node, int port, long bytes, long dataBytes) {}
