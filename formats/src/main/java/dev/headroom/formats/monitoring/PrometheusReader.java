package dev.headroom.formats.monitoring;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.rdma.RdmaKeys;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.IgnoredLine;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of Prometheus' text format: node_exporter, the DCGM exporter and any other. */
public final class PrometheusReader extends FormatReader {
  private static final Pattern SAMPLE =
      Pattern.compile(
          "([a-zA-Z_:][a-zA-Z0-9_:]{2,200})(\\{[^}]{0,2000}\\})?\\s+([+-]?(?:[\\d.]+(?:[eE][+-]?\\d+)?|Inf|NaN))(?:\\s+(-?\\d+))?\\s*");
  private static final Pattern META =
      Pattern.compile("# (HELP|TYPE|UNIT) ([a-zA-Z_:][\\w:]*)(?: (.*))?");
  private static final Pattern EXPORTED = Pattern.compile("node_infiniband_(\\w+)_total");
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"((?:[^\"\\\\]|\\\\.)*)\"");

  public PrometheusReader() {
    super(
        FormatKind.of(
            "prometheus",
            "metrics of exporters",
            "node_exporter, dcgm-exporter",
            IgnoredLine.of("# EOF\\s*", "end of the exposition"),
            IgnoredLine.of("# HELP .*", "help text of a metric"),
            IgnoredLine.of("# (?!TYPE |UNIT ).*", "comment")));
  }

  @Override
  protected List<String> clues() {
    return List.of("# HELP ", "# TYPE ", "# UNIT ", "=\"");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return (text.startsWith("# ") && META.matcher(text).matches())
        || (text.contains("{") && text.contains("=\"") && SAMPLE.matcher(text).matches());
  }

  @Override
  protected boolean continues(TextLine line) {
    return META.matcher(line.text()).matches() || SAMPLE.matcher(line.text()).matches();
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    for (TextLine line : block) {
      Matcher meta = META.matcher(line.text());
      Matcher sample = SAMPLE.matcher(line.text());
      if (meta.matches()) {
        String more = meta.group(3) == null ? "" : meta.group(3);
        if (!"HELP".equals(meta.group(1))) {
          sink.add(line, new Subject(SubjectKind.METRIC, meta.group(2)), meta.group(1), more);
        }
      } else if (sample.matches()) {
        sample(line, sample, sink);
      }
    }
  }

  private static void sample(TextLine line, Matcher sample, FactSink sink) {
    String name = sample.group(1);
    String labels = sample.group(2) == null ? "" : sample.group(2);
    Subject metric = new Subject(SubjectKind.METRIC, name + labels);
    sink.add(line, metric, "value", sample.group(3));
    if (sample.group(4) != null) {
      sink.add(line, metric, "time", sample.group(4));
    }
    Matcher exported = EXPORTED.matcher(name);
    if (exported.matches()) {
      String device = label(labels, "device");
      String port = label(labels, "port");
      if (!device.isEmpty() && !port.isEmpty()) {
        sink.add(
            line,
            Subject.port(device, port),
            "exported." + RdmaKeys.counter(exported.group(1)),
            sample.group(3));
      }
    } else if (name.startsWith("DCGM_FI_") && !label(labels, "gpu").isEmpty()) {
      sink.add(line, Subject.gpu(label(labels, "gpu")), "dcgm." + name, sample.group(3));
    }
  }

  private static String label(String labels, String name) {
    Matcher label = LABEL.matcher(labels);
    while (label.find()) {
      if (label.group(1).equals(name)) {
        return label.group(2);
      }
    }
    return "";
  }
}
