package dev.headroom.formats.rdma;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.read.Arguments;
import dev.headroom.formats.read.Block;
import dev.headroom.formats.read.Document;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.Field;
import dev.headroom.formats.read.Ignored;
import dev.headroom.formats.read.Kind;
import dev.headroom.formats.read.Line;
import dev.headroom.formats.read.Reader;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code mlxconfig -d DEVICE query}: firmware settings, with {@code -e} default, current
 * and next.
 */
public final class MlxconfigReader extends Reader {
  private static final Pattern DEVICE = Pattern.compile("\\s*Device #(\\d+):\\s*");
  private static final Pattern SETTING =
      Pattern.compile(
          "\\s*(\\*\\s+|RO\\s+)?([A-Z][A-Z0-9_]+(?:\\[\\d+(?:\\.\\.\\d+)?\\])?)((?:\\s+\\S+){1,3})\\s*");

  /** A setting that says what its number means, as nothing else writes it: no heading is needed. */
  private static final Pattern ROW =
      Pattern.compile(
          "\\s*(?:\\*\\s+|RO\\s+)?[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?:\\[\\d+\\])?(?:\\s+[\\w./-]+\\(\\d+\\)){1,3}\\s*");

  private static final Pattern HEADER = Pattern.compile("\\s*Configurations:\\s+(.*)");

  public MlxconfigReader() {
    super(
        Kind.of(
            "mlxconfig",
            "firmware settings of a ConnectX",
            "mlxconfig -d DEVICE -e query",
            Ignored.of("\\s*-{4,}\\s*", "ruler"),
            Ignored.of("\\s*The '\\*' shows .*", "legend"),
            Ignored.of("\\s*The \\*+ .*", "legend")));
  }

  @Override
  protected List<String> clues() {
    return List.of("Device #", "Configurations:", "_");
  }

  @Override
  protected boolean starts(Document document, int at) {
    return DEVICE.matcher(document.text(at)).matches()
        || HEADER.matcher(document.text(at)).matches()
        || isRow(document, at);
  }

  /** A row that somebody picked out: {@code mlxconfig -d DEVICE query | grep PCI_WR}. */
  private static boolean isRow(Document document, int at) {
    String text = document.text(at);
    return (text.contains("(") && ROW.matcher(text).matches())
        || (isPickedFrom(document.text(at - 1)) && SETTING.matcher(text).matches());
  }

  private static boolean isPickedFrom(String above) {
    return above.contains("|") && (above.contains("mlxconfig ") || above.contains("mstconfig "));
  }

  @Override
  protected boolean continues(Line line) {
    return HEADER.matcher(line.text()).matches() || SETTING.matcher(line.text()).matches();
  }

  @Override
  protected int end(Document document, int at, Starts starts) {
    int end = at + 1;
    if (isRow(document, at)) {
      Pattern row = isPickedFrom(document.text(at - 1)) ? SETTING : ROW;
      while (end < document.size()
          && !document.isBoundary(end)
          && row.matcher(document.text(end)).matches()) {
        end++;
      }
      return end;
    }
    while (end < document.size() && belongs(document, end)) {
      end++;
    }
    return end;
  }

  private boolean belongs(Document document, int at) {
    Line line = document.line(at);
    return !document.isBoundary(at)
        && (line.isBlank()
            || continues(line)
            || line.text().strip().startsWith("---")
            || Field.of(line.text()).filter(field -> field.label().length() < 24).isPresent());
  }

  /** What the columns are of rows without a heading: the query alone, or with {@code -e}. */
  private static String[] columns(Block block) {
    Matcher first = SETTING.matcher(block.first().text());
    if (!first.matches()) {
      return new String[] {"next"};
    }
    return first.group(3).strip().split("\\s+").length == 3
        ? new String[] {"default", "current", "next boot"}
        : new String[] {"next boot"};
  }

  @Override
  protected void read(Block block, FactSink sink) {
    Subject subject =
        new Subject(Thing.ITEM, "mlxconfig " + Arguments.after(block.command(), "-d").orElse(""));
    Optional<String> asked = Arguments.after(block.command(), "-d");
    boolean isNamed = false;
    String[] columns = columns(block);
    if (SETTING.matcher(block.first().text()).matches()) {
      subject = asked.map(NvidiaTool::device).orElse(subject);
    }
    for (Line line : block) {
      Matcher header = HEADER.matcher(line.text());
      Matcher setting = SETTING.matcher(line.text());
      Matcher device = DEVICE.matcher(line.text());
      if (header.matches()) {
        // Where no line says of which device the settings are, the command does.
        subject = isNamed ? subject : asked.map(NvidiaTool::device).orElse(subject);
        columns = header.group(1).strip().toLowerCase(Locale.ROOT).split("\\s{2,}");
        sink.say(line, subject, "columns", header.group(1));
      } else if (setting.matches()) {
        String[] values = setting.group(3).strip().split("\\s+");
        for (int i = 0; i < values.length; i++) {
          String column = i < columns.length ? columns[i].replace(' ', '-') : "column" + i;
          sink.say(line, subject, "mlxconfig." + setting.group(2) + "." + column, values[i]);
        }
        if (setting.group(1) != null) {
          sink.say(line, subject, "mlxconfig." + setting.group(2) + ".mark", setting.group(1));
        }
      } else if (device.matches()) {
        sink.say(line, subject, "number", device.group(1));
      } else if (Field.of(line.text()).isPresent()) {
        Field field = Field.of(line.text()).get();
        if (field.label().equals("Device") || field.label().equals("PCI device")) {
          subject = NvidiaTool.device(field.value());
          isNamed = true;
        }
        sink.say(line, subject, "mlxconfig." + field.slug(), field.value());
      }
    }
  }
}
