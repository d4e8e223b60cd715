/**
 * AWS's Scalable Reliable Datagram, as far as it is published (Shalev et al., IEEE Micro 2020):
 * packets sprayed over many paths, placed in any order, and resent on another path. Order is the
 * task of the layer above. Unpublished parts are marked as ours in the code.
 *
 * <p>{@link dev.headroom.sim.srd.SrdSender} and {@link dev.headroom.sim.srd.SrdReceiver} are the
 * two ends of a connection; {@link dev.headroom.sim.srd.PathRtts} holds the round-trip times of its
 * paths.
 */
@NullMarked
package dev.headroom.sim.srd;

import org.jspecify.annotations.NullMarked;
