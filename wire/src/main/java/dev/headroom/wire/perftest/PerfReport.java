package dev.headroom.wire.perftest;

/** Result of a test. */
public sealed interface PerfReport permits BandwidthResult, LatencyResult, MeanLatencyResult {}
