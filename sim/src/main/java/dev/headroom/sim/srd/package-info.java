/**
 * AWS's Scalable Reliable Datagram, as far as it is published (Shalev et al., IEEE Micro 2020):
 * packets sprayed over many ways, placed as they come, and sent again another way; order is left to
 * the layer above. What is not published is marked as ours where it stands.
 *
 * <p>{@link dev.headroom.sim.srd.SrdSender} and {@link dev.headroom.sim.srd.SrdReceiver} are the
 * two ends of a connection, {@link dev.headroom.sim.srd.PathRtts} is what it knows of its ways.
 */
@NullMarked
package dev.headroom.sim.srd;

import org.jspecify.annotations.NullMarked;
