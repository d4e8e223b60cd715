package dev.headroom.formats.switches.table;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.IgnoredLine;
import dev.headroom.formats.read.KeySlug;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import dev.headroom.formats.switches.ModuleReading;
import dev.headroom.formats.switches.SwitchPortSubject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code show interfaces transceiver} of Arista EOS, a row with all sensors of each port.
 * With {@code detail} it is a table for each sensor with its limits. Cisco IOS and SONiC ({@code
 * show interfaces transceiver dom}) print the second one too, with a column for the lane and the
 * limits in another order.
 */
public final class TransceiverTableReader extends FormatReader {
  /** Over the limits, from left to right. */
  private static final Pattern LIMITS =
      Pattern.compile(
          "\\s+(?:Optical\\s+)?((?:High|Low) (?:Alarm|Warn(?:ing)?)(?:\\s+(?:High|Low) (?:Alarm|Warn(?:ing)?)){3})\\s*");

  private static final Pattern LIMIT = Pattern.compile("(High|Low) (Alarm|Warn)");
  private static final Pattern SENSOR =
      Pattern.compile(
          "\\s+(Temperature|Voltage|(?:Bias )?Current|(?:Tx|Rx|Transmit|Receive) Power)(?:\\s+Threshold){4}\\s*");
  private static final Pattern COLUMNS =
      Pattern.compile(
          "\\s*Port\\s+(Lane\\s+)?(\\((?:Celsius|Volts|mA|milliamperes|dBm|Watts)\\)(?:\\s+\\((?:Celsius|Volts|mA|milliamperes|dBm|Watts)\\)){0,7})(?:\\s+Last Update)?\\s*");
  private static final Pattern SENSORS =
      Pattern.compile(
          "\\s+Temp(?:erature)?\\s+Voltage(?:\\s+Current)?\\s+Tx Power\\s+Rx Power(?:\\s+Max Power)?\\s*");
  private static final String LEGEND =
      "\\s*(?:mA: milliamperes|\\+\\+ ?: high alarm|N/?A(?: or N/A)?: not applicable|If device is externally calibrated"
          + "|A2D readouts|The threshold values are calibrated).*";

  private static final Pattern FIRST = Pattern.compile(LEGEND);
  private static final Pattern PORT =
      Pattern.compile("[A-Z][A-Za-z]{1,30}\\d{1,4}(?:/\\d{1,4}){0,3}");
  private static final Subject TABLE = new Subject(SubjectKind.ITEM, "transceivers");

  public TransceiverTableReader() {
    super(
        FormatKind.of(
            "transceiver-table",
            "sensors of a switch's transceivers, and their limits",
            "show interfaces transceiver, show interfaces transceiver detail of EOS",
            IgnoredLine.of("\\s*-{3,}(\\s+-{3,})*\\s*", "ruler"),
            IgnoredLine.of("\\s*(Bias\\s+)?Optical\\s+Optical\\s*", "heading"),
            IgnoredLine.of(LEGEND, "legend")));
  }

  @Override
  protected List<String> clues() {
    return List.of(
        "mA: milliamperes",
        "high alarm",
        "not applicable",
        "If device is externally calibrated",
        "A2D readouts",
        "The threshold values are calibrated",
        " Voltage ",
        "Alarm ",
        "Port");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return text.length() < 200
        && (FIRST.matcher(text).matches()
            ? heads(document, at, 10)
            : ((text.contains(" Voltage ") && SENSORS.matcher(text).matches())
                    || (text.contains("Alarm ") && LIMITS.matcher(text).matches())
                    || (text.contains("(") && COLUMNS.matcher(text).matches()))
                && heads(document, at, 2));
  }

  /** Whether the columns are named here or so many lines below. */
  private static boolean heads(SourceLines document, int at, int below) {
    for (int i = at; i <= at + below; i++) {
      if (COLUMNS.matcher(document.text(i)).matches()) {
        return document.text(i + 1).strip().startsWith("---");
      }
    }
    return false;
  }

  @Override
  protected boolean continues(TextLine line) {
    String text = line.text();
    return text.length() < 200
        && (LIMITS.matcher(text).matches()
            || SENSOR.matcher(text).matches()
            || COLUMNS.matcher(text).matches()
            || FIRST.matcher(text).matches()
            || text.strip().startsWith("---"));
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    List<String> limits = List.of();
    List<String> sensors = List.of();
    boolean lanes = false;
    for (TextLine line : block) {
      String text = line.text();
      Matcher heading = LIMITS.matcher(text);
      Matcher sensor = SENSOR.matcher(text);
      Matcher columns = COLUMNS.matcher(text);
      if (heading.matches()) {
        limits = limits(heading.group(1));
        sink.add(line, TABLE, "limits", String.join(" ", limits));
      } else if (sensor.matches()) {
        sensors = List.of(sensor(sensor.group(1)));
        sink.add(line, TABLE, "sensor", sensors.getFirst());
      } else if (SENSORS.matcher(text).matches()) {
        limits = List.of();
        sensors = List.of();
        sink.add(line, TABLE, "sensors", text.strip());
      } else if (columns.matches()) {
        lanes = columns.group(1) != null;
        sensors = limits.isEmpty() ? ofUnits(columns.group(2)) : sensors;
        sink.add(line, TABLE, "columns", text.strip());
      } else {
        row(line, lanes, sensors, limits, sink);
      }
    }
  }

  private static List<String> limits(String heading) {
    List<String> limits = new ArrayList<>();
    Matcher limit = LIMIT.matcher(heading);
    while (limit.find()) {
      limits.add(
          limit.group(1).toLowerCase(Locale.ROOT)
              + (limit.group(2).equals("Alarm") ? "-alarm" : "-warning"));
    }
    return limits;
  }

  private static String sensor(String name) {
    return switch (name) {
      case "Transmit Power" -> "tx-power";
      case "Receive Power" -> "rx-power";
      case "Bias Current" -> "current";
      default -> KeySlug.of(name);
    };
  }

  /** Of the first light that is told of, it is sent; of the second, it is received. */
  private static List<String> ofUnits(String units) {
    List<String> sensors = new ArrayList<>();
    for (String unit : units.split("\\s+")) {
      switch (unit) {
        case "(Celsius)" -> sensors.add("temperature");
        case "(Volts)" -> sensors.add("voltage");
        case "(mA)", "(milliamperes)" -> sensors.add("current");
        case "(Watts)" -> sensors.add("max-power");
        case "(dBm)" -> sensors.add(sensors.contains("tx-power") ? "rx-power" : "tx-power");
        default -> {
          return sensors;
        }
      }
    }
    return sensors;
  }

  /** The name, a lane, and for each sensor its value, perhaps marked, and its limits. */
  private static void row(
      TextLine line, boolean lanes, List<String> sensors, List<String> limits, FactSink sink) {
    String[] words = line.text().strip().split("\\s+", 40);
    int at = lanes ? 2 : 1;
    if (sensors.isEmpty()
        || words.length <= at
        || !PORT.matcher(words[0]).matches()
        || (lanes && !words[1].matches("\\d{1,2}|N/A"))) {
      return;
    }
    String lane = lanes && !words[1].equals("N/A") ? "lane-" + words[1] + "-" : "";
    List<ModuleReading> readings = new ArrayList<>();
    for (String sensor : sensors) {
      if (at >= words.length || !ModuleReading.isValue(words[at])) {
        return;
      }
      String value = words[at++];
      String mark = at < words.length && ModuleReading.isMark(words[at]) ? words[at++] : "";
      if (at < words.length && words[at].matches("\\(.*|W")) {
        sink.add(line, SwitchPortSubject.of(words[0]), "module." + sensor + ".more", words[at++]);
      }
      Map<String, String> made = new LinkedHashMap<>();
      for (String limit : limits) {
        if (at >= words.length || !ModuleReading.isValue(words[at])) {
          return;
        }
        made.put(limit, words[at++]);
      }
      readings.add(new ModuleReading(words[0], lane, sensor, value, mark, made));
    }
    readings.forEach(reading -> reading.addFacts(line, sink));
    if (at < words.length) {
      String rest = String.join(" ", List.of(words).subList(at, words.length));
      sink.add(line, SwitchPortSubject.of(words[0]), "module.updated", rest);
    }
  }
}
