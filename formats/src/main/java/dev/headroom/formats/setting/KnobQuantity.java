package dev.headroom.formats.setting;

import dev.headroom.unit.Length;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;
import dev.headroom.unit.UnitException;
import java.math.BigDecimal;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;

/** Quantity of a knob, with the text that scenarios write it in. */
public enum KnobQuantity {
  /** In bytes. */
  SIZE(bytes -> Math.round(bytes) + "B", text -> Size.parse(text).bytes()),
  /** In picoseconds. */
  TIME(ps -> new Time(Math.round(ps)).toString(), text -> Time.parse(text).ps()),
  /** In bits per second. */
  RATE(bps -> new Rate(Math.round(bps)).toString(), text -> Rate.parse(text).bps()),
  /** In millimetres. */
  LENGTH(mm -> new Length(Math.round(mm)).toString(), text -> Length.parse(text).millimetres()),
  /** Without a unit. */
  NUMBER(KnobQuantity::decimal, Double::parseDouble);

  @SuppressWarnings("ImmutableEnumChecker") // only ever functions without a state
  private final DoubleFunction<String> printer;

  @SuppressWarnings("ImmutableEnumChecker") // only ever functions without a state
  private final ToDoubleFunction<String> parser;

  KnobQuantity(DoubleFunction<String> printer, ToDoubleFunction<String> parser) {
    this.printer = printer;
    this.parser = parser;
  }

  /** The text of a scenario for an amount in this quantity's base unit. */
  public String print(double amount) {
    return printer.apply(amount);
  }

  /** The amount in the base unit; empty if the text is not of this quantity. */
  public OptionalDouble parse(String text) {
    try {
      return OptionalDouble.of(parser.applyAsDouble(text.strip()));
    } catch (UnitException | NumberFormatException e) {
      return OptionalDouble.empty();
    }
  }

  /** Without exponent and without zeros at its end: {@code 0.1}, {@code 3}. */
  static String decimal(double number) {
    return number == Math.rint(number) && Math.abs(number) < 1e15
        ? String.valueOf((long) number)
        : new BigDecimal(String.valueOf(number)).toPlainString();
  }
}
