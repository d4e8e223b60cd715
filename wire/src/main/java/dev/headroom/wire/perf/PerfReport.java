package dev.headroom.wire.perf;

/** Result of a test. */
public sealed interface PerfReport permits Bandwidth, Latency, MeanLatency {}
