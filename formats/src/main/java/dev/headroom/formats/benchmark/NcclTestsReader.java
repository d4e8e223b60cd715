package dev.headroom.formats.benchmark;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.IgnoredLine;
import dev.headroom.formats.read.LabelledField;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of the tables of nccl-tests and rccl-tests: {@code all_reduce_perf} and the others. */
public final class NcclTestsReader extends FormatReader {
  /** What {@code srun --label}, {@code pdsh}, {@code kubectl logs --timestamps}, {@code ts} add. */
  private static final String BEFORE =
      "\\s*+(?:(?:\\d{1,7}:|[A-Za-z][\\w.-]{0,252}:"
          + "|\\[?\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d:\\d\\d(?:[.,]\\d{1,9})?(?:Z|[+-]\\d\\d:?\\d\\d)?]?:?"
          + "|[A-Z][a-z]{2} [ \\d]\\d \\d\\d:\\d\\d:\\d\\d)\\s){0,2}+\\s*+";

  /**
   * The root has four digits at most: older versions have no such column, and times from 10,000 us
   * on have no point. Cells of one side: 3 or 4, and with {@code --per_iter} as many again for the
   * calls' spread.
   */
  private static final Pattern ROW =
      Pattern.compile(
          BEFORE
              + "(\\d{1,15})\\s+(\\d{1,15})\\s+(float|double|half|bfloat16|int8|uint8|int32|uint32|int64|uint64|fp8_e4m3|fp8_e5m2|f8e4m3|f8e5m2)"
              + "(?:\\s+(sum|prod|min|max|avg|mulsum|none))?(?:\\s+(-?\\d{1,4}))?((?:\\s+(?:(?!\\d{4}-)[\\d.eE+-]+|N/A|-?nan|inf)){4,8}+(?:(?:\\s+(?:[\\d.eE+-]+|-?nan|inf)){8})?)"
              + "(?:\\s+\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d)?\\s*");

  private static final Pattern LAUNCHED = Pattern.compile("\\s*(\\d+):\\s.*\\S.*");
  private static final Pattern DEVICE =
      Pattern.compile(BEFORE + "#?\\s*+Rank\\s+(\\d+)\\s+(.*\\bon\\s.*\\bdevice\\s+.*)");
  private static final Pattern THREADS = Pattern.compile(BEFORE + "#\\s*(nThread .*)");
  private static final Pattern LABEL =
      Pattern.compile(BEFORE + "#\\s*([A-Z][A-Za-z ]+?)\\s*:\\s*(.*)");

  /** Blanks that stand where a test that runs in place only has no cells of the other side. */
  private static final int NO_CELLS = 24;

  private static final List<String> CELLS =
      List.of("time.us", "algbw.gbytes", "busbw.gbytes", "wrong");

  public NcclTestsReader() {
    super(
        FormatKind.of(
            "nccl-tests",
            "times and bandwidths of collectives by message size",
            "all_reduce_perf and the other nccl-tests, rccl-tests",
            IgnoredLine.of(BEFORE + "#\\s*", "blank comment"),
            IgnoredLine.of(BEFORE + "#\\s*Using devices\\s*", "heading"),
            IgnoredLine.of(BEFORE + "#\\s+out-of-place[^#]*in-place[^#]*", "heading of the table"),
            IgnoredLine.of(BEFORE + "#\\s+size\\s+count\\s.*", "heading of the table"),
            IgnoredLine.of(BEFORE + "#\\s+\\(B\\)\\s+\\(elements\\).*", "units of the table"),
            IgnoredLine.of(
                BEFORE + "#\\s+size\\s+ran\\s+time\\b.*", "header of a simulation's columns"),
            IgnoredLine.of(
                BEFORE + "#\\s+\\(B\\)\\s+\\(us\\).*", "units of a simulation's columns"),
            IgnoredLine.of(
                BEFORE + "#\\s+\\d{1,15}\\s+(?:-|[a-z][a-z0-9/-]{1,30})\\s+[\\d.e+]{1,9}\\b.*",
                "algorithm and protocol of a simulated run"),
            IgnoredLine.of(BEFORE, "a launcher's blank line"),
            IgnoredLine.of("\\s*\\.\\.\\.\\s*", "an omission mark in pasted text")));
  }

  @Override
  protected List<String> clues() {
    return List.of(
        "# nThread",
        "Collective test starting",
        "in-place",
        "busbw",
        "Using devices",
        "Avg bus bandwidth",
        "Rank",
        "float",
        "double",
        "half",
        "int8",
        "int32",
        "int64",
        "fp8_",
        "f8e");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return (text.contains("#")
            && (text.contains("# nThread")
                || text.contains("# Collective test starting:")
                || (text.contains("out-of-place") && text.contains("in-place"))
                || (text.contains(" size ") && text.contains(" count ") && text.contains("busbw"))
                || text.contains("Using devices")
                || text.contains("Avg bus bandwidth")))
        || DEVICE.matcher(text).matches()
        || ROW.matcher(text).matches();
  }

  @Override
  protected boolean continues(TextLine line) {
    String text = line.text();
    return ROW.matcher(text).matches()
        || DEVICE.matcher(text).matches()
        || (text.contains("#")
            && (text.contains("out-of-place")
                || text.contains("Using devices")
                || text.contains("Avg bus")));
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    for (TextLine line : block) {
      Matcher row = ROW.matcher(line.text());
      Matcher device = DEVICE.matcher(line.text());
      Matcher threads = THREADS.matcher(line.text());
      Matcher label = LABEL.matcher(line.text());
      Matcher launched = LAUNCHED.matcher(line.text());
      if (launched.matches()) {
        sink.add(line, test(line), "log.prefix", launched.group(1));
      }
      if (row.matches()) {
        row(line, row, sink);
      } else if (device.matches()) {
        sink.add(
            line,
            new Subject(SubjectKind.RANK, "test " + device.group(1)),
            "device",
            device.group(2));
      } else if (threads.matches()) {
        sink.add(line, test(line), "arguments", threads.group(1));
      } else if (label.matches()) {
        LabelledField field = new LabelledField(label.group(1), label.group(2));
        sink.add(line, test(line), field.slug(), field.value());
      }
    }
  }

  private static Subject test(TextLine line) {
    return new Subject(SubjectKind.MEASUREMENT, "nccl-tests at " + line.number());
  }

  private static void row(TextLine line, Matcher row, FactSink sink) {
    Subject subject =
        new Subject(
            SubjectKind.MEASUREMENT, "nccl-tests " + row.group(1) + " B at " + line.number());
    sink.add(line, subject, "size.bytes", row.group(1));
    sink.add(line, subject, "count", row.group(2));
    sink.add(line, subject, "type", row.group(3));
    if (row.group(4) != null) {
      sink.add(line, subject, "operation", row.group(4));
    }
    if (row.group(5) != null) {
      sink.add(line, subject, "root", row.group(5));
    }
    String[] cells = row.group(6).strip().split("\\s+");
    boolean oneSide = cells.length == 4;
    boolean isInPlace = oneSide && row.group(6).indexOf(cells[0]) >= NO_CELLS;
    int side = oneSide ? 4 : (cells.length + 1) / 2;
    for (int i = 0; i < cells.length; i++) {
      String place = isInPlace || i >= side ? "in-place." : "out-of-place.";
      int cell = i % side;
      if (cell < CELLS.size()) {
        sink.add(line, subject, place + CELLS.get(cell), cells[i]);
      }
    }
  }
}
