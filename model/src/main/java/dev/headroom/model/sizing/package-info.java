/**
 * Formulas that size one thing from others: timers, windows, thresholds, frames, marks of traffic.
 *
 * <p>Pure functions of numbers and units; nothing here knows a scenario. An argument out of range
 * is an {@link java.lang.IllegalArgumentException} that says what would be right. Start with {@link
 * dev.headroom.model.sizing.AckTimeout}.
 */
@NullMarked
package dev.headroom.model.sizing;

import org.jspecify.annotations.NullMarked;
