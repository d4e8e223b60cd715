/** Figures of a run: percentiles, loads, shares of what it measured. Nothing is judged here. */
@NullMarked
package dev.headroom.run.figures;

import org.jspecify.annotations.NullMarked;
