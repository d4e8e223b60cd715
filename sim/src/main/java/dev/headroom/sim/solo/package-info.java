/**
 * What a flow takes alone on its path, worked out without running it: the yardstick of slowdown.
 * Start with {@link dev.headroom.sim.solo.IdealFctTable}.
 */
@NullMarked
package dev.headroom.sim.solo;

import org.jspecify.annotations.NullMarked;
