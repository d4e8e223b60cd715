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

/** Reader of {@code p2pBandwidthLatencyTest} and {@code bandwidthTest} of the CUDA samples. */
public final class CudaSamplesReader extends FormatReader {
  private static final Pattern TITLE =
      Pattern.compile(
          "\\s*\\[(P2P \\(Peer-to-Peer\\) GPU Bandwidth Latency Test|CUDA Bandwidth Test)\\].*");
  private static final Pattern DEVICE = Pattern.compile("\\s*Device: (\\d+), (.*)");
  private static final Pattern ACCESS =
      Pattern.compile("\\s*Device=(\\d+) (CAN|CANNOT) Access Peer Device=(\\d+)\\s*");
  private static final Pattern MATRIX = Pattern.compile("\\s*(.*(?:Matrix|Bandwidth, ).*)");
  private static final Pattern HEADER = Pattern.compile("\\s*(D\\\\D|GPU|CPU)((?:\\s+\\d+)+)\\s*");
  private static final Pattern ROW = Pattern.compile("\\s*(\\d+)((?:\\s+[\\d.]+)+)\\s*");

  public CudaSamplesReader() {
    super(
        FormatKind.of(
            "cuda-samples",
            "bandwidth and latency between GPUs, and between GPU and host",
            "p2pBandwidthLatencyTest, bandwidthTest",
            IgnoredLine.of("\\s*\\*{0,3}NOTE: .*", "a fixed note"),
            IgnoredLine.of("\\s*So you can see lesser Bandwidth.*", "a fixed note"),
            IgnoredLine.of("\\s*\\[.*\\] - Starting\\.\\.\\.\\s*", "title"),
            IgnoredLine.of("\\s*Transfer Size \\(Bytes\\)\\s+Bandwidth.*", "heading")));
  }

  @Override
  protected List<String> clues() {
    return List.of("P2P", "CUDA Bandwidth Test", "Access Peer");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return (text.contains("[") && TITLE.matcher(text).matches())
        || (text.contains("Access Peer") && ACCESS.matcher(text).matches())
        || text.strip().equals("P2P Connectivity Matrix");
  }

  @Override
  protected int end(SourceLines document, int at, Starts starts) {
    int end = at + 1;
    while (end < document.size() && !document.isBoundary(end)) {
      end++;
    }
    return end;
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    Subject test =
        new Subject(SubjectKind.MEASUREMENT, "cuda-samples at " + block.first().number());
    String matrix = "";
    List<String> columns = List.of();
    for (TextLine line : block) {
      String text = line.text();
      Matcher title = TITLE.matcher(text);
      Matcher device = DEVICE.matcher(text);
      Matcher access = ACCESS.matcher(text);
      Matcher header = HEADER.matcher(text);
      Matcher row = ROW.matcher(text);
      Matcher named = MATRIX.matcher(text);
      if (title.matches()) {
        sink.add(line, test, "test", text);
      } else if (device.matches()) {
        sink.add(line, test, "device." + device.group(1), device.group(2));
      } else if (access.matches()) {
        sink.add(
            line,
            Subject.pair("GPU" + access.group(1), "GPU" + access.group(3)),
            "peer-access",
            access.group(2));
      } else if (header.matches()) {
        columns = List.of(header.group(2).strip().split("\\s+"));
        sink.add(line, test, "columns", text);
      } else if (row.matches()) {
        row(line, test, matrix, row, columns, sink);
      } else if (named.matches()) {
        matrix = named.group(1);
        sink.add(line, test, "matrix", matrix);
        columns = List.of();
      } else if (!line.isBlank() && !kindIgnores(text)) {
        var field = LabelledField.of(text).or(() -> LabelledField.of(text, '='));
        sink.add(
            line,
            test,
            field.map(LabelledField::slug).orElse("note"),
            field.map(LabelledField::value).orElse(text));
      }
    }
  }

  private boolean kindIgnores(String text) {
    return kind().ignored().stream().anyMatch(ignored -> ignored.pattern().matcher(text).matches());
  }

  private static void row(
      TextLine line,
      Subject test,
      String matrix,
      Matcher row,
      List<String> columns,
      FactSink sink) {
    String[] cells = row.group(2).strip().split("\\s+");
    for (int i = 0; i < cells.length; i++) {
      String to = i < columns.size() ? columns.get(i) : "value";
      sink.add(line, test, matrix + " " + row.group(1) + " " + to, cells[i]);
    }
  }
}
