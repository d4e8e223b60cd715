package dev.headroom.wire.perf;

/** What a test measured. */
public sealed interface PerfReport permits Bandwidth, Latency, MeanLatency {}
