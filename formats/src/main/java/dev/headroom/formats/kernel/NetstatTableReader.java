package dev.headroom.formats.kernel;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.rdma.RdmaKeys;
import dev.headroom.formats.read.ContiguousReader;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.IgnoredLine;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code netstat -i} of net-tools ({@code lib/interface.c}): a row of counters for each
 * interface. Older releases have a column for the metric.
 */
public final class NetstatTableReader extends ContiguousReader {
  private static final Pattern HEADING =
      Pattern.compile(
          "Iface\\s+MTU(?:\\s+Met)?\\s+RX-OK\\s+RX-ERR\\s+RX-DRP\\s+RX-OVR\\s+TX-OK\\s+TX-ERR\\s+TX-DRP\\s+TX-OVR\\s+Flg\\s*");
  private static final Pattern ROW =
      Pattern.compile(
          "([\\w.@:-]{1,40})\\s+(\\d{1,6}(?:\\s+\\d{1,20}){8,9})\\s+([A-Za-z]{1,12})\\s*");
  private static final String TITLE = "Kernel Interface table";

  /** As {@code /sys/class/net/INTERFACE/statistics} calls what the columns show. */
  private static final Map<String, String> NAMES =
      Map.of(
          "RX-OK", "rx_packets",
          "RX-ERR", "rx_errors",
          "RX-DRP", "rx_dropped",
          "RX-OVR", "rx_fifo_errors",
          "TX-OK", "tx_packets",
          "TX-ERR", "tx_errors",
          "TX-DRP", "tx_dropped",
          "TX-OVR", "tx_fifo_errors");

  public NetstatTableReader() {
    super(
        FormatKind.of(
            "netstat-table",
            "counters of network interfaces, one row each",
            "netstat -i",
            IgnoredLine.of(TITLE + "\\s*", "title")));
  }

  @Override
  protected List<String> clues() {
    return List.of("Iface", TITLE);
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return HEADING.matcher(text).matches()
        || (text.startsWith(TITLE) && HEADING.matcher(document.text(at + 1)).matches());
  }

  @Override
  protected boolean continues(TextLine line) {
    return HEADING.matcher(line.text()).matches() || ROW.matcher(line.text()).matches();
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    List<String> columns = List.of();
    for (TextLine line : block) {
      Matcher row = ROW.matcher(line.text());
      if (HEADING.matcher(line.text()).matches()) {
        columns = List.of(line.text().strip().split("\\s+"));
        sink.add(line, Subject.host(), "netstat.columns", String.join(" ", columns));
      } else if (row.matches()) {
        row(line, row, columns, sink);
      }
    }
  }

  private static void row(TextLine line, Matcher row, List<String> columns, FactSink sink) {
    String[] cells = row.group(2).split("\\s+");
    if (cells.length != columns.size() - 2) {
      return;
    }
    Subject netdev = Subject.netdev(row.group(1));
    sink.add(line, netdev, "mtu", cells[0]);
    for (int i = 1; i < cells.length; i++) {
      String column = columns.get(i + 1);
      String name = NAMES.get(column);
      sink.add(line, netdev, name == null ? "netstat." + column : RdmaKeys.counter(name), cells[i]);
    }
    sink.add(line, netdev, "netstat.flags", row.group(3));
  }
}
