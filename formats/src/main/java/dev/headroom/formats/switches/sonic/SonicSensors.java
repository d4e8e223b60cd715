package dev.headroom.formats.switches.sonic;

import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.KeySlug;
import dev.headroom.formats.read.LabelledField;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.TextLine;
import dev.headroom.formats.switches.ModuleReading;
import dev.headroom.formats.switches.SwitchPortSubject;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sensors of one module as SONiC prints them: {@code RX1Power: -3.8595dBm} and, further down, the
 * limits for all lanes, {@code RxPowerLowAlarm : -11.9044dBm}.
 *
 * @param port as the switch names it
 * @param limits of each sensor, by kind
 */
record SonicSensors(String port, Map<String, Map<String, String>> limits) {
  private static final Pattern LANE = Pattern.compile("([RT])X(\\d{1,2})(Power|Bias)");
  private static final Pattern LIMIT =
      Pattern.compile("(ELS )?([RT]xPower|TxBias|Temp|Vcc)(High|Low)(Alarm|Warning)");
  private static final Pattern OF_MODULE = Pattern.compile("(ELS )?(Temperature|Vcc)");
  private static final Pattern VALUE =
      Pattern.compile("(-inf|N/A|[+-]?\\d{1,6}(?:\\.\\d{1,6})?) ?(?:dBm|mA|mW|C|Volts)?");

  /** Limits stand below the readings: they are looked for first. */
  static SonicSensors of(LineBlock block, String port) {
    Map<String, Map<String, String>> limits = new HashMap<>();
    for (TextLine line : block) {
      LabelledField.of(line.text())
          .ifPresent(field -> {
            Matcher limit = LIMIT.matcher(field.label());
            Matcher value = VALUE.matcher(field.value());
            if (limit.matches() && value.matches()) {
              limits
                  .computeIfAbsent(sensorOf(limit), _ -> new LinkedHashMap<>())
                  .put(kind(limit), value.group(1));
            }
          });
    }
    return new SonicSensors(port, limits);
  }

  /** Whether the line was a reading or a limit. */
  boolean addsReading(TextLine line, FactSink sink) {
    LabelledField field = LabelledField.of(line.text()).orElse(new LabelledField("none", ""));
    Matcher value = VALUE.matcher(field.value());
    if (!value.matches()) {
      return false;
    }
    Matcher lane = LANE.matcher(field.label());
    Matcher module = OF_MODULE.matcher(field.label());
    Matcher limit = LIMIT.matcher(field.label());
    if (limit.matches()) {
      String key = "module." + sensorOf(limit) + "-" + kind(limit) + "-threshold";
      sink.add(line, SwitchPortSubject.of(port), key, value.group(1));
      return true;
    }
    if (lane.matches()) {
      String sensor = sensor(lane.group(1) + "x " + lane.group(3));
      reading("lane-" + lane.group(2) + "-", sensor, value.group(1)).judge(line, sink);
      return true;
    }
    if (module.matches()) {
      reading("", prefix(module.group(1)) + sensor(module.group(2)), value.group(1))
          .judge(line, sink);
      return true;
    }
    return false;
  }

  private ModuleReading reading(String lane, String sensor, String value) {
    return new ModuleReading(port, lane, sensor, value, "", limits.getOrDefault(sensor, Map.of()));
  }

  private static String sensorOf(Matcher limit) {
    String name = limit.group(2).replaceFirst("^([RT]x)", "$1 ");
    return prefix(limit.group(1)) + sensor(name);
  }

  /** Of a laser outside of the module, which optics in the switch's own package have. */
  private static String prefix(String source) {
    return source == null ? "" : "els-";
  }

  private static String kind(Matcher limit) {
    return (limit.group(3) + "-" + limit.group(4)).toLowerCase(Locale.ROOT);
  }

  /** By the names that readers of other switches give them. */
  static String sensor(String name) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "tx power" -> "tx-power";
      case "rx power" -> "rx-power";
      case "tx bias" -> "current";
      case "temp", "temperature" -> "temperature";
      case "vcc" -> "voltage";
      default -> KeySlug.of(name);
    };
  }
}
