/**
 * Hosts, and the parts that all transports share: a NIC that serves connections in turn, and flows
 * that start and end.
 *
 * <p>{@link dev.headroom.sim.host.Host} is a device of the fabric. {@link
 * dev.headroom.sim.host.HostRegistry} holds all hosts and starts their flows; start there. A {@link
 * dev.headroom.sim.host.Transport} carries the flows: it has a {@link
 * dev.headroom.sim.host.TransportEndpoint} at each host, whose connections are {@link
 * dev.headroom.sim.host.PacketSender}s.
 */
@NullMarked
package dev.headroom.sim.host;

import org.jspecify.annotations.NullMarked;
