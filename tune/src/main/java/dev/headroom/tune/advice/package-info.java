/**
 * Advice for a fabric that does not exist yet: its design, traffic that it is tested with, and the
 * settings that formulas and runs recommend. Start at {@link dev.headroom.tune.advice.AdviceRun}.
 */
@NullMarked
package dev.headroom.tune.advice;

import org.jspecify.annotations.NullMarked;
