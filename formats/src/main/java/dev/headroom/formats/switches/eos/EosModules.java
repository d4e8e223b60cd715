package dev.headroom.formats.switches.eos;

import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.TextLine;
import dev.headroom.formats.switches.ModuleReading;
import dev.headroom.formats.switches.SwitchPortSubject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Transceivers of one JSON document of Arista EOS. {@code show interfaces transceiver | json} has
 * one reading of each sensor in the object of its port, {@code detail} their limits below {@code
 * details}, and {@code dom thresholds} readings of each lane and their limits below {@code
 * parameters}. Limits stand before or behind what they hold for, so readings wait for the end.
 */
final class EosModules {
  private static final String PORT = "(?:^|\\|)interfaces" + EosJson.PORT;

  private static final Pattern READINGS = Pattern.compile(PORT + "$");
  private static final Pattern LANES =
      Pattern.compile(PORT + "\\|parameters\\|(\\w{1,40})\\|channels$");
  private static final Pattern LIMITS =
      Pattern.compile(
          PORT
              + "\\|(?:details\\|(?<whole>\\w{1,40})|parameters\\|(?<lanes>\\w{1,40})\\|threshold)$");

  private static final Map<String, String> SENSORS =
      Map.of(
          "rxPower", "rx-power",
          "txPower", "tx-power",
          "txBias", "current",
          "temperature", "temperature",
          "voltage", "voltage");

  private static final Map<String, String> KINDS =
      Map.of(
          "highAlarm", "high-alarm",
          "highWarn", "high-warning",
          "lowAlarm", "low-alarm",
          "lowWarn", "low-warning");

  private final List<Waiting> readings = new ArrayList<>();
  private final Map<String, Map<String, String>> limits = new HashMap<>();

  /** Takes a member of an object: a limit is said at once, a reading is kept. */
  void take(TextLine line, String path, String key, String value, FactSink sink) {
    if (!path.contains("interfaces|") || value.isEmpty() || value.endsWith("...}")) {
      return;
    }
    Matcher lanes = LANES.matcher(path);
    Matcher limit = LIMITS.matcher(path);
    Matcher reading = READINGS.matcher(path);
    if (lanes.find()) {
      String lane = key.matches("\\d{1,2}") ? "lane-" + key + "-" : "";
      keep(line, lanes.group(1), lane, lanes.group(2), value);
    } else if (KINDS.containsKey(key) && limit.find()) {
      String of = limit.group("whole") == null ? limit.group("lanes") : limit.group("whole");
      limit(line, limit.group(1), of, KINDS.get(key), value, sink);
    } else if (SENSORS.containsKey(key) && reading.find()) {
      keep(line, reading.group(1), "", key, value);
    }
  }

  private void keep(TextLine line, String port, String lane, String sensor, String value) {
    if (SENSORS.containsKey(sensor)) {
      readings.add(new Waiting(line, port, lane, SENSORS.get(sensor), value));
    }
  }

  private void limit(
      TextLine line, String port, String of, String kind, String value, FactSink sink) {
    if (SENSORS.containsKey(of)) {
      String sensor = SENSORS.get(of);
      limits.computeIfAbsent(at(port, sensor), _ -> new LinkedHashMap<>()).put(kind, value);
      sink.add(
          line, SwitchPortSubject.of(port), "module." + sensor + "-" + kind + "-threshold", value);
    }
  }

  /** Says all readings, each against its limits. */
  void finish(FactSink sink) {
    for (Waiting each : readings) {
      Map<String, String> its = limits.getOrDefault(at(each.port(), each.sensor()), Map.of());
      new ModuleReading(each.port(), each.lane(), each.sensor(), each.value(), "", its)
          .judge(each.line(), sink);
    }
    readings.clear();
  }

  private static String at(String port, String sensor) {
    return port + " " + sensor;
  }

  private record Waiting(TextLine line, String port, String lane, String sensor, String value) {}
}
