package dev.headroom.formats.kernel;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.rdma.RdmaKeys;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Reader of {@code /proc/net/snmp} and {@code /proc/net/netstat}: two lines for each protocol,
 * counter names and values.
 */
public final class ProcNetReader extends FormatReader {
  private static final Pattern NAMES =
      Pattern.compile(
          "(?:Ip|Icmp|IcmpMsg|Tcp|Udp|UdpLite|TcpExt|IpExt|MPTcpExt):(?: [A-Z]\\w*)+\\s*");
  private static final Pattern VALUES = Pattern.compile("[A-Z]\\w+:(?: -?\\d{1,20})+\\s*");

  public ProcNetReader() {
    super(
        FormatKind.of(
            "proc-net",
            "counters of the kernel's network stack by protocol",
            "/proc/net/snmp, /proc/net/netstat"));
  }

  @Override
  protected List<String> clues() {
    return List.of("Ip", "Icmp", "Tcp", "Udp");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    int colon = text.indexOf(':');
    return colon > 0
        && colon < 10
        && document.text(at + 1).startsWith(text.substring(0, colon + 1))
        && NAMES.matcher(text).matches()
        && VALUES.matcher(document.text(at + 1)).matches();
  }

  @Override
  protected int end(SourceLines document, int at, Starts starts) {
    return at + 2;
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    TextLine heading = block.first();
    TextLine values = block.lines().getLast();
    String[] names = heading.text().strip().split(" ");
    String[] counts = values.text().strip().split(" ");
    String protocol = names[0].replace(":", "");
    sink.add(heading, Subject.host(), "proc-net." + protocol, heading.text());
    if (names.length != counts.length) {
      return;
    }
    for (int i = 1; i < names.length; i++) {
      sink.add(values, Subject.host(), RdmaKeys.counter(protocol + names[i]), counts[i]);
    }
  }
}
