/**
 * Sizing formulas: timers, windows, thresholds, frames, traffic marks.
 *
 * <p>All are pure functions of numbers and units, without a scenario. An argument out of range is
 * an {@link java.lang.IllegalArgumentException} with the valid range. Start at {@link
 * dev.headroom.model.sizing.AckTimeout}.
 */
@NullMarked
package dev.headroom.model.sizing;

import org.jspecify.annotations.NullMarked;
