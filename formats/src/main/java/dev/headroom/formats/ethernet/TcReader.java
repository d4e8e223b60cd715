package dev.headroom.formats.ethernet;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.CommandArguments;
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
 * Reader of {@code tc -s qdisc}: queueing disciplines with their sent, dropped and queued packets.
 */
public final class TcReader extends FormatReader {
  /** Asked about one interface, tc leaves its name out. */
  private static final Pattern DISCIPLINE =
      Pattern.compile(
          "\\s*(qdisc|class) (\\w+) ([0-9a-f:]+)(?: dev ([\\w.@-]+)(?= |$)| (?=root|parent ))(.*)");

  private static final Pattern SENT =
      Pattern.compile(
          "\\s*Sent (\\d+) bytes (\\d+) pkt \\(dropped (\\d+), overlimits (\\d+) requeues (\\d+)\\)\\s*");

  public TcReader() {
    super(FormatKind.of("tc", "queueing disciplines and their counters", "tc -s qdisc"));
  }

  @Override
  protected List<String> clues() {
    return List.of("qdisc ", "class ");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    return DISCIPLINE.matcher(document.text(at)).matches();
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    Matcher discipline = DISCIPLINE.matcher(block.first().text());
    if (!discipline.matches()) {
      return;
    }
    Subject subject = Subject.netdev(device(block, discipline));
    String key = discipline.group(1) + "." + discipline.group(3);
    sink.add(block.first(), subject, key, discipline.group(2));
    sink.add(block.first(), subject, key + ".options", discipline.group(5));
    for (TextLine line : block.lines().subList(1, block.lines().size())) {
      Matcher sent = SENT.matcher(line.text());
      if (sent.matches()) {
        String[] names = {"bytes", "packets", "dropped", "overlimits", "requeues"};
        for (int i = 0; i < names.length; i++) {
          sink.add(line, subject, "counter." + key + "." + names[i], sent.group(i + 1));
        }
      } else if (line.indent() > 0 && !line.isBlank()) {
        sink.add(line, subject, key + ".more", line.text());
      }
    }
  }

  private static String device(LineBlock block, Matcher discipline) {
    return discipline.group(4) == null
        ? CommandArguments.after(block.command(), "dev").orElse("unnamed")
        : discipline.group(4);
  }
}
