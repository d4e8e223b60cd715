package dev.headroom.formats.setting;

import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** Values that a device takes for a setting, and the knob's value of each. */
public sealed interface SettingScale {

  /**
   * The knob's value, as scenarios write it.
   *
   * @param written as the device's language writes it
   * @param relation to another setting of the device
   * @param reference the other setting, in the base unit of its knob
   * @return empty if the text is not a value of this scale
   */
  Optional<String> toKnob(String written, SettingRelation relation, double reference);

  /**
   * The nearest value that the device takes.
   *
   * @param knob as scenarios write it
   * @return empty if the device has no value near it
   */
  Optional<String> toDevice(String knob, SettingRelation relation, double reference);

  /** Some values of it, among them the ends of its range. */
  List<String> samples();

  /**
   * Numbers in steps.
   *
   * @param least the least value, in this unit
   * @param most the greatest value
   * @param step the distance between neighbouring values, from the least one
   * @param isCapped whether the greatest value is the nearest to all that are greater
   */
  record Steps(SettingUnit unit, double least, double most, double step, boolean isCapped)
      implements SettingScale {
    @Override
    public Optional<String> toKnob(String written, SettingRelation relation, double reference) {
      OptionalDouble value = number(written);
      return value.isEmpty()
          ? Optional.empty()
          : Optional.of(
              quantity(relation)
                  .print(relation.toKnob(unit.toKnob(value.getAsDouble()), reference)));
    }

    @Override
    public Optional<String> toDevice(String knob, SettingRelation relation, double reference) {
      OptionalDouble amount = quantity(relation).parse(knob);
      if (amount.isEmpty()) {
        return Optional.empty();
      }
      double exact = unit.toDevice(relation.toDevice(amount.getAsDouble(), reference));
      double near = least + Math.rint((exact - least) / step) * step;
      double nearest = isCapped ? Math.min(near, most) : near;
      return nearest < least - step / 2 || nearest > most + step / 2 || Double.isNaN(nearest)
          ? Optional.empty()
          : Optional.of(KnobQuantity.decimal(Math.rint(nearest * 1e6) / 1e6));
    }

    @Override
    public List<String> samples() {
      double middle = least + Math.rint((most - least) / 2 / step) * step;
      double second = Math.min(most, least + step);
      return Stream.of(least, second, middle, most)
          .map(value -> KnobQuantity.decimal(Math.rint(value * 1e6) / 1e6))
          .toList();
    }

    /** The amount in the base unit of the quantity; NaN if the text is not a number. */
    public double amount(String written) {
      return number(written).stream().map(unit::toKnob).findFirst().orElse(Double.NaN);
    }

    /** An amount in the base unit of the quantity, in the device's unit and not rounded. */
    public String written(double amount) {
      return KnobQuantity.decimal(Math.rint(unit.toDevice(amount) * 1e6) / 1e6);
    }

    /** A share of another amount has no unit, and a number of intervals is a time. */
    private KnobQuantity quantity(SettingRelation relation) {
      return switch (relation.kind()) {
        case SHARE -> KnobQuantity.NUMBER;
        case TIMES -> KnobQuantity.TIME;
        case NONE, MINUS, BELOW -> unit.quantity();
      };
    }

    /** Drivers print some numbers in hexadecimal. */
    private static OptionalDouble number(String written) {
      String text = written.strip().toLowerCase(Locale.ROOT);
      if (text.matches("0x[0-9a-f]{1,8}")) {
        return OptionalDouble.of(Long.parseLong(text.substring(2), 16));
      }
      return text.matches("-?\\d{1,15}(\\.\\d{1,9})?")
          ? OptionalDouble.of(Double.parseDouble(text))
          : OptionalDouble.empty();
    }
  }

  /**
   * Words, or numbers that stand for something else.
   *
   * @param words the knob's value by the device's word; of two words for one value the first is
   *     written
   */
  record Words(Map<String, String> words) implements SettingScale {
    public Words {
      words = Collections.unmodifiableMap(new LinkedHashMap<>(words));
    }

    /** Word, value, word, value, and so on. */
    static Words of(String... pairs) {
      Map<String, String> words = new LinkedHashMap<>();
      for (int i = 0; i + 1 < pairs.length; i += 2) {
        words.put(pairs[i], pairs[i + 1]);
      }
      return new Words(words);
    }

    @Override
    public Optional<String> toKnob(String written, SettingRelation relation, double reference) {
      return Optional.ofNullable(words.get(written.strip()));
    }

    @Override
    public Optional<String> toDevice(String knob, SettingRelation relation, double reference) {
      return words.entrySet().stream()
          .filter(each -> each.getValue().equals(knob))
          .map(Map.Entry::getKey)
          .findFirst()
          .or(() -> nearest(knob));
    }

    /** Of words for numbers the one whose number is nearest by ratio, at most a factor of 1.5. */
    private Optional<String> nearest(String knob) {
      OptionalDouble wanted = KnobQuantity.NUMBER.parse(knob);
      return wanted.isEmpty() || wanted.getAsDouble() <= 0
          ? Optional.empty()
          : words.entrySet().stream()
              .filter(each -> distance(each.getValue(), wanted.getAsDouble()) <= Math.log(1.5))
              .min(
                  Comparator.comparingDouble(
                      each -> distance(each.getValue(), wanted.getAsDouble())))
              .map(Map.Entry::getKey);
    }

    private static double distance(String number, double wanted) {
      OptionalDouble value = KnobQuantity.NUMBER.parse(number);
      return value.isEmpty() || value.getAsDouble() <= 0
          ? Double.POSITIVE_INFINITY
          : Math.abs(Math.log(value.getAsDouble() / wanted));
    }

    @Override
    public List<String> samples() {
      return List.copyOf(words.keySet());
    }
  }

  /** Numbers from {@code least} to {@code most} in steps of 1. */
  static SettingScale whole(SettingUnit unit, double least, double most) {
    return new Steps(unit, least, most, 1, false);
  }

  /** The same; what is above the range becomes {@code most}. */
  static SettingScale wholeUpTo(SettingUnit unit, double least, double most) {
    return new Steps(unit, least, most, 1, true);
  }

  /** Numbers in other steps. */
  static SettingScale steps(SettingUnit unit, double least, double most, double step) {
    return new Steps(unit, least, most, step, false);
  }

  /** Word, value, word, value, and so on. */
  static SettingScale words(String... pairs) {
    return Words.of(pairs);
  }

  /** 1 and 0 for on and off. */
  static SettingScale flag() {
    return Words.of("0", "false", "1", "true", "0x0", "false", "0x1", "true");
  }
}
