package dev.headroom.formats.kernel;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.rdma.RdmaKeys;
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
 * Reader of {@code nstat}: counters of the kernel's network stack; {@code /proc/net/snmp6} has the
 * same names.
 */
public final class NstatReader extends ContiguousReader {
  private static final Pattern ROW =
      Pattern.compile(
          "((?:Ip6?|Icmp6?|Tcp|Udp6?|UdpLite6?|TcpExt|IpExt|MPTcpExt|Sctp)[A-Z]\\w*)\\s+(\\d+)(?:\\s+([\\d.]+))?\\s*");

  public NstatReader() {
    super(
        FormatKind.of("nstat", "counters of the kernel's network stack", "nstat, /proc/net/snmp6"));
  }

  @Override
  protected List<String> clues() {
    return List.of("#kernel", "Ip", "Icmp", "Tcp", "Udp", "Sctp");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    return document.text(at).equals("#kernel")
        || (document.text(at).length() < 80 && ROW.matcher(document.text(at)).matches());
  }

  @Override
  protected boolean continues(TextLine line) {
    return ROW.matcher(line.text()).matches();
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    for (TextLine line : block) {
      Matcher row = ROW.matcher(line.text());
      if (row.matches()) {
        sink.add(line, Subject.host(), RdmaKeys.counter(row.group(1)), row.group(2));
        if (row.group(3) != null) {
          sink.add(line, Subject.host(), "rate." + row.group(1), row.group(3));
        }
      } else {
        sink.add(line, Subject.host(), "nstat", line.text());
      }
    }
  }
}
