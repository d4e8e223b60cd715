package dev.headroom.sim.measure;

/**
 * Period for which a port was paused by its peer.
 *
 * @param node the node that was paused
 * @param port its port
 * @param by the node that paused it
 * @param priority the class
 * @param fromPs when it took effect
 * @param toPs when it ended, by XON or expiry, or the end of the run
 */
public record PauseSpan(int node, int port, int by, int priority, long fromPs, long toPs) {}
