package dev.headroom.sim.collective;

import dev.headroom.sim.fabric.NetworkDevice;
import java.util.function.IntUnaryOperator;

/**
 * Hosts at which the messages of schedules are posted.
 *
 * @param hosts each host
 * @param poster the host that posts a flow: its source, or its destination, which reads
 * @param signalDelayPs what a word from one end of a flow to the other takes: that there is
 *     something to read, or that it has been read
 */
public record PostingHosts(NetworkDevice[] hosts, IntUnaryOperator poster, long signalDelayPs) {}
