package dev.headroom.formats.benchmark;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.KeySlug;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;

/** Reader of comma-separated tables of measurements with a heading, by test, device or size. */
public final class CsvReader extends FormatReader {
  public CsvReader() {
    super(FormatKind.of("csv", "a comma-separated table with a header line", "benchmark scripts"));
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
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
  protected int end(SourceLines document, int at, Starts starts) {
    int columns = count(document.text(at));
    int end = at + 1;
    while (end < document.size() && count(document.text(end)) == columns) {
      end++;
    }
    return end;
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    String[] columns = block.first().text().split(",", -1);
    sink.add(
        block.first(),
        new Subject(SubjectKind.MEASUREMENT, "table"),
        "columns",
        block.first().text());
    for (TextLine line : block.lines().subList(1, block.lines().size())) {
      Subject row = new Subject(SubjectKind.MEASUREMENT, "row at " + line.number());
      String[] cells = line.text().split(",", -1);
      for (int i = 0; i < cells.length; i++) {
        sink.add(line, row, i < columns.length ? KeySlug.of(columns[i]) : "column." + i, cells[i]);
      }
    }
  }
}
