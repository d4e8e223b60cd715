package dev.headroom.app.perftest;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Size option {@code -s} of perftest: bytes, or with K and M 2^10 and 2^20 of them ({@code parser}
 * of its perftest_parameters.c, which knows no other unit).
 */
public final class PerftestSize implements ITypeConverter<Integer> {
  private static final Pattern FORM = Pattern.compile("([0-9]{1,10})(.*)");

  @Override
  public Integer convert(String text) {
    Matcher form = FORM.matcher(text);
    Optional<Long> factor = form.matches() ? factor(form.group(2)) : Optional.empty();
    if (factor.isEmpty()) {
      throw new TypeConversionException(
          "'"
              + text
              + "' is not a size; perftest accepts bytes, or K (1024) and M (1048576) in "
              + "capitals: 65536, 64K or 1M");
    }
    long bytes = Long.parseLong(form.group(1)) * factor.get();
    if (bytes > Integer.MAX_VALUE) {
      throw new TypeConversionException("'" + text + "' exceeds perftest's maximum, 2147483647");
    }
    return (int) bytes;
  }

  private static Optional<Long> factor(String unit) {
    return switch (unit) {
      case "" -> Optional.of(1L);
      case "K" -> Optional.of(1L << 10);
      case "M" -> Optional.of(1L << 20);
      default -> Optional.empty();
    };
  }
}
