package dev.headroom.formats.rdma;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.SinglePatternReader;
import dev.headroom.formats.read.TextLine;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of {@code ibdev2netdev}, with or without {@code -v}, also behind {@code column -t}. */
public final class Ibdev2netdevReader extends SinglePatternReader {
  private static final Pattern LINE =
      Pattern.compile(
          "\\s*(?:([0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7])\\s+)?([\\w.-]+)(?: +\\((.*)\\)[^=()]{0,200})? +port +(\\d+) +(?:\\((\\w+)\\s*\\) +)?==> +([\\w.@-]+) +\\((\\w+)\\)\\s*");

  public Ibdev2netdevReader() {
    super(
        FormatKind.of("ibdev2netdev", "network interfaces of RDMA ports", "ibdev2netdev -v"),
        " ==> ",
        LINE);
  }

  @Override
  protected void read(TextLine line, Matcher said, FactSink sink) {
    Subject device = Subject.rdma(said.group(2));
    Subject port = Subject.port(said.group(2), said.group(4));
    sink.add(line, port, RdmaKeys.NETDEV, said.group(6));
    sink.add(
        line, Subject.netdev(said.group(6)), "operstate", said.group(7).toLowerCase(Locale.ROOT));
    if (said.group(1) != null) {
      sink.add(line, device, RdmaKeys.PCI, said.group(1));
    }
    if (said.group(3) != null) {
      sink.add(line, device, "description", said.group(3));
    }
    if (said.group(5) != null) {
      sink.add(line, port, "state.words", said.group(5));
    }
  }
}
