package dev.headroom.formats.bench;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.read.Block;
import dev.headroom.formats.read.Document;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.Kind;
import dev.headroom.formats.read.Line;
import dev.headroom.formats.read.Reader;
import dev.headroom.formats.read.Slug;

/** Reader of comma-separated tables of measurements with a heading, by test, device or size. */
public final class CsvReader extends Reader {
  public CsvReader() {
    super(Kind.of("csv", "a table with commas and a heading", "scripts around benchmarks"));
  }

  @Override
  protected boolean starts(Document document, int at) {
    String text = document.text(at);
    return document.isFirst(at)
        && count(text) >= 2
        && text.matches("(?!,)[\\w ./\"()%,-]+")
        && count(document.text(at + 1)) == count(text);
  }

  private static int count(String text) {
    int commas = 0;
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) == ',') {
        commas++;
      }
    }
    return commas;
  }

  @Override
  protected int end(Document document, int at, Starts starts) {
    int columns = count(document.text(at));
    int end = at + 1;
    while (end < document.size() && count(document.text(end)) == columns) {
      end++;
    }
    return end;
  }

  @Override
  protected void read(Block block, FactSink sink) {
    String[] columns = block.first().text().split(",", -1);
    sink.say(
        block.first(), new Subject(Thing.MEASUREMENT, "table"), "columns", block.first().text());
    for (Line line : block.lines().subList(1, block.lines().size())) {
      Subject row = new Subject(Thing.MEASUREMENT, "row at " + line.number());
      String[] cells = line.text().split(",", -1);
      for (int i = 0; i < cells.length; i++) {
        sink.say(line, row, i < columns.length ? Slug.of(columns[i]) : "column." + i, cells[i]);
      }
    }
  }
}
