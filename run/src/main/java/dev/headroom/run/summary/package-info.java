/**
 * Summary of a run: the measurements in; the figures and one headline out.
 *
 * <p>{@link dev.headroom.run.figures.FlowStatistics} collects flow results, {@link
 * dev.headroom.run.summary.RunSummary} joins them with the run's {@code RunResult}, and {@link
 * dev.headroom.run.summary.HeadlineSelector} picks the headline. The screen, {@code results.json},
 * the report and comparisons print the same summary.
 */
@NullMarked
package dev.headroom.run.summary;

import org.jspecify.annotations.NullMarked;
