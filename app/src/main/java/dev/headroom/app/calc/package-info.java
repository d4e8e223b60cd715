/**
 * The calculators behind {@code headroom calc NAME}: options in, a {@link
 * dev.headroom.app.json.Calculation} out. The formulas themselves are pure functions of {@code
 * model} and {@code congestion}; here they get their options, their words and their sources.
 *
 * <p>To add one: extend {@link dev.headroom.app.calc.Calculator} in a class of this package, name
 * its options, return the calculation, and name the class in {@link
 * dev.headroom.app.calc.CalcCommand}. Text, {@code --json}, {@code --help} and errors come with
 * that. {@link dev.headroom.app.calc.IbTimeoutCalculator} is a short one to start from.
 */
@NullMarked
package dev.headroom.app.calc;

import org.jspecify.annotations.NullMarked;
