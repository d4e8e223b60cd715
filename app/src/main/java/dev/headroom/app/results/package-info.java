/**
 * What a run means: measurements in, the figures and the one sentence that a person wants out.
 *
 * <p>{@link dev.headroom.app.results.FlowTally} takes flow results as they come; {@link
 * dev.headroom.app.results.Summary} joins them with the run's {@code RunResult}; {@link
 * dev.headroom.app.results.Ranking} picks the headline. The end screen, {@code results.json}, the
 * report and comparisons all print the same summary.
 */
@NullMarked
package dev.headroom.app.results;

import org.jspecify.annotations.NullMarked;
