/**
 * Hosts, and what all transports have in common: a NIC that serves connections in turn, and flows
 * that start and end.
 *
 * <p>{@link dev.headroom.sim.host.Host} is a device of the fabric; {@link
 * dev.headroom.sim.host.HostRegistry} is all of them, and starts flows when it is time. Start
 * there. A {@link dev.headroom.sim.host.Transport} carries the flows: it has a {@link
 * dev.headroom.sim.host.TransportEndpoint} at each host, whose connections are {@link
 * dev.headroom.sim.host.PacketSender}s.
 */
@NullMarked
package dev.headroom.sim.host;

import org.jspecify.annotations.NullMarked;
