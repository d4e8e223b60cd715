/**
 * Our results beside those of others: the figures of {@code docs/validation.md}.
 *
 * <p>Inputs and results of other simulators lie beside the checkout, in {@code
 * ../shared/reference}, and not in it; where they are absent these tests are skipped, saying so.
 * {@code -Dheadroom.validation=full} runs as many seeds as the published figures stand for; without
 * it the long runs are made with a few. Every row that was measured is written to {@code
 * target/validation}.
 */
@NullMarked
package dev.headroom.bench.validation;

import org.jspecify.annotations.NullMarked;
