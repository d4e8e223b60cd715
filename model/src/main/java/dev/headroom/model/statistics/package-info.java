/**
 * Statistics of a few repeated measurements: means with confidence intervals, paired differences,
 * multiple comparisons, and effects of several factors.
 *
 * <p>The package has no runs, units or terminals. Start at {@link
 * dev.headroom.model.statistics.MeanEstimate} and {@link
 * dev.headroom.model.statistics.PairedDifference}; {@link
 * dev.headroom.model.statistics.FactorialExperiment} is for settings that vary together.
 */
@NullMarked
package dev.headroom.model.statistics;

import org.jspecify.annotations.NullMarked;
