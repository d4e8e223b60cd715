package dev.headroom.formats.switches;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.read.Block;
import dev.headroom.formats.read.Document;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.Ignored;
import dev.headroom.formats.read.Kind;
import dev.headroom.formats.read.Line;
import dev.headroom.formats.read.Reader;
import dev.headroom.formats.read.Slug;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Tables of show commands: a heading, a ruler of dashes under each column, rows; as SONiC, Cumulus
 * and others print them. Without a heading the first column is the key.
 */
public final class ShowTableReader extends Reader {
  private static final Pattern RULER = Pattern.compile("\\s*-+(?:\\s+-+){1,40}\\s*");
  private static final Pattern DASHES = Pattern.compile("-+");

  public ShowTableReader() {
    super(
        Kind.of(
            "show-table",
            "tables of a switch's show commands",
            "show pfc counters, show mmu, nv show qos roce, ...",
            Ignored.of("\\s*-+(\\s+-+)*\\s*", "ruler")));
  }

  @Override
  protected boolean starts(Document document, int at) {
    return isRuler(document.text(at))
        || (isRuler(document.text(at + 1)) && !document.isBoundary(at));
  }

  private static boolean isRuler(String text) {
    return text.length() < 1000 && text.contains("--") && RULER.matcher(text).matches();
  }

  @Override
  protected int end(Document document, int at, Starts starts) {
    int ruler = isRuler(document.text(at)) ? at : at + 1;
    List<int[]> columns = columns(document.text(ruler));
    int end = ruler + 1;
    while (end < document.size() && belongs(document, end, columns)) {
      end++;
    }
    return end;
  }

  /** A blank line may divide groups of rows. */
  private static boolean belongs(Document document, int at, List<int[]> columns) {
    if (document.isBoundary(at) || isRuler(document.text(at)) || isRuler(document.text(at + 1))) {
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

  private static boolean isRow(String text, List<int[]> columns) {
    return columns.size() > 2
        && cells(text, columns).stream().filter(cell -> !cell.isEmpty()).count() == columns.size()
        && text.strip().split("\\s{2,}").length >= columns.size() - 1;
  }

  @Override
  protected void read(Block block, FactSink sink) {
    List<Line> lines = block.lines();
    boolean headed = lines.size() > 1 && isRuler(lines.get(1).text());
    int rulerAt = headed ? 1 : 0;
    String command = block.command().isEmpty() ? "table" : block.command();
    List<int[]> columns = columns(lines.get(rulerAt).text());
    List<String> names = new ArrayList<>();
    if (headed) {
      if (pair(lines.getFirst().text(), columns)) {
        sink.say(
            lines.getFirst(), new Subject(Thing.ITEM, command), "title", lines.getFirst().text());
        command = command + " " + lines.getFirst().text().strip();
      } else {
        names.addAll(cells(lines.getFirst().text(), columns));
        sink.say(
            lines.getFirst(),
            new Subject(Thing.ITEM, command),
            "columns",
            String.join(" | ", names));
      }
    }
    for (Line line : lines.subList(rulerAt + 1, lines.size())) {
      if (line.isBlank()) {
        continue;
      }
      row(
          line,
          command + " at " + block.first().number(),
          cells(line.text(), columns),
          names,
          sink);
    }
  }

  /** {@code Pool: ingress_lossless_pool} is a title, not a heading of columns. */
  private static boolean pair(String text, List<int[]> columns) {
    return text.contains(":")
        && cells(text, columns).stream().filter(String::isEmpty).count() + 1 < columns.size()
        && text.strip().matches("[\\w -]+:.*");
  }

  private static List<int[]> columns(String ruler) {
    List<int[]> columns = new ArrayList<>();
    Matcher dashes = DASHES.matcher(ruler);
    while (dashes.find()) {
      columns.add(new int[] {dashes.start(), dashes.end()});
    }
    return columns;
  }

  /** Words belong to the column whose dashes they overlap, else to the one before them. */
  private static List<String> cells(String text, List<int[]> columns) {
    List<StringBuilder> cells = new ArrayList<>();
    columns.forEach(_ -> cells.add(new StringBuilder()));
    Matcher word = Pattern.compile("\\S+").matcher(text);
    while (word.find()) {
      int best = 0;
      for (int i = 0; i < columns.size(); i++) {
        if (word.end() > columns.get(i)[0]) {
          best = i;
        }
      }
      StringBuilder cell = cells.get(best);
      cell.append(cell.isEmpty() ? "" : " ").append(word.group());
    }
    return cells.stream().map(StringBuilder::toString).toList();
  }

  private static void row(
      Line line, String table, List<String> cells, List<String> names, FactSink sink) {
    String name = cells.getFirst().isEmpty() ? "line " + line.number() : cells.getFirst();
    Subject row = new Subject(Thing.ITEM, table + "|" + name);
    sink.say(line, row, "row", name);
    for (int i = 1; i < cells.size(); i++) {
      if (!cells.get(i).isEmpty()) {
        String key =
            i < names.size() && !names.get(i).isEmpty()
                ? Slug.of(names.get(i))
                : "value" + (i > 1 ? "." + i : "");
        sink.say(line, row, key, cells.get(i));
      }
    }
  }
}
