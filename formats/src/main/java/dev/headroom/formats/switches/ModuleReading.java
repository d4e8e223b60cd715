package dev.headroom.formats.switches;

import dev.headroom.formats.fact.ValueParser;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.TextLine;
import java.util.List;
import java.util.Map;

/**
 * Sensor reading of a port's transceiver, with the four limits that the module was made for.
 * Switches mark a value beyond a limit with {@code ++}, {@code +}, {@code -} or {@code --}; those
 * that mark nothing leave the comparison to the reader.
 *
 * @param port as the switch names it
 * @param lane {@code lane-2-}, or blank for the module as a whole
 * @param sensor {@code rx-power}
 * @param value a number, -inf of light that is none, or N/A where it is not measured
 * @param mark of a value beyond a limit, else blank
 * @param limits by name, such as {@code low-alarm}; may be empty
 */
public record ModuleReading(
    String port,
    String lane,
    String sensor,
    String value,
    String mark,
    Map<String, String> limits) {

  /** What the marks stand for, in the legend that NX-OS, EOS and IOS print. */
  private static final Map<String, String> MARKS =
      Map.of("++", "high-alarm", "+", "high-warning", "--", "low-alarm", "-", "low-warning");

  private static final List<String> KINDS =
      List.of("high-alarm", "high-warning", "low-alarm", "low-warning");

  public static boolean isMark(String word) {
    return MARKS.containsKey(word);
  }

  /** A number, or that there is none. */
  public static boolean isValue(String word) {
    return word.matches("N/?A|[+-]?\\d{1,6}(\\.\\d{1,6})?");
  }

  /** The reading, its limits, and for each limit whether the value is beyond it. */
  public void addFacts(TextLine line, FactSink sink) {
    String key = "module." + lane + sensor;
    if (!mark.isEmpty()) {
      sink.add(line, SwitchPortSubject.of(port), key + ".mark", mark);
    }
    limits.forEach((kind, limit) ->
        sink.add(line, SwitchPortSubject.of(port), key + "-" + kind + "-threshold", limit));
    judge(line, sink);
  }

  /** The reading, and for each limit, which other lines tell, whether the value is beyond it. */
  public void judge(TextLine line, FactSink sink) {
    String key = "module." + lane + sensor;
    sink.add(line, SwitchPortSubject.of(port), key, value);
    boolean measured = !Double.isNaN(number(value));
    for (String kind : KINDS) {
      boolean beyond = kind.equals(MARKS.get(mark)) || isBeyond(kind);
      if (measured && (beyond || limits.containsKey(kind))) {
        sink.add(line, SwitchPortSubject.of(port), key + "-" + kind, beyond ? "On" : "Off");
      }
    }
  }

  /** A module whose two limits are the same has none: vendors leave them zero. */
  private boolean isBeyond(String kind) {
    String level = kind.substring(kind.indexOf('-'));
    double low = limit("low" + level);
    double high = limit("high" + level);
    double read = number(value);
    return low < high && (kind.startsWith("low") ? read < low : read > high);
  }

  private double limit(String kind) {
    return number(limits.getOrDefault(kind, ""));
  }

  /** No light at all is minus infinity dBm. */
  private static double number(String text) {
    return text.equals("-inf")
        ? Double.NEGATIVE_INFINITY
        : ValueParser.decimal(text).orElse(Double.NaN);
  }
}
