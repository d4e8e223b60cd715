package dev.headroom.formats.switches;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Fill level of a queue, in the unit of the configuration: a threshold of a marking curve.
 *
 * @param amount 0 or more, in this unit
 */
public record QueueDepth(double amount, DepthUnit unit) {
  private record Scale(DepthUnit unit, double factor) {}

  private static final Map<String, Scale> SCALES =
      Map.ofEntries(
          Map.entry("", new Scale(DepthUnit.BYTES, 1)),
          Map.entry("b", new Scale(DepthUnit.BYTES, 1)),
          Map.entry("bytes", new Scale(DepthUnit.BYTES, 1)),
          Map.entry("kb", new Scale(DepthUnit.BYTES, 1e3)),
          Map.entry("kbytes", new Scale(DepthUnit.BYTES, 1e3)),
          Map.entry("mb", new Scale(DepthUnit.BYTES, 1e6)),
          Map.entry("mbytes", new Scale(DepthUnit.BYTES, 1e6)),
          Map.entry("percent", new Scale(DepthUnit.PERCENT, 1)),
          Map.entry("microseconds", new Scale(DepthUnit.MICROSECONDS, 1)),
          Map.entry("milliseconds", new Scale(DepthUnit.MICROSECONDS, 1e3)),
          Map.entry("segments", new Scale(DepthUnit.SEGMENTS, 1)));

  /** {@code 300 kbytes}, {@code 1.43 MB}, {@code 3 milliseconds}; empty for another unit. */
  public static Optional<QueueDepth> parse(String number, String unit) {
    Scale scale = SCALES.get(unit.toLowerCase(Locale.ROOT));
    return scale == null || !number.matches("\\d{1,15}(\\.\\d{1,6})?")
        ? Optional.empty()
        : Optional.of(new QueueDepth(Double.parseDouble(number) * scale.factor(), scale.unit()));
  }

  public static QueueDepth bytes(double amount) {
    return new QueueDepth(amount, DepthUnit.BYTES);
  }

  public boolean isBytes() {
    return unit == DepthUnit.BYTES;
  }

  /** {@code 250000 bytes}. */
  public String text() {
    String number = amount == Math.rint(amount) ? "%.0f".formatted(amount) : "" + amount;
    return number + " " + unit.text();
  }
}
