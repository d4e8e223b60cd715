package dev.headroom.formats.switches.nxos;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.CommandArguments;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code show interface transceiver details} of Cisco NX-OS: each port's name, the
 * module's identification, and a table of its sensors for each lane. Some releases leave out the
 * heading over the values, the marks behind them, and blank lines between ports.
 */
public final class NxosTransceiverReader extends FormatReader {
  private static final Pattern TITLE =
      Pattern.compile("((?:Ethernet|Eth|fc|mgmt)\\d{1,4}(?:/\\d{1,4}){0,3})\\s*");
  private static final Pattern STATE =
      Pattern.compile("\\s+transceiver is (present|not present|not applicable)\\s*");
  private static final Pattern TABLE =
      Pattern.compile("\\s+SFP Detail Diagnostics Information \\((\\w+) calibration\\)\\s*");
  private static final Pattern LANE =
      Pattern.compile("\\s*Lane Number ?: ?(\\d{1,2}) (\\w+(?: \\w+){1,3})\\s*");
  private static final Pattern SENSOR =
      Pattern.compile("\\s*(Temperature|Voltage|Current|Tx Power|Rx Power)\\s+(\\S.*)");
  private static final Pattern FIELD = Pattern.compile("\\s+(\\S.{0,58}?) is(?: (.*)|\\s*)");
  private static final Pattern WITHOUT_IS =
      Pattern.compile(
          "\\s+(number of lanes|near-end lanes used|far-end lane code for \\d lanes) (.*)");
  private static final Pattern MONITORING = Pattern.compile("\\s*DOM is ([\\w ]{1,20})");
  private static final Pattern FAULTS = Pattern.compile("\\s*Transmit Fault Count = (\\d+)\\s*");

  /** From left to right. */
  private static final List<String> LIMITS =
      List.of("high-alarm", "low-alarm", "high-warning", "low-warning");

  private static final Map<String, String> UNITS =
      Map.of(
          "Temperature",
          "C",
          "Voltage",
          "V",
          "Current",
          "mA",
          "Tx Power",
          "dBm",
          "Rx Power",
          "dBm");

  public NxosTransceiverReader() {
    super(
        FormatKind.of(
            "transceiver-details",
            "transceivers of a switch: types, sensors and limits",
            "show interface transceiver details of NX-OS",
            IgnoredLine.of("\\s*-{8,}\\s*", "ruler"),
            IgnoredLine.of("\\s*(Current\\s+)?Alarms\\s+Warnings\\s*", "heading"),
            IgnoredLine.of("\\s*(Measurement\\s+)?High\\s+Low\\s+High\\s+Low\\s*", "heading"),
            IgnoredLine.of("\\s*Note: \\+\\+\\s+high-alarm; .*", "legend")));
  }

  @Override
  protected List<String> clues() {
    return List.of("Eth", "fc", "mgmt", "SFP Detail");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return (TITLE.matcher(text).matches() && STATE.matcher(document.text(at + 1)).matches())
        || (text.contains("SFP Detail") && TABLE.matcher(text).matches());
  }

  /** All ports of a list, and the tables within a port. */
  @Override
  protected boolean continues(TextLine line) {
    String text = line.text();
    return TITLE.matcher(text).matches() || (line.indent() > 0 && TABLE.matcher(text).matches());
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    String port = CommandArguments.after(block.command(), "interface").orElse("unnamed");
    String lane = "";
    for (TextLine line : block) {
      String text = line.text();
      Matcher title = TITLE.matcher(text);
      Matcher number = LANE.matcher(text);
      Matcher sensor = SENSOR.matcher(text);
      if (title.matches()) {
        port = title.group(1);
        lane = "";
        sink.add(line, SwitchPortSubject.of(port), "module.port", port);
      } else if (number.matches()) {
        lane = "lane-" + number.group(1) + "-";
        sink.add(line, SwitchPortSubject.of(port), "module." + lane + "is", number.group(2));
      } else if (sensor.matches()) {
        sensor(line, port, lane, sensor.group(1), sensor.group(2).strip().split("\\s+", 20), sink);
      } else {
        field(line, SwitchPortSubject.of(port), lane, sink);
      }
    }
  }

  /** {@code Rx Power -13.97 dBm - 4.99 dBm -16.77 dBm 1.99 dBm -12.67 dBm}. */
  private static void sensor(
      TextLine line, String port, String lane, String name, String[] words, FactSink sink) {
    String unit = UNITS.getOrDefault(name, "");
    int at = 0;
    String value = words[at++];
    boolean known = ModuleReading.isValue(value);
    if (at < words.length && words[at].equals(unit)) {
      at++;
    }
    String mark = at < words.length && ModuleReading.isMark(words[at]) ? words[at++] : "";
    Map<String, String> limits = new LinkedHashMap<>();
    for (String limit : LIMITS) {
      known &=
          at + 1 < words.length && ModuleReading.isValue(words[at]) && words[at + 1].equals(unit);
      if (known) {
        limits.put(limit, words[at]);
      }
      at += 2;
    }
    if (known && at == words.length) {
      new ModuleReading(port, lane, KeySlug.of(name), value, mark, limits).addFacts(line, sink);
    }
  }

  private static void field(TextLine line, Subject port, String lane, FactSink sink) {
    String text = line.text();
    Matcher monitoring = MONITORING.matcher(text);
    Matcher table = TABLE.matcher(text);
    Matcher faults = FAULTS.matcher(text);
    Matcher other = WITHOUT_IS.matcher(text);
    Matcher field = FIELD.matcher(text);
    if (monitoring.matches()) {
      sink.add(line, port, "module.dom", monitoring.group(1));
    } else if (table.matches()) {
      sink.add(line, port, "module.calibration", table.group(1));
    } else if (faults.matches()) {
      sink.add(line, port, "module." + lane + "transmit-faults", faults.group(1));
    } else if (other.matches()) {
      sink.add(line, port, "module." + KeySlug.of(other.group(1)), other.group(2));
    } else if (field.matches()) {
      String value = field.group(2) == null ? "" : field.group(2);
      sink.add(line, port, "module." + KeySlug.of(field.group(1)), value);
    }
  }
}
