package dev.headroom.formats.switches.table;

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
 * Reader of {@code show interface} of Cisco NX-OS and Dell OS10 and {@code show interfaces} of
 * Arista EOS. Each port has a paragraph, with several counters in a line. NX-OS parts them by
 * {@code RX} and {@code TX}, OS10 by {@code Input statistics:}.
 */
public final class ShowInterfaceReader extends FormatReader {
  private static final Pattern TITLE =
      Pattern.compile(
          "\\s*((?:Ethernet|port-channel|Port-Channel|mgmt|Management|Vlan|Loopback|loopback) ?\\d[\\d/.:]*) is (\\S.*)");
  private static final Pattern SECOND =
      Pattern.compile(
          "\\s*(?:admin state is|Dedicated Interface|Hardware( is)?[: ]|Port description is|Description: ).*");

  /** Lines of OS10 at the margin. */
  private static final Pattern AT_MARGIN =
      Pattern.compile(
          "(?:admin state is|Hardware is|Description:|Interface index|Internet address|Mode of IPv|Interface IPv|MTU |LineSpeed |Flowcontrol |ARP type|Last clearing|Queuing strategy|(?:Input|Output) statistics:|Rate Info|Time since last|Pluggable media|Minimum number|Maximum active|Members in this).*");

  private static final Pattern SECTION =
      Pattern.compile("\\s+(RX|TX|Rx|Tx)\\s*|(Input|Output) statistics:\\s*");
  private static final Pattern MTU =
      Pattern.compile("\\s*(?:Ethernet |IP )?MTU (\\d{2,6}) bytes.*");

  public ShowInterfaceReader() {
    super(
        FormatKind.of(
            "switch-interface",
            "state and counters of a switch's ports",
            "show interface of NX-OS and OS10, show interfaces of EOS"));
  }

  @Override
  protected List<String> clues() {
    return List.of(" is ");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return text.contains(" is ")
        && TITLE.matcher(text).matches()
        && SECOND.matcher(document.text(at + 1)).matches();
  }

  /** Some releases leave a blank line before RX; some people paste it set in. */
  @Override
  protected int end(SourceLines document, int at, Starts starts) {
    int end = at + 1;
    int indent = document.line(at).indent();
    while (end < document.size() && !starts(document, end) && belongs(document, end, indent)) {
      end++;
    }
    return end;
  }

  private static boolean belongs(SourceLines document, int at, int indent) {
    TextLine line = document.line(at);
    return line.isBlank()
        ? at + 1 < document.size() && document.line(at + 1).indent() > indent
        : line.indent() > indent || AT_MARGIN.matcher(line.text().strip()).matches();
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    Matcher title = TITLE.matcher(block.first().text());
    if (!title.matches()) {
      return;
    }
    Subject port = new Subject(SubjectKind.SWITCH_PORT, title.group(1).replace(" ", ""));
    sink.add(block.first(), port, "state", title.group(2));
    String side = "";
    for (TextLine line : block.lines().subList(1, block.lines().size())) {
      if (line.isBlank()) {
        continue;
      }
      sink.add(line, port, "show-interface", line.text());
      Matcher section = SECTION.matcher(line.text());
      Matcher mtu = MTU.matcher(line.text());
      if (section.matches()) {
        String name = section.group(1) == null ? section.group(2) : section.group(1);
        side = name.matches("RX|Rx|Input") ? "rx." : "tx.";
      } else if (mtu.matches()) {
        sink.add(line, port, "mtu", mtu.group(1));
      } else {
        String of = side;
        CounterLine.of(line.text(), side.isEmpty())
            .forEach((name, count) -> sink.add(line, port, RdmaKeys.counter(of + name), count));
      }
    }
  }
}
