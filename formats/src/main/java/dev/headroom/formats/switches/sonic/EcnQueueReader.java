package dev.headroom.formats.switches.sonic;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.ContiguousReader;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.IgnoredLine;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code ecnconfig -q 3,4} of SONiC: whether a queue has ECN marking, for all ports
 * (sonic-utilities, {@code scripts/ecnconfig}). With {@code -vv} each line begins with a port.
 */
public final class EcnQueueReader extends ContiguousReader {
  /** The queue of a line. */
  static final String QUEUE = "ecn.queue";

  /** {@code on} or {@code off}. */
  static final String MARKS = "ecn.marks";

  private static final Pattern TITLE = Pattern.compile("\\s*ECN status:\\s*");
  private static final Pattern ROW =
      Pattern.compile("\\s*(?:(Ethernet\\d{1,4}) )?queue (\\d{1,2}): (on|off)\\s*");

  public EcnQueueReader() {
    super(
        FormatKind.of(
            "sonic-ecn-queues",
            "whether queues of a switch have ECN marking",
            "ecnconfig -q 3,4 of SONiC",
            IgnoredLine.of("\\s*ECN status:\\s*", "title")));
  }

  @Override
  protected List<String> clues() {
    return List.of("ECN status:", "queue ");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return text.length() < 100
        && (TITLE.matcher(text).matches()
            ? ROW.matcher(document.text(at + 1)).matches()
            : ROW.matcher(text).matches());
  }

  @Override
  protected boolean continues(TextLine line) {
    return line.text().length() < 100 && ROW.matcher(line.text()).matches();
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    for (TextLine line : block) {
      Matcher row = ROW.matcher(line.text());
      if (row.matches()) {
        String port = row.group(1) == null ? "" : row.group(1) + "|";
        Subject queue = new Subject(SubjectKind.SWITCH_SETTING, "ecn-queue|" + port + row.group(2));
        sink.add(line, queue, QUEUE, row.group(2));
        sink.add(line, queue, MARKS, row.group(3));
      }
    }
  }
}
