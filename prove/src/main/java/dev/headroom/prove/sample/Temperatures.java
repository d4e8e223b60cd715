package dev.headroom.prove.sample;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sensors of the kernel: thermal zones, and chips that drivers register (hwmon). */
final class Temperatures {
  private static final Pattern ZONE = Pattern.compile("sys/class/thermal/thermal_zone(\\d+)/temp");
  private static final Pattern SENSOR =
      Pattern.compile("(sys/class/hwmon/hwmon\\d+)/(temp\\d+)_input");

  /** The kernel has thousandths of a degree. */
  private static final double MILLI = 1e-3;

  private Temperatures() {}

  static void read(
      String path, String text, Map<String, String> files, Map<Series, Double> values) {
    Matcher zone = ZONE.matcher(path);
    if (zone.matches()) {
      String type =
          files.getOrDefault("sys/class/thermal/thermal_zone" + zone.group(1) + "/type", "");
      SampleReader.put(
          values,
          Series.of(
              MetricTable.name("thermal", "zone"), "type", type.strip(), "zone", zone.group(1)),
          SampleReader.number(text) * MILLI);
      return;
    }
    Matcher sensor = SENSOR.matcher(path);
    if (sensor.matches()) {
      String folder = sensor.group(1);
      String chip = files.getOrDefault(folder + "/name", "").strip();
      String number = folder.substring(folder.lastIndexOf('/') + 1);
      SampleReader.put(
          values,
          Series.of(
              MetricTable.name("thermal", "hwmon"),
              "chip",
              chip.isEmpty() ? number : number + "_" + chip,
              "sensor",
              sensor.group(2)),
          SampleReader.number(text) * MILLI);
    }
  }
}
