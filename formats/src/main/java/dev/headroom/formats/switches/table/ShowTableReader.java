package dev.headroom.formats.switches.table;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.IgnoredLine;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import dev.headroom.formats.switches.TableInterpreter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reader of show command tables as SONiC, Cumulus and others print them: a heading, a ruler of
 * dashes under each column, rows. Without a heading the first column is the key.
 */
public final class ShowTableReader extends FormatReader {
  private static final Pattern RULER = Pattern.compile("\\s*-+(?:\\s+-+){1,40}\\s*");

  private static final Pattern TITLE =
      Pattern.compile("[A-Z][\\w -]{3,70}:(?: \\([\\w ]{1,40}\\))?\\s*");

  private final List<TableInterpreter> meanings;

  /** One that tells what rows mean to vendors, too. */
  public ShowTableReader(List<TableInterpreter> meanings) {
    super(
        FormatKind.of(
            "show-table",
            "tables of a switch's show commands",
            "show pfc counters, show mmu, nv show qos roce, ...",
            IgnoredLine.of("\\s*-+(\\s+-+)*\\s*", "ruler")));
    this.meanings = List.copyOf(meanings);
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    return isRuler(document.text(at))
        || (isRuler(document.text(at + 1)) && !document.isBoundary(at))
        || (isRuler(document.text(at + 2)) && isTitle(document.text(at)));
  }

  /** {@code Ingress PG dropped packets:}, above the heading. */
  public static boolean isTitle(String text) {
    return text.length() < 100 && text.indexOf(':') > 0 && TITLE.matcher(text).matches();
  }

  private static boolean isRuler(String text) {
    return text.length() < 1000 && text.contains("--") && RULER.matcher(text).matches();
  }

  @Override
  protected int end(SourceLines document, int at, Starts starts) {
    int ruler = at;
    while (!isRuler(document.text(ruler)) && ruler < at + 2) {
      ruler++;
    }
    TableColumns columns = TableColumns.under(document.text(ruler));
    int end = ruler + 1;
    while (end < document.size() && belongs(document, end, ruler, columns)) {
      if (isClosed(document, end + 1, ruler)) {
        return end + 2;
      }
      end++;
    }
    return end;
  }

  /** Whether the ruler stands again at the end of a table, and not below the next one's heading. */
  private static boolean isClosed(SourceLines document, int at, int ruler) {
    return document.text(at).equals(document.text(ruler))
        && (document.text(at + 1).isBlank() || document.isBoundary(at + 1));
  }

  /** A blank line may divide groups of rows. */
  private static boolean belongs(SourceLines document, int at, int ruler, TableColumns columns) {
    if (document.isBoundary(at)
        || isRuler(document.text(at))
        || isTitle(document.text(at))
        || (isRuler(document.text(at + 1)) && !isClosed(document, at + 1, ruler))) {
      return false;
    }
    if (!document.line(at).isBlank()) {
      return !document.line(at - 1).isBlank() || isRow(document.text(at), columns);
    }
    return at + 1 < document.size()
        && !document.isBoundary(at + 1)
        && !isRuler(document.text(at + 2))
        && isRow(document.text(at + 1), columns);
  }

  private static boolean isRow(String text, TableColumns columns) {
    return columns.count() > 2
        && columns.cells(text).stream().filter(cell -> !cell.isEmpty()).count() == columns.count()
        && text.strip().split("\\s{2,}").length >= columns.count() - 1;
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    List<TextLine> lines = block.lines();
    String command = block.command().isEmpty() ? "table" : block.command();
    String title = "";
    if (lines.size() > 2 && isRuler(lines.get(2).text()) && isTitle(lines.getFirst().text())) {
      TextLine first = lines.getFirst();
      sink.add(first, new Subject(SubjectKind.ITEM, command), "title", first.text());
      command = command + " " + first.text().strip();
      lines = lines.subList(1, lines.size());
    }
    boolean headed = lines.size() > 1 && isRuler(lines.get(1).text());
    int rulerAt = headed ? 1 : 0;
    TableColumns columns = TableColumns.under(lines.get(rulerAt).text());
    List<String> names = new ArrayList<>();
    if (headed) {
      if (pair(lines.getFirst().text(), columns)) {
        sink.add(
            lines.getFirst(),
            new Subject(SubjectKind.ITEM, command),
            "title",
            lines.getFirst().text());
        title = lines.getFirst().text();
        command = command + " " + title.strip();
      } else {
        names.addAll(columns.cells(lines.getFirst().text()));
        sink.add(
            lines.getFirst(),
            new Subject(SubjectKind.ITEM, command),
            "columns",
            String.join(" | ", names));
      }
    }
    for (TextLine line : lines.subList(rulerAt + 1, lines.size())) {
      if (line.isBlank() || isRuler(line.text())) {
        continue;
      }
      List<String> cells = columns.cells(line.text());
      new TableRow(line, cells)
          .addCells(command + " at " + block.first().number(), names, meanings, sink);
      titled(title, cells.getFirst())
          .ifPresent(row -> sink.add(line, row, cells.getFirst(), cells.get(1)));
    }
  }

  private Optional<Subject> titled(String title, String field) {
    return meanings.stream().flatMap(each -> each.titled(title, field).stream()).findFirst();
  }

  /** {@code Pool: ingress_lossless_pool} is a title, not a heading of columns. */
  private boolean pair(String text, TableColumns columns) {
    return meanings.stream().anyMatch(each -> each.isTitle(text))
        || (text.contains(":")
            && columns.cells(text).stream().filter(String::isEmpty).count() + 1 < columns.count()
            && text.strip().matches("[\\w -]+:.*"));
  }
}
