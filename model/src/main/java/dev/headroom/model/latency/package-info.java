/**
 * What a small message from the memory of one GPU to that of another, on two hosts, spends its time
 * on: components with a source each, which add up to the picosecond.
 *
 * <p>Pure arithmetic; a run of the simulator is another thing. Start with {@link
 * dev.headroom.model.latency.LatencyWaterfall}.
 */
@NullMarked
package dev.headroom.model.latency;

import org.jspecify.annotations.NullMarked;
