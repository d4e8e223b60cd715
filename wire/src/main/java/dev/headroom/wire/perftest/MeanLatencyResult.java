package dev.headroom.wire.perftest;

/**
 * Mean latency as perftest reports it for a test by duration (its {@code -D}): over all messages
 * together, without single times.
 *
 * @param bytes of a message
 * @param messages that were counted
 * @param meanUs the time that counted by messages, halved where each waits for one to come back
 * @param perSecond messages
 */
public record MeanLatencyResult(long bytes, long messages, double meanUs, double perSecond)
    implements PerfReport {}
