/**
 * Calculators of {@code headroom calc NAME}: options in, a {@link
 * dev.headroom.app.json.Calculation} out. The formulas are pure functions of {@code model} and
 * {@code congestion}.
 *
 * <p>To add one, extend {@link dev.headroom.app.calc.Calculator} and name the class in {@link
 * dev.headroom.app.calc.CalcCommand}. Text, {@code --json}, {@code --help} and errors follow from
 * that. {@link dev.headroom.app.calc.IbTimeoutCalculator} is a short example.
 */
@NullMarked
package dev.headroom.app.calc;

import org.jspecify.annotations.NullMarked;
