package dev.headroom.formats.kernel;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.LabelledField;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of {@code lscpu}: processors, their NUMA nodes and caches. */
public final class LscpuReader extends FormatReader {
  private static final Pattern NODE = Pattern.compile("NUMA node(\\d+) CPU\\(s\\)");

  public LscpuReader() {
    super(FormatKind.of("lscpu", "processors", "lscpu"));
  }

  @Override
  protected List<String> clues() {
    return List.of("Architecture:");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    return document.text(at).startsWith("Architecture:") && document.text(at + 1).contains(":");
  }

  @Override
  protected int end(SourceLines document, int at, Starts starts) {
    int end = at + 1;
    while (end < document.size() && document.text(end).contains(":") && !document.isBoundary(end)) {
      end++;
    }
    return end;
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    for (TextLine line : block) {
      LabelledField.of(line.text())
          .ifPresent(field -> {
            sink.add(line, new Subject(SubjectKind.CPU, ""), field.slug(), field.value());
            Matcher node = NODE.matcher(field.label());
            if (node.matches()) {
              sink.add(line, Subject.numa(node.group(1)), "cpus", field.value());
            }
          });
    }
  }
}
