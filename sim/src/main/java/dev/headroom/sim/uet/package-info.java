/**
 * Ultra Ethernet's transport (UET; Ultra Ethernet specification 1.0) as its consortium's own
 * simulator runs it.
 *
 * <p>{@link dev.headroom.sim.uet.UetContexts} is all of a run, and {@link
 * dev.headroom.sim.uet.UetEndpoint} what it does at a host. A {@link
 * dev.headroom.sim.uet.UetSender} and a {@link dev.headroom.sim.uet.UetReceiver} are the two ends
 * of a packet delivery context, of one kind for each mode of delivery; an {@link
 * dev.headroom.sim.uet.EntropySource} chooses the way of each packet.
 */
@NullMarked
package dev.headroom.sim.uet;

import org.jspecify.annotations.NullMarked;
