package dev.headroom.formats.bench;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.read.Block;
import dev.headroom.formats.read.Document;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.Field;
import dev.headroom.formats.read.Ignored;
import dev.headroom.formats.read.Kind;
import dev.headroom.formats.read.Line;
import dev.headroom.formats.read.Reader;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tables of nccl-tests and rccl-tests: {@code all_reduce_perf} and the others. */
public final class NcclTestsReader extends Reader {
  private static final Pattern ROW =
      Pattern.compile(
          "\\s*+(?:\\d+:\\s)?\\s*+(\\d{1,15})\\s+(\\d{1,15})\\s+(float|double|half|bfloat16|int8|uint8|int32|uint32|int64|uint64|fp8_e4m3|fp8_e5m2|f8e4m3|f8e5m2)"
              + "(?:\\s+(sum|prod|min|max|avg|mulsum|none))?(?:\\s+(-?\\d{1,6}))?((?:\\s+(?:[\\d.eE+-]+|N/A)){4,8})\\s*");
  private static final Pattern LAUNCHED = Pattern.compile("\\s*(\\d+):\\s.*\\S.*");
  private static final Pattern DEVICE =
      Pattern.compile(
          "\\s*+(?:\\d+:\\s)?\\s*+#?\\s*+Rank\\s+(\\d+)\\s+(.*\\bon\\s.*\\bdevice\\s+.*)");
  private static final Pattern THREADS =
      Pattern.compile("\\s*+(?:\\d+:\\s)?\\s*+#\\s*(nThread .*)");
  private static final Pattern LABEL =
      Pattern.compile("\\s*+(?:\\d+:\\s)?\\s*+#\\s*([A-Z][A-Za-z ]+?)\\s*:\\s*(.*)");
  private static final List<String> CELLS =
      List.of("time.us", "algbw.gbytes", "busbw.gbytes", "wrong");

  public NcclTestsReader() {
    super(
        Kind.of(
            "nccl-tests",
            "times and bandwidths of collectives by size",
            "all_reduce_perf and the other nccl-tests, rccl-tests",
            Ignored.of("\\s*+(\\d+:\\s)?\\s*+#\\s*", "blank comment"),
            Ignored.of("\\s*+(\\d+:\\s)?\\s*+#\\s*Using devices\\s*", "heading"),
            Ignored.of(
                "\\s*+(\\d+:\\s)?\\s*+#\\s+out-of-place\\s+in-place\\s*", "heading of the table"),
            Ignored.of("\\s*+(\\d+:\\s)?\\s*+#\\s+size\\s+count\\s.*", "heading of the table"),
            Ignored.of(
                "\\s*+(\\d+:\\s)?\\s*+#\\s+\\(B\\)\\s+\\(elements\\).*", "units of the table"),
            Ignored.of("\\s*+(\\d+:\\s)?\\s*+", "a launcher's blank line"),
            Ignored.of("\\s*\\.\\.\\.\\s*", "left out by whoever pasted it")));
  }

  @Override
  protected boolean starts(Document document, int at) {
    String text = document.text(at);
    return (text.contains("#")
            && (text.contains("# nThread")
                || (text.contains("out-of-place") && text.contains("in-place"))
                || (text.contains(" size ") && text.contains(" count ") && text.contains("busbw"))
                || text.contains("Using devices")
                || text.contains("Avg bus bandwidth")))
        || DEVICE.matcher(text).matches()
        || ROW.matcher(text).matches();
  }

  @Override
  protected boolean continues(Line line) {
    String text = line.text();
    return ROW.matcher(text).matches()
        || DEVICE.matcher(text).matches()
        || (text.contains("#")
            && (text.contains("out-of-place")
                || text.contains("Using devices")
                || text.contains("Avg bus")));
  }

  @Override
  protected void read(Block block, FactSink sink) {
    for (Line line : block) {
      Matcher row = ROW.matcher(line.text());
      Matcher device = DEVICE.matcher(line.text());
      Matcher threads = THREADS.matcher(line.text());
      Matcher label = LABEL.matcher(line.text());
      Matcher launched = LAUNCHED.matcher(line.text());
      if (launched.matches()) {
        sink.say(line, test(line), "log.prefix", launched.group(1));
      }
      if (row.matches()) {
        row(line, row, sink);
      } else if (device.matches()) {
        sink.say(
            line, new Subject(Thing.RANK, "test " + device.group(1)), "device", device.group(2));
      } else if (threads.matches()) {
        sink.say(line, test(line), "arguments", threads.group(1));
      } else if (label.matches()) {
        Field field = new Field(label.group(1), label.group(2));
        sink.say(line, test(line), field.slug(), field.value());
      }
    }
  }

  private static Subject test(Line line) {
    return new Subject(Thing.MEASUREMENT, "nccl-tests at " + line.number());
  }

  private static void row(Line line, Matcher row, FactSink sink) {
    Subject subject =
        new Subject(Thing.MEASUREMENT, "nccl-tests " + row.group(1) + " B at " + line.number());
    sink.say(line, subject, "size.bytes", row.group(1));
    sink.say(line, subject, "count", row.group(2));
    sink.say(line, subject, "type", row.group(3));
    if (row.group(4) != null) {
      sink.say(line, subject, "operation", row.group(4));
    }
    if (row.group(5) != null) {
      sink.say(line, subject, "root", row.group(5));
    }
    String[] cells = row.group(6).strip().split("\\s+");
    int half = (cells.length + 1) / 2;
    for (int i = 0; i < cells.length; i++) {
      String place = i < half ? "out-of-place." : "in-place.";
      sink.say(line, subject, place + CELLS.get(Math.min(i % half, 3)), cells[i]);
    }
  }
}
