package dev.headroom.wire.perf;

/** Result of a test. */
public sealed interface PerfReport permits BandwidthResult, LatencyResult, MeanLatencyResult {}
