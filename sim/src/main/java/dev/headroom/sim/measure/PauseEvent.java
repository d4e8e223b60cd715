package dev.headroom.sim.measure;

/**
 * A PFC frame reached a port.
 *
 * @param atPs when its last bit arrived
 * @param node the node that received it
 * @param port its port
 * @param priority the class
 * @param xoff pause; else resume
 */
public record PauseEvent(long atPs, int node, int port, int priority, boolean xoff) {}
