/** Trials: a scenario with settings and a seed, run once, and the row of figures that it leaves. */
@NullMarked
package dev.headroom.tune.trial;

import org.jspecify.annotations.NullMarked;
