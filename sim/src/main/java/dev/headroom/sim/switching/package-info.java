/**
 * The switch: admission to its shared buffer, marking, trimming, and what it writes into packets
 * for congestion control. Start with {@link dev.headroom.sim.switching.Switch}.
 */
@NullMarked
package dev.headroom.sim.switching;

import org.jspecify.annotations.NullMarked;
