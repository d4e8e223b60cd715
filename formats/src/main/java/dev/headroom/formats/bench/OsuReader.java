package dev.headroom.formats.bench;

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

/** Reader of OSU micro-benchmarks: a title, a heading, sizes with their measurements. */
public final class OsuReader extends Reader {
  private static final Pattern TITLE = Pattern.compile("\\s*#\\s?(OSU .*)");
  private static final Pattern HEADER = Pattern.compile("\\s*#\\s?(Size\\s.*)");
  private static final Pattern ROW = Pattern.compile("\\s*(\\d{1,12})((?:\\s+[\\d.]+)+)\\s*");

  public OsuReader() {
    super(Kind.of("osu", "bandwidth and latency between processes", "osu_bw, osu_latency, ..."));
  }

  @Override
  protected List<String> clues() {
    return List.of("OSU ");
  }

  @Override
  protected boolean starts(Document document, int at) {
    return TITLE.matcher(document.text(at)).matches();
  }

  @Override
  protected boolean continues(Line line) {
    return ROW.matcher(line.text()).matches();
  }

  @Override
  protected void read(Block block, FactSink sink) {
    Subject test = new Subject(Thing.MEASUREMENT, "osu at " + block.first().number());
    for (Line line : block) {
      Matcher title = TITLE.matcher(line.text());
      Matcher header = HEADER.matcher(line.text());
      Matcher row = ROW.matcher(line.text());
      if (title.matches()) {
        sink.say(line, test, "test", title.group(1));
      } else if (header.matches()) {
        sink.say(line, test, "columns", header.group(1));
      } else if (row.matches()) {
        Subject point = new Subject(Thing.MEASUREMENT, test.name() + " " + row.group(1) + " B");
        sink.say(line, point, "size.bytes", row.group(1));
        sink.say(line, point, "values", row.group(2));
      }
    }
  }
}
