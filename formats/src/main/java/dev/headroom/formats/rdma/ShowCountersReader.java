package dev.headroom.formats.rdma;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.Arguments;
import dev.headroom.formats.read.Block;
import dev.headroom.formats.read.Document;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.Kind;
import dev.headroom.formats.read.Line;
import dev.headroom.formats.read.UnbrokenReader;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code show_counters DEVICE} of mlnx-tools: a device's {@code hw_counters}, port by
 * port, and the counters of the connection manager. The device is named by the command alone.
 */
public final class ShowCountersReader extends UnbrokenReader {
  private static final Pattern HEAD = Pattern.compile("\\s*Port (\\d{1,3}) (hw|cm) counters:\\s*");
  private static final Pattern COUNTER = Pattern.compile("\\s*([a-z]\\w{1,80}): (-?\\d{1,20})\\s*");

  public ShowCountersReader() {
    super(
        Kind.of(
            "show-counters",
            "counters of RDMA ports, as mlnx-tools lists them",
            "show_counters DEVICE, show_rdma_counters DEVICE"));
  }

  @Override
  protected List<String> clues() {
    return List.of("hw counters:", "cm counters:");
  }

  @Override
  protected boolean starts(Document document, int at) {
    return HEAD.matcher(document.text(at)).matches();
  }

  @Override
  protected boolean continues(Line line) {
    return HEAD.matcher(line.text()).matches() || COUNTER.matcher(line.text()).matches();
  }

  @Override
  protected void read(Block block, FactSink sink) {
    String device = Arguments.device(block, "counters", "-d").orElse("unnamed");
    String port = "1";
    boolean connections = false;
    for (Line line : block) {
      Matcher head = HEAD.matcher(line.text());
      Matcher counter = COUNTER.matcher(line.text());
      if (head.matches()) {
        port = head.group(1);
        connections = head.group(2).equals("cm");
        sink.say(line, Subject.port(device, port), head.group(2) + ".counters", "listed");
      } else if (counter.matches()) {
        String name = (connections ? "cm." : "") + counter.group(1);
        sink.say(line, Subject.port(device, port), RdmaKeys.counter(name), counter.group(2));
      }
    }
  }
}
