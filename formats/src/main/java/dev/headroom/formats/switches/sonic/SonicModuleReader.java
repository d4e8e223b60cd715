package dev.headroom.formats.switches.sonic;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.IgnoredLine;
import dev.headroom.formats.read.KeySlug;
import dev.headroom.formats.read.LabelledField;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import dev.headroom.formats.switches.SwitchPortSubject;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of SONiC's {@code show interfaces transceiver eeprom}, with {@code --dom} also sensors and
 * limits. It also reads {@code transceiver status}, the module's alarms, and {@code transceiver
 * pm}, measurements of a coherent module. Each port has a title. Forms: sonic-utilities, {@code
 * sfpshow}.
 */
public final class SonicModuleReader extends FormatReader {
  private static final String PORT = "([A-Za-z][A-Za-z-]{1,20}\\d[\\w/]{0,12})";

  /** All that is said of a port without a module, and the head of what is said of one with it. */
  private static final Pattern TITLE =
      Pattern.compile(
          "\\s*"
              + PORT
              + "\\s*: ?(SFP EEPROM \\w.{2,60}|SFP detected|Transceiver (?:status info|performance monitoring) not applicable)\\s*");

  private static final Pattern NAME = Pattern.compile("\\s*" + PORT + "\\s*:\\s*");
  private static final Pattern FIRST_OF_STATUS =
      Pattern.compile(
          "\\s*(?:CMIS State \\(SW\\)|Tx fault flag on media lane \\d+|TX disable status on lane \\d+|Disabled TX channels|Current module state)\\s*:.*");
  private static final Pattern COLUMNS =
      Pattern.compile("\\s*Parameter\\s+Unit\\s+Min\\s+Avg\\s+Max\\s+Threshold\\b.*");

  /** Web pages lose the indentation. */
  private static final Pattern AT_MARGIN =
      Pattern.compile(
          "(?:[RT]X\\d{1,2}(?:Power|Bias)|(?:[RT]x(?:Power|Bias)|Temp|Vcc)(?:High|Low)(?:Alarm|Warning)|(?:Channel|Module)(?:Monitor|Threshold)Values|Temperature|Vcc|Active |Application Advertisement|CMIS Rev|Connector|Encoding|Extended |Identifier|Length |Nominal Bit|Specification compliance|10/40G |Vendor )[^:]{0,40}:.*");

  private static final Pattern PERFORMANCE_CELL =
      Pattern.compile("N/A|True|False|[+-]?\\d{1,9}(?:\\.\\d{1,9})?(?:E[+-]\\d\\d)?");
  private static final List<String> PERFORMANCE =
      List.of(
          "unit",
          "min",
          "avg",
          "max",
          "high-alarm-threshold",
          "high-warning-threshold",
          "crossed-high",
          "low-alarm-threshold",
          "low-warning-threshold",
          "crossed-low");

  public SonicModuleReader() {
    super(
        FormatKind.of(
            "sonic-transceiver",
            "transceivers of a switch: types, sensors, limits and alarms",
            "show interfaces transceiver eeprom --dom, transceiver status, transceiver pm of SONiC",
            IgnoredLine.of("\\s*-{3,}(\\s+-{3,})*\\s*", "ruler"),
            IgnoredLine.of("\\s*Parameter\\s+Unit\\s+Min\\s.*", "heading"),
            IgnoredLine.of(
                "\\s+(High|Low|Alarm)(\\s+(High|Low|Alarm|Warning|Crossing|Alert-High|Alert-Low))+\\s*",
                "heading")));
  }

  @Override
  protected List<String> clues() {
    return List.of(":");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return isShort(text) && text.indexOf(':') > 0 && isTitle(document, at);
  }

  private static boolean isShort(String text) {
    return text.length() < 100;
  }

  private static boolean isTitle(SourceLines document, int at) {
    String text = document.text(at);
    boolean may = text.contains("SFP ") || text.contains("Transceiver ");
    if (may && TITLE.matcher(text).matches()) {
      return true;
    }
    String next = document.text(at + 1);
    return NAME.matcher(text).matches()
        && (COLUMNS.matcher(next).matches() || FIRST_OF_STATUS.matcher(next).matches());
  }

  @Override
  protected int end(SourceLines document, int at, Starts starts) {
    int indent = document.line(at).indent();
    int end = at + 1;
    while (end < document.size() && !starts(document, end) && belongs(document.line(end), indent)) {
      end++;
    }
    return end;
  }

  private static boolean belongs(TextLine line, int indent) {
    return !line.isBlank()
        && (line.indent() > indent || AT_MARGIN.matcher(line.text().strip()).matches());
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    TextLine first = block.first();
    Matcher title = TITLE.matcher(first.text());
    Matcher name = NAME.matcher(first.text());
    if (title.matches()) {
      sink.add(first, SwitchPortSubject.of(title.group(1)), "module.found", title.group(2));
      lines(block, title.group(1), sink);
    } else if (name.matches()) {
      sink.add(first, SwitchPortSubject.of(name.group(1)), "module.port", name.group(1));
      lines(block, name.group(1), sink);
    }
  }

  private static void lines(LineBlock block, String name, FactSink sink) {
    Subject port = SwitchPortSubject.of(name);
    SonicSensors sensors = SonicSensors.of(block, name);
    String last = "";
    for (TextLine line : block.lines().subList(1, block.lines().size())) {
      Optional<LabelledField> field = LabelledField.of(line.text());
      if (performance(line, port, sink) || sensors.addsReading(line, sink)) {
        continue;
      }
      if (field.isPresent() && !SonicModuleFlag.addsFlag(line, port, field.get(), sink)) {
        last = field.get().slug();
        sink.add(line, port, "module." + last, field.get().value());
      } else if (field.isEmpty() && !last.isEmpty()) {
        sink.add(line, port, "module." + last + ".more", line.text().strip());
      }
    }
  }

  /** {@code OSNR dB 36.5 36.5 36.5 99.0 99.0 False 0.0 0.0 False}. */
  private static boolean performance(TextLine line, Subject port, FactSink sink) {
    List<String> cells = List.of(line.text().strip().split("\\s{2,}", 20));
    if (cells.size() != PERFORMANCE.size() + 1
        || !cells.stream().skip(2).allMatch(cell -> PERFORMANCE_CELL.matcher(cell).matches())) {
      return false;
    }
    for (int i = 0; i < PERFORMANCE.size(); i++) {
      String key = "module." + KeySlug.of(cells.getFirst()) + "-" + PERFORMANCE.get(i);
      sink.add(line, port, key, SonicModuleFlag.onOrOff(cells.get(i + 1)));
    }
    return true;
  }
}
