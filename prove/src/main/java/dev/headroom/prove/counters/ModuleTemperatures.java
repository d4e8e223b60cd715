package dev.headroom.prove.counters;

import dev.headroom.formats.ethernet.EthtoolReader;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.read.FactReader;
import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Temperatures of an optical module, in degrees Celsius; empty where it does not say.
 *
 * @param now the module's
 * @param highWarning above which the module warns by its own threshold
 */
public record ModuleTemperatures(OptionalDouble now, OptionalDouble highWarning) {
  private static final FactReader READER = new FactReader(List.of(new EthtoolReader()), List.of());
  private static final Pattern DEGREES =
      Pattern.compile("\\s*(-?[0-9]+(?:\\.[0-9]+)?) degrees C\\b.*");
  private static final String NOW = "module.module-temperature";
  private static final String WARNING = NOW + "-high-warning-threshold";

  /** Those in the output of {@code ethtool -m} for an interface. */
  public static ModuleTemperatures of(String netdev, String output) {
    String command = "ethtool -m " + netdev;
    OptionalDouble now = OptionalDouble.empty();
    OptionalDouble warning = OptionalDouble.empty();
    for (Fact fact : READER.read(FactSource.of(command), "$ " + command + "\n" + output).facts()) {
      switch (fact.key()) {
        case NOW -> now = degrees(fact.value());
        case WARNING -> warning = degrees(fact.value());
        default -> {
          // power, voltages and the like
        }
      }
    }
    return new ModuleTemperatures(now, warning);
  }

  private static OptionalDouble degrees(String text) {
    Matcher matcher = DEGREES.matcher(text);
    return matcher.matches()
        ? OptionalDouble.of(Double.parseDouble(matcher.group(1)))
        : OptionalDouble.empty();
  }
}
