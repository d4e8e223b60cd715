package dev.headroom.formats.switches;

import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.Line;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code show interfaces transceiver dom thresholds | json} of Arista EOS: readings of each lane,
 * and limits that hold for all of them, in either order; so readings wait for the end of the
 * document.
 */
public final class EosModules {
  private static final Pattern PATH =
      Pattern.compile(
          "(?:^|\\|)interfaces\\|([A-Z][\\w/-]{1,40})\\|parameters\\|(rxPower|txPower|txBias|temperature|voltage)\\|(channels|threshold)$");

  private static final Map<String, String> SENSORS =
      Map.of(
          "rxPower", "rx-power",
          "txPower", "tx-power",
          "txBias", "current",
          "temperature", "temperature",
          "voltage", "voltage");

  private static final Map<String, String> LIMITS =
      Map.of(
          "highAlarm", "high-alarm",
          "highWarn", "high-warning",
          "lowAlarm", "low-alarm",
          "lowWarn", "low-warning");

  private final List<Waiting> readings = new ArrayList<>();
  private final Map<String, Map<String, String>> limits = new HashMap<>();

  /** Takes a member of an object: a limit is said at once, a reading is kept. */
  public void take(Line line, String path, String key, String value, FactSink sink) {
    if (!path.contains("|parameters|")) {
      return;
    }
    Matcher of = PATH.matcher(path);
    if (!of.find()) {
      return;
    }
    String sensor = SENSORS.getOrDefault(of.group(2), of.group(2));
    if (of.group(3).equals("channels")) {
      String lane = key.matches("\\d{1,2}") ? "lane-" + key + "-" : "";
      readings.add(new Waiting(line, of.group(1), lane, sensor, value));
    } else if (LIMITS.containsKey(key)) {
      String kind = LIMITS.get(key);
      limits.computeIfAbsent(at(of.group(1), sensor), _ -> new LinkedHashMap<>()).put(kind, value);
      String name = "module." + sensor + "-" + kind + "-threshold";
      sink.say(line, PortName.of(of.group(1)), name, value);
    }
  }

  /** Says all readings, each against its limits. */
  public void finish(FactSink sink) {
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

  private record Waiting(Line line, String port, String lane, String sensor, String value) {}
}
