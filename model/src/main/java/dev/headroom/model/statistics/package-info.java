/**
 * What a few repeated measurements say: means and how far they can be relied on, differences that
 * are paired, many comparisons at once, and effects of several factors. Numbers in, numbers out;
 * nothing here knows of runs, units or terminals.
 *
 * <p>Start with {@link dev.headroom.model.statistics.MeanEstimate} and {@link
 * dev.headroom.model.statistics.PairedDifference}; {@link
 * dev.headroom.model.statistics.FactorialExperiment} is for settings that are varied together.
 */
@NullMarked
package dev.headroom.model.statistics;

import org.jspecify.annotations.NullMarked;
