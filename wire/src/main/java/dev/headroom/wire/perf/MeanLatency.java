package dev.headroom.wire.perf;

/**
 * A latency as perftest reports it that has been measured for a while (its {@code -D}): of all
 * together, without one message's own.
 *
 * @param bytes of a message
 * @param messages that were counted
 * @param meanUs the time that counted by messages, halved where each waits for one to come back
 * @param perSecond messages
 */
public record MeanLatency(long bytes, long messages, double meanUs, double perSecond)
    implements PerfReport {}
