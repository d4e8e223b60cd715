/**
 * What RDMA looks like on a wire: RoCEv2, InfiniBand and iWARP packets, files of them, and an
 * endpoint that speaks RoCEv2.
 *
 * <p>Bytes come in as {@link java.lang.foreign.MemorySegment}s and stay where they are; out go
 * their meanings, or bytes that other implementations accept. {@code packet} reads and writes
 * headers, {@code iwarp} what iWARP puts into TCP, {@code capture} pcap and pcapng files; {@code
 * explain} says what a capture shows. Start at {@link dev.headroom.wire.packet.FrameHeaders} or
 * {@link dev.headroom.wire.explain.CaptureAnalyzer}. Nothing here knows the simulation or a
 * terminal.
 */
@NullMarked
package dev.headroom.wire;

import org.jspecify.annotations.NullMarked;
