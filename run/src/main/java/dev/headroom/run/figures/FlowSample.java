package dev.headroom.run.figures;

/**
 * Sample of finished flows.
 *
 * @param bytes size of each
 * @param slowdown of each
 * @param all whether these are all of them
 */
public record FlowSample(long[] bytes, double[] slowdown, boolean all) {}
