package dev.headroom.formats.ib;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.rdma.RdmaKeys;
import dev.headroom.formats.read.Block;
import dev.headroom.formats.read.Document;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.Kind;
import dev.headroom.formats.read.Line;
import dev.headroom.formats.read.Reader;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code perfquery}: port counters, each port identified by its node's LID and its
 * number.
 */
public final class PerfqueryReader extends Reader {
  private static final Pattern TITLE =
      Pattern.compile(
          "\\s*# (Port[\\w ]* counters): Lid (\\d+) port (\\w+)(?: \\((.*)\\))?\\s*(.*)");
  private static final Pattern COUNTER =
      Pattern.compile("\\s*(\\w{3,60}):\\.*\\s*(0x[0-9a-fA-F]+|-?\\d+)\\s*");

  public PerfqueryReader() {
    super(Kind.of("perfquery", "counters of InfiniBand ports", "perfquery -x"));
  }

  @Override
  protected List<String> clues() {
    return List.of("counters: Lid");
  }

  @Override
  protected boolean starts(Document document, int at) {
    return document.text(at).contains("counters: Lid")
        && TITLE.matcher(document.text(at)).matches();
  }

  @Override
  protected boolean continues(Line line) {
    return COUNTER.matcher(line.text()).matches();
  }

  @Override
  protected void read(Block block, FactSink sink) {
    Matcher title = TITLE.matcher(block.first().text());
    if (!title.matches()) {
      return;
    }
    Subject port = new Subject(Thing.SWITCH_PORT, "lid " + title.group(2) + "/" + title.group(3));
    sink.say(block.first(), port, "counters", title.group(1));
    sink.say(
        block.first(),
        port,
        "capabilities",
        (title.group(4) == null ? "" : title.group(4)) + title.group(5));
    for (Line line : block) {
      Matcher counter = COUNTER.matcher(line.text());
      if (counter.matches()) {
        sink.say(line, port, RdmaKeys.counter(counter.group(1)), counter.group(2));
      }
    }
  }
}
