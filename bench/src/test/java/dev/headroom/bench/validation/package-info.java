/**
 * Validation tests: results of the simulator beside those of others, for the figures of {@code
 * docs/validation.md}.
 *
 * <p>Inputs and results of other simulators are beside the checkout, in {@code
 * ../shared/reference}; without them these tests are skipped with a message. {@code
 * -Dheadroom.validation=full} runs as many seeds as the published figures; without it the long runs
 * use a few. Every measured row is compared with {@code docs/validation/data}.
 */
@NullMarked
package dev.headroom.bench.validation;

import org.jspecify.annotations.NullMarked;
