package dev.headroom.formats.benchmark;

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

/** Reader of OSU micro-benchmarks: a title, a heading, sizes with their measurements. */
public final class OsuReader extends FormatReader {
  private static final Pattern TITLE = Pattern.compile("\\s*#\\s?(OSU .*)");
  private static final Pattern HEADER = Pattern.compile("\\s*#\\s?(Size\\s.*)");
  private static final Pattern ROW = Pattern.compile("\\s*(\\d{1,12})((?:\\s+[\\d.]+)+)\\s*");

  public OsuReader() {
    super(
        FormatKind.of(
            "osu", "bandwidth and latency between processes", "osu_bw, osu_latency, ..."));
  }

  @Override
  protected List<String> clues() {
    return List.of("OSU ");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    return TITLE.matcher(document.text(at)).matches();
  }

  @Override
  protected boolean continues(TextLine line) {
    return ROW.matcher(line.text()).matches();
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    Subject test = new Subject(SubjectKind.MEASUREMENT, "osu at " + block.first().number());
    for (TextLine line : block) {
      Matcher title = TITLE.matcher(line.text());
      Matcher header = HEADER.matcher(line.text());
      Matcher row = ROW.matcher(line.text());
      if (title.matches()) {
        sink.add(line, test, "test", title.group(1));
      } else if (header.matches()) {
        sink.add(line, test, "columns", header.group(1));
      } else if (row.matches()) {
        Subject point =
            new Subject(SubjectKind.MEASUREMENT, test.name() + " " + row.group(1) + " B");
        sink.add(line, point, "size.bytes", row.group(1));
        sink.add(line, point, "values", row.group(2));
      }
    }
  }
}
