package dev.headroom.formats.ib;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.read.Block;
import dev.headroom.formats.read.Document;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.Ignored;
import dev.headroom.formats.read.Kind;
import dev.headroom.formats.read.Line;
import dev.headroom.formats.read.Slug;
import dev.headroom.formats.read.UnbrokenReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reader of {@code ibdiagnet2.net_dump_ext}: a line for each port of a fabric, with its bit error
 * ratios before and after FEC and its symbol error ratio. Columns are parted by colons, which the
 * last of them, the node's own words, may have too. A ratio of 1.5e-254 stands for none.
 */
public final class IbdiagnetPortsReader extends UnbrokenReader {
  private static final String LAST = "Node Desc";

  public IbdiagnetPortsReader() {
    super(
        Kind.of(
            "ibdiagnet-ports",
            "bit error ratios of the ports of an InfiniBand fabric",
            "ibdiagnet2.net_dump_ext",
            Ignored.of("#.*", "comment")));
  }

  @Override
  protected List<String> clues() {
    return List.of("Raw BER");
  }

  @Override
  protected boolean starts(Document document, int at) {
    String text = document.text(at);
    return text.contains("Raw BER") && text.contains(LAST) && text.split(":").length > 8;
  }

  @Override
  protected boolean continues(Line line) {
    return line.text().startsWith("#") || line.text().split(":").length > 8;
  }

  @Override
  protected void read(Block block, FactSink sink) {
    List<String> columns = cells(block.first().text(), Integer.MAX_VALUE);
    sink.say(
        block.first(),
        new Subject(Thing.ITEM, "ibdiagnet ports"),
        "columns",
        String.join(" | ", columns));
    Map<String, String> owners = new HashMap<>();
    for (Line line : block.lines().subList(1, block.lines().size())) {
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
        String key = columns.get(i).equals("#") ? "label" : Slug.of(columns.get(i));
        sink.say(line, port, "net-dump." + key, cells.get(i));
      }
    }
  }

  /** Nodes are called as they describe themselves, or by GUID if another describes itself so. */
  private static Subject port(Map<String, String> row, Map<String, String> owners) {
    String guid = row.getOrDefault("GUID", "");
    String described = row.getOrDefault(LAST, "").replace("\"", "");
    String owner = owners.computeIfAbsent(described, first -> guid);
    String node = described.isEmpty() || !owner.equals(guid) ? guid : described;
    return new Subject(Thing.SWITCH_PORT, node + "/" + row.getOrDefault("#IB", ""));
  }

  private static List<String> cells(String text, int most) {
    List<String> cells = new ArrayList<>();
    for (String cell : text.split(":", most)) {
      cells.add(cell.strip());
    }
    return cells;
  }
}
