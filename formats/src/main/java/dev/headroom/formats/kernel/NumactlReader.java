package dev.headroom.formats.kernel;

import dev.headroom.formats.fact.Subject;
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

/** Reader of {@code numactl -H}: NUMA nodes, their CPUs and memory, and their distances. */
public final class NumactlReader extends FormatReader {
  private static final Pattern AVAILABLE =
      Pattern.compile("\\s*available: (\\d{1,4}) nodes? \\((.*)\\)\\s*");
  private static final Pattern CPUS = Pattern.compile("\\s*node (\\d{1,4}) cpus:\\s*([\\d ]*)");
  private static final Pattern MEMORY =
      Pattern.compile("\\s*node (\\d{1,4}) (size|free): (\\d+) ([KMG]B)\\s*");
  private static final Pattern DISTANCE = Pattern.compile("\\s*(\\d{1,4}):\\s+((?:\\d{1,4}\\s*)+)");

  public NumactlReader() {
    super(
        FormatKind.of(
            "numactl",
            "NUMA nodes, their CPUs, memory and distances",
            "numactl -H",
            IgnoredLine.of("\\s*node distances:\\s*", "heading"),
            IgnoredLine.of("\\s*node( +\\d+)+\\s*", "heading of the distances")));
  }

  @Override
  protected List<String> clues() {
    return List.of("available: ", "node ");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return AVAILABLE.matcher(text).matches() || CPUS.matcher(text).matches();
  }

  @Override
  protected boolean continues(TextLine line) {
    return CPUS.matcher(line.text()).matches();
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    for (TextLine line : block) {
      Matcher available = AVAILABLE.matcher(line.text());
      Matcher cpus = CPUS.matcher(line.text());
      Matcher memory = MEMORY.matcher(line.text());
      Matcher distance = DISTANCE.matcher(line.text());
      if (available.matches()) {
        sink.add(line, Subject.host(), "numa.nodes", available.group(1));
        sink.add(line, Subject.host(), "numa.numbers", available.group(2));
      } else if (cpus.matches()) {
        sink.add(line, Subject.numa(cpus.group(1)), "cpus", cpus.group(2));
      } else if (memory.matches()) {
        String key = "size".equals(memory.group(2)) ? "memory" : "memory.free";
        sink.add(
            line,
            Subject.numa(memory.group(1)),
            key + ("MB".equals(memory.group(4)) ? ".mib" : "." + memory.group(4)),
            memory.group(3));
      } else if (distance.matches()) {
        sink.add(line, Subject.numa(distance.group(1)), "distances", distance.group(2));
      }
    }
  }
}
