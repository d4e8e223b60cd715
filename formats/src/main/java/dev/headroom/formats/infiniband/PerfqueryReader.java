package dev.headroom.formats.infiniband;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.rdma.RdmaKeys;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code perfquery}: port counters, each port identified by its node's LID and its
 * number.
 */
public final class PerfqueryReader extends FormatReader {
  private static final Pattern TITLE =
      Pattern.compile(
          "\\s*# (Port[\\w ]* counters): Lid (\\d+) port (\\w+)(?: \\((.*)\\))?\\s*(.*)");
  private static final Pattern COUNTER =
      Pattern.compile("\\s*(\\w{3,60}):\\.*\\s*(0x[0-9a-fA-F]+|-?\\d+)\\s*");

  public PerfqueryReader() {
    super(FormatKind.of("perfquery", "counters of InfiniBand ports", "perfquery -x"));
  }

  @Override
  protected List<String> clues() {
    return List.of("counters: Lid");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    return document.text(at).contains("counters: Lid")
        && TITLE.matcher(document.text(at)).matches();
  }

  @Override
  protected boolean continues(TextLine line) {
    return COUNTER.matcher(line.text()).matches();
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    Matcher title = TITLE.matcher(block.first().text());
    if (!title.matches()) {
      return;
    }
    Subject port =
        new Subject(SubjectKind.SWITCH_PORT, "lid " + title.group(2) + "/" + title.group(3));
    sink.add(block.first(), port, "counters", title.group(1));
    sink.add(
        block.first(),
        port,
        "capabilities",
        (title.group(4) == null ? "" : title.group(4)) + title.group(5));
    for (TextLine line : block) {
      Matcher counter = COUNTER.matcher(line.text());
      if (counter.matches()) {
        sink.add(line, port, RdmaKeys.counter(counter.group(1)), counter.group(2));
      }
    }
  }
}
