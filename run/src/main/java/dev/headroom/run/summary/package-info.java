/**
 * What a run means: measurements in, the figures and the one sentence that a person wants out.
 *
 * <p>{@link dev.headroom.run.figures.FlowStatistics} takes flow results as they come; {@link
 * dev.headroom.run.summary.RunSummary} joins them with the run's {@code RunResult}; {@link
 * dev.headroom.run.summary.HeadlineSelector} picks the headline. The end screen, {@code
 * results.json}, the report and comparisons all print the same summary.
 */
@NullMarked
package dev.headroom.run.summary;

import org.jspecify.annotations.NullMarked;
