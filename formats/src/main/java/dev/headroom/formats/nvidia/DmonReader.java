package dev.headroom.formats.nvidia;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of {@code nvidia-smi dmon}: a row for each GPU and second. */
public final class DmonReader extends FormatReader {
  private static final Pattern HEADER =
      Pattern.compile("\\s*#\\s?(gpu\\s+.*|Date\\s+Time\\s+gpu.*|Time\\s+gpu.*)");
  private static final Pattern UNITS = Pattern.compile("\\s*#\\s?(Idx\\s+.*|YYYYMMDD.*|HH:MM.*)");
  private static final Pattern ROW = Pattern.compile("\\s*[\\d:]+(?:\\s+(?:[\\d.:]+|-))+\\s*");

  public DmonReader() {
    super(
        FormatKind.of(
            "nvidia-dmon", "load, clocks and throughput of GPUs over time", "nvidia-smi dmon"));
  }

  @Override
  protected List<String> clues() {
    return List.of("gpu");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    return HEADER.matcher(document.text(at)).matches();
  }

  @Override
  protected boolean continues(TextLine line) {
    return ROW.matcher(line.text()).matches();
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    String[] columns = {};
    for (TextLine line : block) {
      Matcher header = HEADER.matcher(line.text());
      Matcher units = UNITS.matcher(line.text());
      if (header.matches()) {
        columns = header.group(1).strip().split("\\s+");
        sink.add(line, new Subject(SubjectKind.ITEM, "dmon"), "columns", header.group(1));
      } else if (units.matches()) {
        sink.add(line, new Subject(SubjectKind.ITEM, "dmon"), "units", units.group(1));
      } else if (ROW.matcher(line.text()).matches()) {
        row(line, columns, line.text().strip().split("\\s+"), sink);
      }
    }
  }

  private static void row(TextLine line, String[] columns, String[] cells, FactSink sink) {
    Subject subject = Subject.gpu("unnamed");
    for (int i = 0; i < Math.min(columns.length, cells.length); i++) {
      if ("gpu".equals(columns[i])) {
        subject = Subject.gpu(cells[i]);
      }
    }
    for (int i = 0; i < cells.length; i++) {
      sink.add(line, subject, "dmon." + (i < columns.length ? columns[i] : "column" + i), cells[i]);
    }
  }
}
