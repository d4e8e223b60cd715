package dev.headroom.model.knob;

import dev.headroom.unit.Keyword;
import dev.headroom.unit.Length;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;
import dev.headroom.unit.UnitException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Type of a knob's values: its parser, and a printer whose output parses to the same value.
 *
 * @param name what an error message calls it: {@code size}, {@code rate}, {@code whole number}
 * @param example a text that parses
 * @param parser throws {@link UnitException} with what would be right
 * @param printer the inverse of {@code parser}
 * @param words the only values allowed, for a choice; else empty
 */
public record ValueType<T>(
    String name,
    String example,
    Function<String, T> parser,
    Function<T, String> printer,
    List<String> words) {

  /** Functions are equal to themselves alone, and so are types, of which there is one each. */
  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }

  private static final Pattern WHOLE_TEXT = Pattern.compile("\\s*[+-]?[0-9]+(_[0-9]+)*\\s*");
  private static final Pattern NUMBER_TEXT =
      Pattern.compile("[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?%?");

  /** Characters; what is longer is no number that anybody means. */
  private static final int LONGEST_NUMBER = 400;

  public static final ValueType<Size> SIZE =
      new ValueType<>("size", "64KiB", Size::parse, Size::toString, List.of());
  public static final ValueType<Rate> RATE =
      new ValueType<>("rate", "400Gbps", Rate::parse, Rate::toString, List.of());
  public static final ValueType<Time> TIME =
      new ValueType<>("time", "600ns", Time::parse, Time::toString, List.of());
  public static final ValueType<Length> LENGTH =
      new ValueType<>("length", "30m", Length::parse, Length::toString, List.of());
  public static final ValueType<String> TEXT =
      new ValueType<>("text", "a name", Function.identity(), Function.identity(), List.of());
  public static final ValueType<Long> WHOLE =
      new ValueType<>("whole number", "4", ValueType::parseWhole, String::valueOf, List.of());
  public static final ValueType<Double> NUMBER =
      new ValueType<>("number", "0.25", ValueType::parseNumber, String::valueOf, List.of());
  public static final ValueType<Boolean> SWITCH =
      new ValueType<>(
          "true or false",
          "true",
          ValueType::parseSwitch,
          String::valueOf,
          List.of("true", "false"));
  public static final ValueType<List<Size>> SIZES =
      new ValueType<>(
          "sizes",
          "none or 40KB,80KB,160KB",
          ValueType::parseSizes,
          ValueType::printSizes,
          List.of());
  public static final ValueType<PerRateValue<Size>> SIZE_PER_RATE =
      new ValueType<>(
          "size, or sizes by port rate",
          "100KB or 100Gbps=400KB,400Gbps=1600KB",
          text -> PerRateValue.parse(text, Size::parse),
          PerRateValue::toString,
          List.of());
  public static final ValueType<PerRateValue<Double>> NUMBER_PER_RATE =
      new ValueType<>(
          "number, or numbers by port rate",
          "0.2 or 100Gbps=0.2,400Gbps=0.1",
          text -> PerRateValue.parse(text, ValueType::parseNumber),
          PerRateValue::toString,
          List.of());

  private static final List<ValueType<?>> SINGLE =
      List.of(SIZE, RATE, TIME, LENGTH, WHOLE, NUMBER, SWITCH);

  /** Whether a value is a quantity or a switch, and so neither a list nor a block of keys. */
  public boolean single() {
    return SINGLE.contains(this);
  }

  /** One word out of those given. */
  public static ValueType<String> choice(String... words) {
    List<String> allowed = List.of(words);
    return new ValueType<>(
        "one of " + String.join(", ", allowed),
        words[0],
        text -> {
          if (!allowed.contains(text.strip())) {
            throw new UnitException("'" + text + "' is not one of " + String.join(", ", allowed));
          }
          return text.strip();
        },
        Function.identity(),
        allowed);
  }

  /** One of the values of a type. */
  public static <E extends Enum<E> & Keyword> ValueType<E> choice(Class<E> type) {
    return choice(List.of(type.getEnumConstants()));
  }

  /** One of some values. */
  public static <W extends Keyword> ValueType<W> choice(List<W> values) {
    ValueType<String> words = choice(values.stream().map(Keyword::word).toArray(String[]::new));
    return new ValueType<>(
        words.name(),
        words.example(),
        text -> values.get(words.words().indexOf(words.parser().apply(text))),
        Keyword::word,
        words.words());
  }

  private static Long parseWhole(String text) {
    try {
      if (text.length() > LONGEST_NUMBER || !WHOLE_TEXT.matcher(text).matches()) {
        throw new NumberFormatException(text);
      }
      return Long.parseLong(text.strip().replace("_", ""));
    } catch (NumberFormatException e) {
      throw new UnitException("'" + text + "' is not a whole number; write it like 4");
    }
  }

  private static Double parseNumber(String text) {
    try {
      String digits = text.strip();
      // Java's own parser takes NaN and 1d.
      if (digits.length() > LONGEST_NUMBER || !NUMBER_TEXT.matcher(digits).matches()) {
        throw new NumberFormatException(text);
      }
      double number =
          digits.endsWith("%")
              ? Double.parseDouble(digits.substring(0, digits.length() - 1)) / 100
              : Double.parseDouble(digits);
      if (Double.isInfinite(number)) { // as 1e999 is
        throw new NumberFormatException(text);
      }
      return number + 0.0; // -0 is 0, not less
    } catch (NumberFormatException e) {
      throw new UnitException("'" + text + "' is not a number; write it like 0.25 or 25%");
    }
  }

  private static List<Size> parseSizes(String text) {
    return "none".equals(text.strip())
        ? List.of()
        : Arrays.stream(text.split(",", -1)).map(Size::parse).sorted().toList();
  }

  private static String printSizes(List<Size> sizes) {
    return sizes.isEmpty()
        ? "none"
        : sizes.stream().map(Size::toString).collect(Collectors.joining(","));
  }

  private static Boolean parseSwitch(String text) {
    return switch (text.strip()) {
      case "true", "on", "yes" -> true;
      case "false", "off", "no" -> false;
      default -> throw new UnitException("'" + text + "' is neither true nor false");
    };
  }
}
