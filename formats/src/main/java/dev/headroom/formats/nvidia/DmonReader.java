package dev.headroom.formats.nvidia;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.read.Block;
import dev.headroom.formats.read.Document;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.Kind;
import dev.headroom.formats.read.Line;
import dev.headroom.formats.read.Reader;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of {@code nvidia-smi dmon}: a row for each GPU and second. */
public final class DmonReader extends Reader {
  private static final Pattern HEADER =
      Pattern.compile("\\s*#\\s?(gpu\\s+.*|Date\\s+Time\\s+gpu.*|Time\\s+gpu.*)");
  private static final Pattern UNITS = Pattern.compile("\\s*#\\s?(Idx\\s+.*|YYYYMMDD.*|HH:MM.*)");
  private static final Pattern ROW = Pattern.compile("\\s*[\\d:]+(?:\\s+(?:[\\d.:]+|-))+\\s*");

  public DmonReader() {
    super(
        Kind.of("nvidia-dmon", "load, clocks and throughput of GPUs over time", "nvidia-smi dmon"));
  }

  @Override
  protected List<String> clues() {
    return List.of("gpu");
  }

  @Override
  protected boolean starts(Document document, int at) {
    return HEADER.matcher(document.text(at)).matches();
  }

  @Override
  protected boolean continues(Line line) {
    return ROW.matcher(line.text()).matches();
  }

  @Override
  protected void read(Block block, FactSink sink) {
    String[] columns = {};
    for (Line line : block) {
      Matcher header = HEADER.matcher(line.text());
      Matcher units = UNITS.matcher(line.text());
      if (header.matches()) {
        columns = header.group(1).strip().split("\\s+");
        sink.say(line, new Subject(Thing.ITEM, "dmon"), "columns", header.group(1));
      } else if (units.matches()) {
        sink.say(line, new Subject(Thing.ITEM, "dmon"), "units", units.group(1));
      } else if (ROW.matcher(line.text()).matches()) {
        row(line, columns, line.text().strip().split("\\s+"), sink);
      }
    }
  }

  private static void row(Line line, String[] columns, String[] cells, FactSink sink) {
    Subject subject = Subject.gpu("unnamed");
    for (int i = 0; i < Math.min(columns.length, cells.length); i++) {
      if ("gpu".equals(columns[i])) {
        subject = Subject.gpu(cells[i]);
      }
    }
    for (int i = 0; i < cells.length; i++) {
      sink.say(line, subject, "dmon." + (i < columns.length ? columns[i] : "column" + i), cells[i]);
    }
  }
}
