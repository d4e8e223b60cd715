package dev.headroom.formats.infiniband;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.fact.ValueParser;
import dev.headroom.formats.rdma.RdmaKeys;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.IgnoredLine;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code ibdiagnet2.db_csv}, ibdiagnet's database of a fabric: tables between {@code
 * START_NAME} and {@code END_NAME}. Of nodes, ports and links it says what {@code iblinkinfo} does,
 * of counters what {@code perfquery} does; of every other table each row is kept whole. Nodes are
 * called as they describe themselves, or by their GUID where several describe themselves alike.
 *
 * <p>Widths are PortInfo's (InfiniBand Architecture Specification 1.7, table 155); a speed is one
 * number of PortInfo's three fields, extended ones in the second byte, FDR10 in the third, XDR in
 * the fourth (ibutils2, {@code IBLinkSpeed} of {@code ibdm}).
 */
public final class IbdiagnetDatabaseReader extends FormatReader {
  private static final Pattern START = Pattern.compile("START_([A-Z][A-Z0-9_]*)\\s*");
  private static final Map<String, String> WIDTHS =
      Map.of("1", "1", "2", "4", "4", "8", "8", "12", "16", "2");
  private static final Map<String, String> LANE_GBPS =
      Map.of(
          "1",
          "2.5",
          "2",
          "5.0",
          "4",
          "10.0",
          "256",
          "14.0625",
          "512",
          "25.78125",
          "1024",
          "53.125",
          "2048",
          "106.25",
          "65536",
          "10.3125",
          "16777216",
          "212.5");

  /** The counters of PM_INFO that rules judge. */
  private static final List<String> COUNTERS =
      List.of("SymbolErrorCounter", "LinkDownedCounter", "PortRcvErrors", "PortXmitDiscards");

  private static final List<String> KINDS = List.of("", "CA", "Switch", "Router");
  private static final List<String> STATES = List.of("", "Down", "Initialize", "Armed", "Active");

  public IbdiagnetDatabaseReader() {
    super(
        FormatKind.of(
            "ibdiagnet-db",
            "nodes, ports, links and counters of an InfiniBand fabric, in ibdiagnet's database",
            "ibdiagnet2.db_csv",
            IgnoredLine.of("(START|END)_[A-Z][A-Z0-9_]*\\s*", "begin or end of a table"),
            IgnoredLine.of("#.*", "comment")));
  }

  @Override
  protected List<String> clues() {
    return List.of("START_");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    return document.text(at).startsWith("START_")
        && START.matcher(document.text(at)).matches()
        && document.text(at + 1).indexOf(',') > 0;
  }

  /** Tables go on to the last one's end, with blank lines between. */
  @Override
  protected int end(SourceLines document, int at, Starts starts) {
    int end = at;
    int next = at;
    while (starts(document, next)) {
      String close = "END_" + document.text(next).strip().substring("START_".length());
      end = next + 1;
      while (end < document.size() && !document.text(end - 1).strip().equals(close)) {
        end++;
      }
      next = document.nextText(end);
    }
    return end;
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    Database database = new Database(sink);
    String table = "";
    List<String> columns = List.of();
    for (TextLine line : block) {
      String text = line.text().strip();
      Matcher start = START.matcher(text);
      if (start.matches()) {
        table = start.group(1);
        columns = List.of();
      } else if (!text.startsWith("END_") && !text.isEmpty() && !text.startsWith("#")) {
        if (columns.isEmpty()) {
          columns = cells(text);
          sink.add(line, new Subject(SubjectKind.ITEM, "ibdiagnet " + table), "columns", text);
        } else {
          database.row(line, table, row(columns, cells(text)));
        }
      }
    }
  }

  private static Map<String, String> row(List<String> columns, List<String> cells) {
    Map<String, String> row = new HashMap<>();
    for (int i = 0; i < Math.min(columns.size(), cells.size()); i++) {
      row.put(columns.get(i).toLowerCase(Locale.ROOT), cells.get(i));
    }
    return row;
  }

  /** Values between commas, which may stand in quotes with commas in them. */
  private static List<String> cells(String text) {
    List<String> cells = new ArrayList<>();
    StringBuilder cell = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"') {
        quoted = !quoted;
      } else if (c == ',' && !quoted) {
        cells.add(cell.toString().strip());
        cell.setLength(0);
      } else {
        cell.append(c);
      }
    }
    cells.add(cell.toString().strip());
    return cells;
  }

  /** The rows of one file, of which those of later tables name nodes of earlier ones. */
  private static final class Database {
    private final FactSink sink;
    private final Map<String, String> names = new HashMap<>();
    private final Map<String, String> owners = new HashMap<>();

    Database(FactSink sink) {
      this.sink = sink;
    }

    void row(TextLine line, String table, Map<String, String> row) {
      switch (table) {
        case "NODES" -> node(line, row);
        case "PORTS" -> port(line, row);
        case "LINKS" -> link(line, row);
        default -> {
          sink.add(line, about(table, line, row), table.toLowerCase(Locale.ROOT), line.text());
          if (table.equals("PM_INFO")) {
            counters(line, row);
          } else if (table.equals("WARNINGS_SYMBOL_BER_CHECK")) {
            bitErrors(line, row);
          }
        }
      }
    }

    /**
     * What {@code perfquery} calls the same. A port has a column of 8, 16 or 32 bits and one of 64;
     * the narrow one stays at its highest value.
     */
    private void counters(TextLine line, Map<String, String> row) {
      Subject port = counted(row);
      for (String counter : COUNTERS) {
        String narrow = row.getOrDefault(counter.toLowerCase(Locale.ROOT), "");
        String value = row.getOrDefault(counter.toLowerCase(Locale.ROOT) + "ext", narrow);
        if (ValueParser.wholeNumber(value).isPresent()) {
          sink.add(line, port, RdmaKeys.counter(counter), value);
        }
      }
    }

    /** What ibdiagnet thinks of a port's bit errors. */
    private void bitErrors(TextLine line, Map<String, String> row) {
      sink.add(line, counted(row), "ber.event", row.getOrDefault("eventname", ""));
      sink.add(line, counted(row), "ber.summary", row.getOrDefault("summary", ""));
    }

    private Subject counted(Map<String, String> row) {
      return new Subject(
          SubjectKind.SWITCH_PORT,
          name(guid(row.getOrDefault("nodeguid", "")))
              + "/"
              + row.getOrDefault("portnumber", row.getOrDefault("portnum", "")));
    }

    private void node(TextLine line, Map<String, String> row) {
      String guid = guid(row.getOrDefault("nodeguid", ""));
      String description = row.getOrDefault("nodedesc", "");
      boolean alone = !description.isEmpty() && owners.putIfAbsent(description, guid) == null;
      names.put(guid, alone ? description : guid);
      Subject node = new Subject(SubjectKind.NODE, name(guid));
      sink.add(line, node, "guid", guid);
      sink.add(line, node, "name", description);
      sink.add(line, node, "kind", one(KINDS, row.getOrDefault("nodetype", "")));
      sink.add(line, node, "nodes", line.text());
    }

    private void port(TextLine line, Map<String, String> row) {
      Subject link = port(row.getOrDefault("nodeguid", ""), row.getOrDefault("portnum", ""));
      sink.add(line, link, "ports", line.text());
      String width = WIDTHS.getOrDefault(row.getOrDefault("linkwidthactv", ""), "");
      String lane = LANE_GBPS.getOrDefault(row.getOrDefault("linkspeedactv", ""), "");
      String state = one(STATES, row.getOrDefault("portstate", ""));
      if (state.equals("Active") && !width.isEmpty() && !lane.isEmpty()) {
        sink.add(line, link, "width", width);
        sink.add(line, link, "lane.gbps", lane);
      }
      sink.add(line, link, "state", state);
    }

    /** A link is one of each of its ends. */
    private void link(TextLine line, Map<String, String> row) {
      String[] guids = {row.getOrDefault("nodeguid1", ""), row.getOrDefault("nodeguid2", "")};
      String[] ports = {row.getOrDefault("portnum1", ""), row.getOrDefault("portnum2", "")};
      for (int end = 0; end < 2; end++) {
        Subject link = port(guids[end], ports[end]);
        sink.add(line, link, "peer", name(guid(guids[1 - end])));
        sink.add(line, link, "peer.port", ports[1 - end]);
        sink.add(line, link, "links", line.text());
      }
    }

    private Subject about(String table, TextLine line, Map<String, String> row) {
      String guid = row.getOrDefault("nodeguid", "");
      String port = row.getOrDefault("portnum", row.getOrDefault("portnumber", ""));
      if (guid.isEmpty()) {
        return new Subject(SubjectKind.ITEM, "ibdiagnet " + table + " row at " + line.number());
      }
      return port.isEmpty() ? new Subject(SubjectKind.NODE, name(guid(guid))) : port(guid, port);
    }

    private Subject port(String guid, String port) {
      return new Subject(SubjectKind.LINK, name(guid(guid)) + "/" + port);
    }

    private String name(String guid) {
      return names.getOrDefault(guid, guid);
    }

    /** Tables differ in whether they fill a GUID up with zeros. */
    private static String guid(String said) {
      return said.matches("0[xX][0-9a-fA-F]{1,16}")
          ? "0x%16s".formatted(said.substring(2).toLowerCase(Locale.ROOT)).replace(' ', '0')
          : said;
    }

    private static String one(List<String> words, String number) {
      return number.matches("\\d") && Integer.parseInt(number) < words.size()
          ? words.get(Integer.parseInt(number))
          : number;
    }
  }
}
