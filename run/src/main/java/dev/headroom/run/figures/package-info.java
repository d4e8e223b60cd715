/** Figures of a run: percentiles, loads and shares of its measurements, without a judgement. */
@NullMarked
package dev.headroom.run.figures;

import org.jspecify.annotations.NullMarked;
