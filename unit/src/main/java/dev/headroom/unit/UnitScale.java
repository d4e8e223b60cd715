package dev.headroom.unit;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Scale of units of one quantity: their names with their factors, largest first. Parsing is exact:
 * a decimal fraction is multiplied out and must come to a whole number of base units.
 */
final class UnitScale {
  private static final Pattern QUANTITY =
      Pattern.compile("\\s*([+-]?[0-9]+(?:_[0-9]+)*(?:\\.[0-9]+)?)\\s*([A-Za-zµ/]*)\\s*");

  /** Characters; a quantity of more is a slip, and as a number costs their square. */
  private static final int LONGEST = 100;

  private final String quantity;
  private final String examples;
  private final Map<String, Long> factors = new LinkedHashMap<>();
  private final Map<String, Long> aliases = new LinkedHashMap<>();

  UnitScale(String quantity, String examples) {
    this.quantity = quantity;
    this.examples = examples;
  }

  /** A unit that is printed; call in descending order of factor. */
  UnitScale unit(String name, long factor) {
    factors.put(name, factor);
    return this;
  }

  /** A spelling that is read but never printed. */
  UnitScale alias(String name, long factor) {
    aliases.put(name, factor);
    return this;
  }

  List<String> units() {
    List<String> names = new ArrayList<>(factors.keySet());
    names.addAll(aliases.keySet());
    return names;
  }

  long parse(String text) {
    long simple = simple(text);
    return simple >= 0 ? simple : decimal(text);
  }

  /** What most people write and flow lists are full of, such as 4096B or 2.5us; -1 for all else. */
  private long simple(String text) {
    int at = 0;
    long amount = 0;
    long parts = 0; // by which the amount is to be divided; 0 before the point
    while (at < text.length() && at < 10) {
      char c = text.charAt(at);
      if (isDigit(c)) {
        amount = 10 * amount + (c - '0');
        parts *= 10;
      } else if (c == '.' && at > 0 && parts == 0) {
        parts = 1;
      } else {
        break;
      }
      at++;
    }
    Long factor = at == 0 || parts == 1 ? null : factors.get(text.substring(at));
    if (factor == null || amount > Long.MAX_VALUE / factor) {
      return -1;
    }
    long units = amount * factor;
    return parts == 0 ? units : units % parts == 0 ? units / parts : -1;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private long decimal(String text) {
    Matcher matcher = QUANTITY.matcher(text);
    if (text.length() > LONGEST || !matcher.matches()) {
      throw new UnitException(
          "'" + text + "' is not a " + quantity + "; write it like " + examples);
    }
    String unit = matcher.group(2);
    if (unit.isEmpty()) {
      throw new UnitException(
          "'" + text + "' has no unit; a " + quantity + " is written like " + examples);
    }
    Long factor = factors.getOrDefault(unit, aliases.get(unit));
    if (factor == null) {
      throw new UnitException(
          "'"
              + unit
              + "' is not a unit of "
              + quantity
              + "; use one of "
              + String.join(", ", factors.keySet())
              + meant(matcher.group(1), unit));
    }
    try {
      return new BigDecimal(matcher.group(1).replace("_", ""))
          .multiply(BigDecimal.valueOf(factor))
          .setScale(0, RoundingMode.UNNECESSARY)
          .longValueExact();
    } catch (ArithmeticException e) {
      throw new UnitException(
          "'" + text + "' is not a whole number of " + smallest() + " that fits in 63 bits");
    }
  }

  /**
   * Which unit a word is but for its case, as in 100kb, or which ones begin so, as in 400G or 64M:
   * nothing is guessed of what is counted. With the amount, so that it can be copied.
   */
  private String meant(String amount, String wrong) {
    String start = wrong.toLowerCase(Locale.ROOT);
    List<String> beginning =
        factors.keySet().stream()
            .filter(unit -> unit.toLowerCase(Locale.ROOT).startsWith(start))
            .toList();
    return beginning.stream()
        .filter(wrong::equalsIgnoreCase)
        .findFirst()
        .map(List::of)
        .or(() -> Optional.of(beginning).filter(few -> !few.isEmpty() && few.size() <= 2))
        .map(units ->
            "; did you mean '%s'?"
                .formatted(
                    String.join("' or '", units.stream().map(unit -> amount + unit).toList())))
        .orElse("");
  }

  /**
   * The largest unit that gives at most three decimals, so that what is printed reads back equal.
   * Powers of two must come out whole: 400000 B is 400KB, not 390.625KiB.
   */
  String print(long value) {
    for (Map.Entry<String, Long> unit : factors.entrySet()) {
      long factor = unit.getValue();
      int most = Long.bitCount(factor) == 1 ? 1 : 1_000;
      if (Math.abs(value) >= factor && value % factor * most % factor == 0) {
        return value / factor
            + decimals((int) (Math.abs(value % factor) * most / factor))
            + unit.getKey();
      }
    }
    return value + smallest();
  }

  /** Thousandths behind the point, without zeros at the end; nothing for none. */
  private static String decimals(int thousandths) {
    String digits = Integer.toString(1_000 + thousandths).substring(1);
    int length = digits.length();
    while (length > 0 && digits.charAt(length - 1) == '0') {
      length--;
    }
    return length == 0 ? "" : "." + digits.substring(0, length);
  }

  private String smallest() {
    String last = "";
    for (String name : factors.keySet()) {
      last = name;
    }
    return last;
  }
}
