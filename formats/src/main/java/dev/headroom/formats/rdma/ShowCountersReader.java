package dev.headroom.formats.rdma;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.CommandArguments;
import dev.headroom.formats.read.ContiguousReader;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code show_counters DEVICE} of mlnx-tools: a device's {@code hw_counters}, port by
 * port, and the counters of the connection manager. The device is named by the command alone.
 */
public final class ShowCountersReader extends ContiguousReader {
  private static final Pattern HEAD = Pattern.compile("\\s*Port (\\d{1,3}) (hw|cm) counters:\\s*");
  private static final Pattern COUNTER = Pattern.compile("\\s*([a-z]\\w{1,80}): (-?\\d{1,20})\\s*");

  public ShowCountersReader() {
    super(
        FormatKind.of(
            "show-counters",
            "counters of RDMA ports in the format of mlnx-tools",
            "show_counters DEVICE, show_rdma_counters DEVICE"));
  }

  @Override
  protected List<String> clues() {
    return List.of("hw counters:", "cm counters:");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    return HEAD.matcher(document.text(at)).matches();
  }

  @Override
  protected boolean continues(TextLine line) {
    return HEAD.matcher(line.text()).matches() || COUNTER.matcher(line.text()).matches();
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    String device = CommandArguments.device(block, "counters", "-d").orElse("unnamed");
    String port = "1";
    boolean connections = false;
    for (TextLine line : block) {
      Matcher head = HEAD.matcher(line.text());
      Matcher counter = COUNTER.matcher(line.text());
      if (head.matches()) {
        port = head.group(1);
        connections = head.group(2).equals("cm");
        sink.add(line, Subject.port(device, port), head.group(2) + ".counters", "listed");
      } else if (counter.matches()) {
        String name = (connections ? "cm." : "") + counter.group(1);
        sink.add(line, Subject.port(device, port), RdmaKeys.counter(name), counter.group(2));
      }
    }
  }
}
