package dev.headroom.formats.rdma;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.CommandArguments;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.IgnoredLine;
import dev.headroom.formats.read.LabelledField;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code mlxconfig -d DEVICE query}: firmware settings, with {@code -e} default, current
 * and next.
 */
public final class MlxconfigReader extends FormatReader {
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
        FormatKind.of(
            "mlxconfig",
            "firmware settings of a ConnectX",
            "mlxconfig -d DEVICE -e query",
            IgnoredLine.of("\\s*-{4,}\\s*", "ruler"),
            IgnoredLine.of("\\s*The '\\*' shows .*", "legend"),
            IgnoredLine.of("\\s*The \\*+ .*", "legend")));
  }

  @Override
  protected List<String> clues() {
    return List.of("Device #", "Configurations:", "_");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    return DEVICE.matcher(document.text(at)).matches()
        || HEADER.matcher(document.text(at)).matches()
        || isRow(document, at);
  }

  /** A row that somebody picked out: {@code mlxconfig -d DEVICE query | grep PCI_WR}. */
  private static boolean isRow(SourceLines document, int at) {
    String text = document.text(at);
    return (text.contains("(") && ROW.matcher(text).matches())
        || (isPickedFrom(document.text(at - 1)) && SETTING.matcher(text).matches());
  }

  private static boolean isPickedFrom(String above) {
    return above.contains("|") && (above.contains("mlxconfig ") || above.contains("mstconfig "));
  }

  @Override
  protected boolean continues(TextLine line) {
    return HEADER.matcher(line.text()).matches() || SETTING.matcher(line.text()).matches();
  }

  @Override
  protected int end(SourceLines document, int at, Starts starts) {
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

  private boolean belongs(SourceLines document, int at) {
    TextLine line = document.line(at);
    return !document.isBoundary(at)
        && (line.isBlank()
            || continues(line)
            || line.text().strip().startsWith("---")
            || LabelledField.of(line.text())
                .filter(field -> field.label().length() < 24)
                .isPresent());
  }

  /** What the columns are of rows without a heading: the query alone, or with {@code -e}. */
  private static String[] columns(LineBlock block) {
    Matcher first = SETTING.matcher(block.first().text());
    if (!first.matches()) {
      return new String[] {"next"};
    }
    return first.group(3).strip().split("\\s+").length == 3
        ? new String[] {"default", "current", "next boot"}
        : new String[] {"next boot"};
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    Subject subject =
        new Subject(
            SubjectKind.ITEM,
            "mlxconfig " + CommandArguments.after(block.command(), "-d").orElse(""));
    Optional<String> asked = CommandArguments.after(block.command(), "-d");
    boolean isNamed = false;
    String[] columns = columns(block);
    if (SETTING.matcher(block.first().text()).matches()) {
      subject = asked.map(NvidiaToolDevice::device).orElse(subject);
    }
    for (TextLine line : block) {
      Matcher header = HEADER.matcher(line.text());
      Matcher setting = SETTING.matcher(line.text());
      Matcher device = DEVICE.matcher(line.text());
      if (header.matches()) {
        // Where no line says of which device the settings are, the command does.
        subject = isNamed ? subject : asked.map(NvidiaToolDevice::device).orElse(subject);
        columns = header.group(1).strip().toLowerCase(Locale.ROOT).split("\\s{2,}");
        sink.add(line, subject, "columns", header.group(1));
      } else if (setting.matches()) {
        String[] values = setting.group(3).strip().split("\\s+");
        for (int i = 0; i < values.length; i++) {
          String column = i < columns.length ? columns[i].replace(' ', '-') : "column" + i;
          sink.add(line, subject, "mlxconfig." + setting.group(2) + "." + column, values[i]);
        }
        if (setting.group(1) != null) {
          sink.add(line, subject, "mlxconfig." + setting.group(2) + ".mark", setting.group(1));
        }
      } else if (device.matches()) {
        sink.add(line, subject, "number", device.group(1));
      } else if (LabelledField.of(line.text()).isPresent()) {
        LabelledField field = LabelledField.of(line.text()).get();
        if (field.label().equals("Device") || field.label().equals("PCI device")) {
          subject = NvidiaToolDevice.device(field.value());
          isNamed = true;
        }
        sink.add(line, subject, "mlxconfig." + field.slug(), field.value());
      }
    }
  }
}
