package dev.headroom.formats.infiniband;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.ContiguousReader;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.IgnoredLine;
import dev.headroom.formats.read.KeySlug;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reader of {@code ibdiagnet2.net_dump_ext}: a line for each port of a fabric, with its bit error
 * ratios before and after FEC and its symbol error ratio. Columns are parted by colons, which the
 * last of them, the node's own words, may have too. A ratio of 1.5e-254 stands for none.
 */
public final class IbdiagnetPortsReader extends ContiguousReader {
  private static final String LAST = "Node Desc";

  public IbdiagnetPortsReader() {
    super(
        FormatKind.of(
            "ibdiagnet-ports",
            "bit error ratios of the ports of an InfiniBand fabric",
            "ibdiagnet2.net_dump_ext",
            IgnoredLine.of("#.*", "comment")));
  }

  @Override
  protected List<String> clues() {
    return List.of("Raw BER");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return text.contains("Raw BER") && text.contains(LAST) && text.split(":").length > 8;
  }

  @Override
  protected boolean continues(TextLine line) {
    return line.text().startsWith("#") || line.text().split(":").length > 8;
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    List<String> columns = cells(block.first().text(), Integer.MAX_VALUE);
    sink.add(
        block.first(),
        new Subject(SubjectKind.ITEM, "ibdiagnet ports"),
        "columns",
        String.join(" | ", columns));
    Map<String, String> owners = new HashMap<>();
    for (TextLine line : block.lines().subList(1, block.lines().size())) {
      List<String> cells = cells(line.text(), columns.size());
      if (line.text().startsWith("#") || cells.size() < columns.size()) {
        continue;
      }
      Map<String, String> row = new HashMap<>();
      for (int i = 0; i < columns.size(); i++) {
        row.put(columns.get(i), cells.get(i));
      }
      Subject port = port(row, owners);
      for (int i = 0; i < columns.size(); i++) {
        String key = columns.get(i).equals("#") ? "label" : KeySlug.of(columns.get(i));
        sink.add(line, port, "net-dump." + key, cells.get(i));
      }
    }
  }

  /** Nodes are called as they describe themselves, or by GUID if another describes itself so. */
  private static Subject port(Map<String, String> row, Map<String, String> owners) {
    String guid = row.getOrDefault("GUID", "");
    String described = row.getOrDefault(LAST, "").replace("\"", "");
    String owner = owners.computeIfAbsent(described, first -> guid);
    String node = described.isEmpty() || !owner.equals(guid) ? guid : described;
    return new Subject(SubjectKind.SWITCH_PORT, node + "/" + row.getOrDefault("#IB", ""));
  }

  private static List<String> cells(String text, int most) {
    List<String> cells = new ArrayList<>();
    for (String cell : text.split(":", most)) {
      cells.add(cell.strip());
    }
    return cells;
  }
}
