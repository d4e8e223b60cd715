/**
 * Latency waterfall of a small message between the memory of two GPUs on two hosts: components with
 * a source each, which add up to the picosecond.
 *
 * <p>The package is pure arithmetic, apart from the simulator. Start at {@link
 * dev.headroom.model.latency.LatencyWaterfall}.
 */
@NullMarked
package dev.headroom.model.latency;

import org.jspecify.annotations.NullMarked;
