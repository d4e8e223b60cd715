/**
 * Search for the settings that serve several objectives best, within constraints.
 *
 * <p>A {@link dev.headroom.tune.search.Search} takes a {@link dev.headroom.tune.space.Space}, a
 * {@link dev.headroom.tune.search.Start} and {@link dev.headroom.tune.search.SearchSettings}. It
 * requests batches of runs from an {@link dev.headroom.tune.search.Evaluator}: a {@link
 * dev.headroom.tune.search.RunRequest} is a candidate under a {@link
 * dev.headroom.tune.search.Condition}, its {@link dev.headroom.tune.search.RunAnswer} has figures,
 * violations of constraints, or the reason of a failure. The package has neither scenarios nor
 * files.
 *
 * <pre>
 *   start:       today's settings, presets, Sobol points         {@code SearchRun}
 *   generations: NSGA-II, whose children a surrogate chooses     {@code GenerationSearch}
 *                a race gives runs to those that may matter      {@code Race}
 *   refinement:  CMA-ES for some weights, above 500 runs         {@code Refinement}
 *   comparison:  finalists and today under unseen conditions     {@code Comparison}
 *                one of them and today under further ones        {@code Confirming}
 * </pre>
 *
 * <p>The {@link dev.headroom.tune.search.SearchResult} has the verdict, the front, the finalists
 * with their differences from today's settings, and the effects of the knobs. A search is a
 * function of its settings and of the answers. {@link dev.headroom.tune.search.RecordedAnswers}
 * continues one that was interrupted, from the answers that {@link
 * dev.headroom.tune.search.SearchListener} was told.
 */
@NullMarked
package dev.headroom.tune.search;

import org.jspecify.annotations.NullMarked;
