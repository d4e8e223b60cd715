/**
 * Headers of Ethernet, IP, UDP and InfiniBand, read and written in place, with ICRC and VCRC.
 *
 * <p>A header is a set of functions over a segment and an offset: nothing is copied or allocated.
 * Start at {@link dev.headroom.wire.packet.FrameHeaders}, which finds the headers of a frame. Field
 * layouts follow the InfiniBand Architecture Specification, volume 1 (cited as IBA with the
 * section), and its annexes A16 (RoCE) and A17 (RoCEv2).
 */
@NullMarked
package dev.headroom.wire.packet;

import org.jspecify.annotations.NullMarked;
