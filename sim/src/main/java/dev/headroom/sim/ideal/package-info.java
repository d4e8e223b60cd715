/**
 * Ideal flow completion times: the time of a flow alone on its path, computed without a run.
 * Slowdown is relative to it. Start at {@link dev.headroom.sim.ideal.IdealFctTable}.
 */
@NullMarked
package dev.headroom.sim.ideal;

import org.jspecify.annotations.NullMarked;
