/**
 * RDMA on the wire: RoCEv2, InfiniBand and iWARP packets, capture files, and an endpoint that
 * speaks RoCEv2.
 *
 * <p>Bytes stay in their {@link java.lang.foreign.MemorySegment}s. {@code packet} reads and writes
 * headers, {@code iwarp} reads RDMA in TCP, {@code capture} has pcap and pcapng files, {@code
 * explain} analyzes captures, and {@code verbs} has the API of an endpoint. Start at {@link
 * dev.headroom.wire.packet.FrameHeaders} or {@link dev.headroom.wire.explain.CaptureAnalyzer}. The
 * module uses neither the simulator nor a terminal.
 */
@NullMarked
package dev.headroom.wire;

import org.jspecify.annotations.NullMarked;
