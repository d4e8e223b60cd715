package dev.headroom.formats.switches.eos;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.IgnoredLine;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import dev.headroom.formats.switches.PfcStateKeys;
import dev.headroom.formats.switches.SwitchPortSubject;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code show priority-flow-control} of Arista EOS: priorities with PFC at each port, and
 * the operational state.
 */
public final class EosPfcReader extends FormatReader {
  private static final Pattern HEADING =
      Pattern.compile("\\s*Port\\s+Enabled\\s+Priorities\\s+Active\\s+Note\\s*");
  private static final Pattern ROW =
      Pattern.compile(
          "\\s*((?:Ethernet|Et|Port-Channel|Po)\\d[\\d/]{0,12})\\s+(Yes|No)\\s+(?:([0-7](?:[ ,]{1,3}[0-7]){0,7})\\s+)?(Yes|No)(?:\\s+(\\S.{0,80}?))?\\s*");
  private static final String RULER = "\\s*-{2,}(?: +-{2,}){3,4}\\s*";

  public EosPfcReader() {
    super(
        FormatKind.of(
            "eos-pfc",
            "priority flow control of a switch's ports",
            "show priority-flow-control of EOS",
            IgnoredLine.of(RULER, "ruler")));
  }

  @Override
  protected List<String> clues() {
    return List.of("Priorities");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return text.length() < 200 && text.contains("Priorities") && HEADING.matcher(text).matches();
  }

  @Override
  protected boolean continues(TextLine line) {
    String text = line.text();
    return text.length() < 200
        && (ROW.matcher(text).matches() || text.matches(RULER) || HEADING.matcher(text).matches());
  }

  @Override
  protected int end(SourceLines document, int at, Starts starts) {
    return endOfParts(document, at);
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    Subject table = new Subject(SubjectKind.ITEM, "show priority-flow-control");
    for (TextLine line : block) {
      Matcher row = ROW.matcher(line.text());
      if (row.matches()) {
        Subject port = SwitchPortSubject.of(row.group(1));
        sink.add(line, port, PfcStateKeys.MODE, row.group(2).equals("Yes") ? "On" : "Off");
        sink.add(line, port, PfcStateKeys.IN_FORCE, row.group(4).equals("Yes") ? "On" : "Off");
        if (row.group(3) != null) {
          sink.add(line, port, PfcStateKeys.PRIORITIES, row.group(3).replaceAll("[ ,]+", ","));
        }
        if (row.group(5) != null) {
          sink.add(line, port, "pfc.note", row.group(5));
        }
      } else if (HEADING.matcher(line.text()).matches()) {
        sink.add(line, table, "columns", line.text().strip().replaceAll("\\s+", " | "));
      }
    }
  }
}
