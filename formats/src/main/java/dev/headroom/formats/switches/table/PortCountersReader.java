package dev.headroom.formats.switches.table;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.rdma.RdmaKeys;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.IgnoredLine;
import dev.headroom.formats.read.KeySlug;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import dev.headroom.formats.switches.PfcStateKeys;
import dev.headroom.formats.switches.SwitchPortSubject;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code show interface counters}, also with {@code errors}, of NX-OS, IOS and EOS:
 * tables with a few counters of all ports each. It also reads {@code show interface
 * priority-flow-control} of NX-OS and {@code show priority-flow-control counters} of EOS.
 */
public final class PortCountersReader extends FormatReader {
  private static final Set<String> COUNTERS =
      Set.of(
          "InOctets InUcastPkts InMcastPkts InBcastPkts OutOctets OutUcastPkts OutMcastPkts"
              .concat(" OutBcastPkts Align-Err FCS-Err Xmit-Err Rcv-Err UnderSize OutDiscards")
              .concat(" Single-Col Multi-Col Late-Col Exces-Col Carri-Sen Runts Giants SQETest-Err")
              .concat(" Deferred-Tx IntMacTx-Er IntMacRx-Er Symbol-Err InDiscards Stomped-CRC")
              .concat(" FCS Align Symbol Rx Tx RxPfc TxPfc PriLvl")
              .split(" "));

  private static final Pattern PORT =
      Pattern.compile(
          "(?:Eth|Et|Ethernet|Po|port-channel|mgmt|Vlan|Gi|Te|Twe|Fo|Hu)\\d[\\d/.]{0,20}|Totals");
  private static final Pattern COUNT = Pattern.compile("\\d{1,20}|--|N/A");
  private static final Pattern PFC_HEADING =
      Pattern.compile("\\s*Port\\s+Mode\\s+Oper ?\\(VL bmap\\)\\s+RxPPP\\s+TxPPP\\s*");
  private static final Pattern PFC =
      Pattern.compile(
          "\\s*([A-Z][A-Za-z-]{1,20}[\\d/]{1,20})\\s+(Auto|On|Off)\\s+(On|Off)\\s+(?:\\(([0-9a-f]{1,2})\\)\\s+)?(\\d{1,20})\\s+(\\d{1,20})\\s*");
  private static final Pattern RULER = Pattern.compile("\\s*(?:={7,}|-{8,}(?: +-{8,})*)\\s*");

  public PortCountersReader() {
    super(
        FormatKind.of(
            "port-counters",
            "counters of all ports of a switch, and their priority flow control",
            "show interface counters errors of NX-OS and EOS, show interface priority-flow-control of NX-OS, show priority-flow-control counters of EOS",
            IgnoredLine.of("\\s*(={7,}|-{8,}( +-{8,})*)\\s*", "ruler")));
  }

  @Override
  protected List<String> clues() {
    return List.of("Port ");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    return isHeading(document.text(at));
  }

  private static boolean isHeading(String text) {
    if (text.length() >= 200 || !text.stripLeading().startsWith("Port ")) {
      return false;
    }
    List<String> columns = words(text);
    return PFC_HEADING.matcher(text).matches()
        || (columns.size() > 1 && COUNTERS.containsAll(columns.subList(1, columns.size())));
  }

  private static List<String> words(String text) {
    return Arrays.asList(text.strip().split("\\s+", 20));
  }

  @Override
  protected boolean continues(TextLine line) {
    String text = line.text();
    return text.length() < 200
        && (RULER.matcher(text).matches()
            || isHeading(text)
            || PFC.matcher(text).matches()
            || PORT.matcher(words(text).getFirst()).matches());
  }

  @Override
  protected int end(SourceLines document, int at, Starts starts) {
    return endOfParts(document, at);
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    List<String> columns = List.of();
    for (TextLine line : block) {
      Matcher pfc = PFC.matcher(line.text());
      if (isHeading(line.text())) {
        columns = words(line.text());
        String heading = String.join(" ", columns);
        sink.add(line, new Subject(SubjectKind.ITEM, "port counters"), "columns", heading);
      } else if (pfc.matches()) {
        flowControl(line, pfc, sink);
      } else {
        counters(line, columns, sink);
      }
    }
  }

  private static void flowControl(TextLine line, Matcher pfc, FactSink sink) {
    Subject port = SwitchPortSubject.of(pfc.group(1));
    sink.add(line, port, PfcStateKeys.MODE, pfc.group(2));
    sink.add(line, port, PfcStateKeys.IN_FORCE, pfc.group(3));
    if (pfc.group(4) != null) {
      sink.add(line, port, PfcStateKeys.BITMAP, "0x" + pfc.group(4));
    }
    sink.add(line, port, RdmaKeys.counter("rx.pfc"), pfc.group(5));
    sink.add(line, port, RdmaKeys.counter("tx.pfc"), pfc.group(6));
  }

  private static void counters(TextLine line, List<String> columns, FactSink sink) {
    List<String> cells = words(line.text());
    if (cells.size() != columns.size()
        || !PORT.matcher(cells.getFirst()).matches()
        || !cells.stream().skip(1).allMatch(cell -> COUNT.matcher(cell).matches())) {
      return;
    }
    int priority = columns.indexOf("PriLvl");
    boolean totals = cells.getFirst().equals("Totals");
    Subject port =
        totals
            ? new Subject(SubjectKind.ITEM, "port counters")
            : SwitchPortSubject.of(cells.getFirst());
    for (int i = 1; i < cells.size(); i++) {
      String name = counter(columns.get(i));
      String of = priority > 0 && i > priority ? name + "." + cells.get(priority) : name;
      String key = totals ? "total." + name : i == priority ? "priority" : RdmaKeys.counter(of);
      sink.add(line, port, key, cells.get(i));
    }
  }

  /** As {@code show interface} has it, where it has it. */
  private static String counter(String column) {
    return switch (column) {
      case "InDiscards" -> "input-discards";
      case "OutDiscards" -> "output-discards";
      case "FCS-Err", "FCS" -> "crc";
      case "Rx" -> "input-errors";
      case "Tx" -> "output-errors";
      case "RxPfc" -> "rx.pfc";
      case "TxPfc" -> "tx.pfc";
      default -> KeySlug.of(column);
    };
  }
}
