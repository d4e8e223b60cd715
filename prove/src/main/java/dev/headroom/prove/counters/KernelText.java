package dev.headroom.prove.counters;

import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of the forms in which the kernel and {@code ethtool -S} write numbers. */
public final class KernelText {
  private static final Pattern RATE = Pattern.compile("([0-9]+(?:\\.[0-9]+)?) Gb/sec.*");
  private static final Pattern SPEED = Pattern.compile("([0-9]+(?:\\.[0-9]+)?) GT/s.*");
  private static final Pattern AER_TOTAL = Pattern.compile("(?m)^TOTAL_ERR_\\w+ ([0-9]{1,18})$");
  private static final double GIGA = 1e9;

  private KernelText() {}

  /** Rate of an RDMA port in bits a second: {@code 400 Gb/sec (4X NDR)}. */
  public static OptionalDouble bitsPerSecond(String text) {
    return giga(RATE, text);
  }

  /** Speed of a PCIe link in transfers a second of each lane: {@code 32.0 GT/s PCIe}. */
  public static OptionalDouble transfersPerSecond(String text) {
    return giga(SPEED, text);
  }

  /** Sum of a file of PCIe's advanced error reporting: its line {@code TOTAL_ERR_COR 4}. */
  public static OptionalLong aerTotal(String text) {
    Matcher total = AER_TOTAL.matcher(text);
    return total.find() ? OptionalLong.of(Long.parseLong(total.group(1))) : OptionalLong.empty();
  }

  /**
   * Gives the name and the value of each line of {@code ethtool -S}, without blanks around them.
   * Thousands come with each sample, so it uses no pattern.
   */
  public static void statistics(String text, BiConsumer<String, String> each) {
    int from = 0;
    while (from < text.length()) {
      int found = text.indexOf('\n', from);
      int end = found < 0 ? text.length() : found;
      int colon = text.indexOf(": ", from);
      if (colon > 0 && colon < end) {
        each.accept(text.substring(from, colon).strip(), text.substring(colon + 2, end).strip());
      }
      from = end + 1;
    }
  }

  private static OptionalDouble giga(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text.strip());
    return matcher.matches()
        ? OptionalDouble.of(Double.parseDouble(matcher.group(1)) * GIGA)
        : OptionalDouble.empty();
  }
}
