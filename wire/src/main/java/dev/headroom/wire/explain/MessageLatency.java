package dev.headroom.wire.explain;

/**
 * Latency of messages: from the first packet to the ACK or response that completed it, as seen
 * where the capture was made.
 *
 * @param messages how many were timed; 0 where nothing answers (UC) or it was not captured
 */
public record MessageLatency(long messages, long medianNs, long p99Ns, long mostNs) {}
