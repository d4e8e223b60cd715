/**
 * Headers of Ethernet, IP, UDP and InfiniBand, read and written in place.
 *
 * <p>A header is a set of functions over a segment and the offset where it begins; nothing is
 * copied and nothing allocated. {@link dev.headroom.wire.packet.FrameHeaders} finds out which
 * headers a frame has and where, and is where to start. Field layouts are those of the InfiniBand
 * Architecture Specification, volume 1 (cited as IBA with the section), and its annexes A16 (RoCE)
 * and A17 (RoCEv2).
 */
@NullMarked
package dev.headroom.wire.packet;

import org.jspecify.annotations.NullMarked;
