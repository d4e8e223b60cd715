package dev.headroom.formats.fact;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Parser of numbers and of yes or no in texts. Whatever is neither is empty, never zero. */
public final class ValueParser {
  private static final Pattern DECIMAL =
      Pattern.compile("[+-]?(\\d{1,30}(\\.\\d{0,30})?|\\.\\d{1,30})([eE][+-]?\\d{1,3})?");

  private ValueParser() {}

  /** A whole number in tens, or with 0x in sixteens, of 64 bits without a sign at most. */
  public static Optional<Long> wholeNumber(String text) {
    String plain = text.strip();
    try {
      if (plain.startsWith("0x") || plain.startsWith("0X")) {
        return Optional.of(Long.parseUnsignedLong(plain.substring(2), 16));
      }
      return Optional.of(
          plain.startsWith("-") ? Long.parseLong(plain) : Long.parseUnsignedLong(plain));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  public static Optional<Double> decimal(String text) {
    String plain = text.strip();
    return DECIMAL.matcher(plain).matches() ? Optional.of(Double.valueOf(plain)) : Optional.empty();
  }

  public static Optional<Boolean> flag(String text) {
    return switch (text.strip().toLowerCase(Locale.ROOT)) {
      case "on", "+", "1", "yes", "y", "true", "enabled", "enable", "active" -> Optional.of(true);
      case "off", "-", "0", "no", "n", "false", "disabled", "disable", "inactive" ->
          Optional.of(false);
      default -> Optional.empty();
    };
  }
}
