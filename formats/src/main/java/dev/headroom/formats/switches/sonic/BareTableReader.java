package dev.headroom.formats.switches.sonic;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import dev.headroom.formats.switches.table.ShowTableReader;
import dev.headroom.formats.switches.table.TableColumns;
import dev.headroom.formats.switches.table.TableRow;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reader of tables of SONiC's show commands that lack the ruler below their heading, as after grep.
 * The heading begins with the word for a port, and rows begin with a port.
 */
public final class BareTableReader extends FormatReader {
  private static final Set<String> FIRST =
      Set.of(
          "Port",
          "Port Rx",
          "Port Tx",
          "PORT",
          "IFACE",
          "Iface",
          "Interface",
          "QUEUE",
          "LocalPort");
  private static final Pattern GAP = Pattern.compile("\\s{2,}");
  private static final Pattern NAME = Pattern.compile("[A-Za-z][\\w /().%|+#-]{0,30}");
  private static final Pattern ROW =
      Pattern.compile("\\s*(?:Ethernet|PortChannel)\\d{1,4}(?:[:|]\\S{1,12})?\\s{2,}\\S.*");
  private static final int LONGEST = 1000;
  private static final int FEWEST_COLUMNS = 3;

  public BareTableReader() {
    super(
        FormatKind.of(
            "bare-table",
            "tables of a switch's show commands without their separator line",
            "show interfaces counters | grep -v -- --"));
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    return isHeading(document, at)
        || (ShowTableReader.isTitle(document.text(at)) && isHeading(document, at + 1));
  }

  private static boolean isHeading(SourceLines document, int at) {
    String text = document.text(at);
    if (text.length() > LONGEST || !isRow(document.text(at + 1))) {
      return false;
    }
    String[] names = GAP.split(text.strip(), 64);
    return names.length >= FEWEST_COLUMNS
        && FIRST.contains(names[0])
        && List.of(names).stream().allMatch(name -> NAME.matcher(name).matches());
  }

  private static boolean isRow(String text) {
    return text.length() < LONGEST
        && (text.contains("Ethernet") || text.contains("PortChannel"))
        && ROW.matcher(text).matches();
  }

  @Override
  protected boolean continues(TextLine line) {
    return isRow(line.text());
  }

  @Override
  protected int end(SourceLines document, int at, Starts starts) {
    int end = isHeading(document, at) ? at + 1 : at + 2;
    while (end < document.size() && isRow(document.text(end))) {
      end++;
    }
    return end;
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    List<TextLine> lines = block.lines();
    String command = block.command().isEmpty() ? "table" : block.command();
    if (ShowTableReader.isTitle(lines.getFirst().text())) {
      sink.add(
          lines.getFirst(),
          new Subject(SubjectKind.ITEM, command),
          "title",
          lines.getFirst().text());
      command = command + " " + lines.getFirst().text().strip();
      lines = lines.subList(1, lines.size());
    }
    TableColumns columns =
        TableColumns.between(lines.stream().map(TextLine::text).collect(Collectors.toList()));
    List<String> names = columns.cells(lines.getFirst().text());
    sink.add(
        lines.getFirst(),
        new Subject(SubjectKind.ITEM, command),
        "columns",
        String.join(" | ", names));
    String table = command + " at " + block.first().number();
    for (TextLine line : lines.subList(1, lines.size())) {
      new TableRow(line, columns.cells(line.text()))
          .addCells(table, names, List.of(SonicShowTables.TABLES), sink);
    }
  }
}
