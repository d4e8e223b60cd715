/**
 * The switch: shared buffer with the XOFF threshold, ECN marking, trimming, and the telemetry that
 * it writes for congestion control. Start at {@link dev.headroom.sim.switching.Switch}.
 */
@NullMarked
package dev.headroom.sim.switching;

import org.jspecify.annotations.NullMarked;
