package dev.headroom.formats.kernel;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.read.Block;
import dev.headroom.formats.read.Document;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.Field;
import dev.headroom.formats.read.Kind;
import dev.headroom.formats.read.Line;
import dev.headroom.formats.read.Reader;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of {@code lscpu}: processors, their NUMA nodes and caches. */
public final class LscpuReader extends Reader {
  private static final Pattern NODE = Pattern.compile("NUMA node(\\d+) CPU\\(s\\)");

  public LscpuReader() {
    super(Kind.of("lscpu", "processors", "lscpu"));
  }

  @Override
  protected List<String> clues() {
    return List.of("Architecture:");
  }

  @Override
  protected boolean starts(Document document, int at) {
    return document.text(at).startsWith("Architecture:") && document.text(at + 1).contains(":");
  }

  @Override
  protected int end(Document document, int at, Starts starts) {
    int end = at + 1;
    while (end < document.size() && document.text(end).contains(":") && !document.isBoundary(end)) {
      end++;
    }
    return end;
  }

  @Override
  protected void read(Block block, FactSink sink) {
    for (Line line : block) {
      Field.of(line.text())
          .ifPresent(field -> {
            sink.say(line, new Subject(Thing.CPU, ""), field.slug(), field.value());
            Matcher node = NODE.matcher(field.label());
            if (node.matches()) {
              sink.say(line, Subject.numa(node.group(1)), "cpus", field.value());
            }
          });
    }
  }
}
