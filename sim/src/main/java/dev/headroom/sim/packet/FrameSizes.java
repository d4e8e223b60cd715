package dev.headroom.sim.packet;

/**
 * Frame sizes that the fabric needs.
 *
 * @param overhead preamble and gap
 * @param gap how much of it follows the frame
 * @param pause bytes of a PFC frame
 * @param largest bytes of the largest frame
 */
public record FrameSizes(int overhead, int gap, int pause, int largest) {}
