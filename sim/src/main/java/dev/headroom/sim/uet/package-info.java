/**
 * Ultra Ethernet's transport (UET; Ultra Ethernet specification 1.0) as its consortium's own
 * simulator runs it: reliable unordered delivery over sprayed packets.
 *
 * <p>{@link dev.headroom.sim.uet.UetSender} and {@link dev.headroom.sim.uet.UetReceiver} are the
 * two ends of a packet delivery context; an {@link dev.headroom.sim.uet.EntropySource} chooses the
 * way of each packet.
 */
@NullMarked
package dev.headroom.sim.uet;

import org.jspecify.annotations.NullMarked;
