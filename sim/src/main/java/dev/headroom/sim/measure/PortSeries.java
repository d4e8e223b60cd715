package dev.headroom.sim.measure;

/**
 * Time series of one port.
 *
 * @param node the node
 * @param port its port
 * @param queueBytes egress queue of all classes at each sample
 * @param sentBytes frame bytes sent since the sample before
 * @param paused whether any class was paused, at each sample
 */
public record PortSeries(
    int node, int port, long[] queueBytes, long[] sentBytes, boolean[] paused) {}
