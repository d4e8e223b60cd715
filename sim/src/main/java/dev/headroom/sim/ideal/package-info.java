/**
 * What a flow takes alone on its path, worked out without running it: the yardstick of slowdown.
 * Start with {@link dev.headroom.sim.ideal.IdealFctTable}.
 */
@NullMarked
package dev.headroom.sim.ideal;

import org.jspecify.annotations.NullMarked;
