/**
 * Ultra Ethernet's transport (UET; Ultra Ethernet specification 1.0), as the simulator of its
 * consortium runs it.
 *
 * <p>{@link dev.headroom.sim.uet.UetContexts} has the connections of a run, and {@link
 * dev.headroom.sim.uet.UetEndpoint} their handling at a host. {@link
 * dev.headroom.sim.uet.UetSender} and {@link dev.headroom.sim.uet.UetReceiver} are the two ends of
 * a packet delivery context, with a class for each delivery mode. An {@link
 * dev.headroom.sim.uet.EntropySource} chooses the path of each packet.
 */
@NullMarked
package dev.headroom.sim.uet;

import org.jspecify.annotations.NullMarked;
