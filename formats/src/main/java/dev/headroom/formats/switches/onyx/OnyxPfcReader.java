package dev.headroom.formats.switches.onyx;

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
import dev.headroom.formats.switches.PfcStateKeys;
import dev.headroom.formats.switches.SwitchPortSubject;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code show dcb priority-flow-control} of Mellanox Onyx: priorities with PFC at each
 * port.
 */
public final class OnyxPfcReader extends FormatReader {
  private static final Pattern BEGIN = Pattern.compile("\\s*PFC\\s*:\\s*(enabled|disabled)\\s*");
  private static final Pattern PRIORITIES =
      Pattern.compile("\\s*(Priority (?:Enabled|Disabled) List)\\s*:\\s*([\\d ,]*|N/A)");
  private static final Pattern HEADING =
      Pattern.compile("\\s*Interface\\s+PFC admin\\s+PFC oper\\s*");
  private static final Pattern ROW =
      Pattern.compile(
          "\\s*((?:Eth|Po|Mpo)\\d[\\d/]{0,8})\\s+(Auto|[Oo]n|[Oo]ff)\\s+(\\w{2,10})\\s*");
  private static final Pattern RULER = Pattern.compile("\\s*-{20,}\\s*");

  public OnyxPfcReader() {
    super(
        FormatKind.of(
            "onyx-pfc",
            "priority flow control of a switch",
            "show dcb priority-flow-control of Onyx",
            IgnoredLine.of("\\s*-{20,}\\s*", "ruler")));
  }

  @Override
  protected List<String> clues() {
    return List.of("PFC");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return text.length() < 100
        && text.contains("PFC")
        && (HEADING.matcher(text).matches()
            || (BEGIN.matcher(text).matches()
                && PRIORITIES.matcher(document.text(document.nextText(at + 1))).matches()));
  }

  @Override
  protected boolean continues(TextLine line) {
    String text = line.text();
    return text.length() < 100
        && List.of(PRIORITIES, HEADING, ROW, RULER).stream()
            .anyMatch(pattern -> pattern.matcher(text).matches());
  }

  @Override
  protected int end(SourceLines document, int at, Starts starts) {
    return endOfParts(document, at);
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    Subject pfc = new Subject(SubjectKind.ITEM, "show dcb priority-flow-control");
    for (TextLine line : block) {
      Matcher begin = BEGIN.matcher(line.text());
      Matcher list = PRIORITIES.matcher(line.text());
      Matcher row = ROW.matcher(line.text());
      if (begin.matches()) {
        sink.add(line, pfc, "pfc", begin.group(1));
      } else if (list.matches()) {
        sink.add(line, pfc, KeySlug.of(list.group(1)), list.group(2).strip());
      } else if (row.matches()) {
        Subject port = SwitchPortSubject.of(row.group(1));
        sink.add(line, port, PfcStateKeys.MODE, row.group(2));
        sink.add(line, port, PfcStateKeys.IN_FORCE, row.group(3));
      } else if (HEADING.matcher(line.text()).matches()) {
        sink.add(line, pfc, "columns", String.join(" | ", line.text().strip().split("\\s{2,}")));
      }
    }
  }
}
