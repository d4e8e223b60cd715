package dev.headroom.tune.space;

import dev.headroom.formats.setting.KnobQuantity;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.PerRateValue;
import dev.headroom.model.knob.ValueType;
import dev.headroom.unit.Length;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;
import dev.headroom.unit.UnitException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Text of a knob's values: amount of a text in the base unit of the knob's quantity, and the text
 * of an amount. Each value has one text.
 *
 * @param knob the knob
 * @param quantity its quantity
 */
record KnobText(Knob<?> knob, KnobQuantity quantity) {
  private static final Map<ValueType<?>, KnobQuantity> QUANTITIES =
      Map.of(
          ValueType.SIZE, KnobQuantity.SIZE,
          ValueType.SIZE_PER_RATE, KnobQuantity.SIZE,
          ValueType.TIME, KnobQuantity.TIME,
          ValueType.RATE, KnobQuantity.RATE,
          ValueType.LENGTH, KnobQuantity.LENGTH,
          ValueType.WHOLE, KnobQuantity.NUMBER,
          ValueType.NUMBER, KnobQuantity.NUMBER,
          ValueType.NUMBER_PER_RATE, KnobQuantity.NUMBER);

  /** Of a knob with a quantity; empty for words, lists and switches. */
  static Optional<KnobText> of(Knob<?> knob) {
    return Optional.ofNullable(QUANTITIES.get(knob.type()))
        .map(quantity -> new KnobText(knob, quantity));
  }

  /** The amount of a text; empty if it is no single value of the knob's type. */
  OptionalDouble amount(String text) {
    try {
      return amount(knob.type().parser().apply(text));
    } catch (UnitException e) {
      return OptionalDouble.empty();
    }
  }

  private static OptionalDouble amount(Object value) {
    return switch (value) {
      case Size size -> OptionalDouble.of(size.bytes());
      case Time time -> OptionalDouble.of(time.ps());
      case Rate rate -> OptionalDouble.of(rate.bps());
      case Length length -> OptionalDouble.of(length.millimetres());
      case Long whole -> OptionalDouble.of(whole);
      case Double number -> OptionalDouble.of(number);
      case PerRateValue<?> rates when rates.byRate().size() == 1 ->
          amount(rates.byRate().firstEntry().getValue());
      default -> OptionalDouble.empty();
    };
  }

  /** The nearest amount that a text can say: only numbers have fractions. */
  double rounded(double amount) {
    return quantity == KnobQuantity.NUMBER && !knob.type().equals(ValueType.WHOLE)
        ? amount
        : Math.rint(amount);
  }

  /** The text of an amount. */
  String print(double amount) {
    long whole = Math.round(amount);
    return switch (quantity) {
      case SIZE -> new Size(whole).toString();
      case TIME -> new Time(whole).toString();
      case RATE -> new Rate(whole).toString();
      case LENGTH -> new Length(whole).toString();
      case NUMBER -> KnobQuantity.NUMBER.print(amount);
    };
  }

  /** Whether the knob takes a text. */
  boolean accepts(String text) {
    return accepts(knob, text);
  }

  /** Whether a knob takes a text. */
  static <T> boolean accepts(Knob<T> knob, String text) {
    try {
      return knob.outside(knob.type().parser().apply(text)).isEmpty();
    } catch (UnitException e) {
      return false;
    }
  }
}
