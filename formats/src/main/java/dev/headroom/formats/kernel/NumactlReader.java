package dev.headroom.formats.kernel;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.Block;
import dev.headroom.formats.read.Document;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.Ignored;
import dev.headroom.formats.read.Kind;
import dev.headroom.formats.read.Line;
import dev.headroom.formats.read.Reader;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of {@code numactl -H}: NUMA nodes, their CPUs and memory, and their distances. */
public final class NumactlReader extends Reader {
  private static final Pattern AVAILABLE =
      Pattern.compile("\\s*available: (\\d{1,4}) nodes? \\((.*)\\)\\s*");
  private static final Pattern CPUS = Pattern.compile("\\s*node (\\d{1,4}) cpus:\\s*([\\d ]*)");
  private static final Pattern MEMORY =
      Pattern.compile("\\s*node (\\d{1,4}) (size|free): (\\d+) ([KMG]B)\\s*");
  private static final Pattern DISTANCE = Pattern.compile("\\s*(\\d{1,4}):\\s+((?:\\d{1,4}\\s*)+)");

  public NumactlReader() {
    super(
        Kind.of(
            "numactl",
            "NUMA nodes, their CPUs, memory and distances",
            "numactl -H",
            Ignored.of("\\s*node distances:\\s*", "heading"),
            Ignored.of("\\s*node( +\\d+)+\\s*", "heading of the distances")));
  }

  @Override
  protected List<String> clues() {
    return List.of("available: ", "node ");
  }

  @Override
  protected boolean starts(Document document, int at) {
    String text = document.text(at);
    return AVAILABLE.matcher(text).matches() || CPUS.matcher(text).matches();
  }

  @Override
  protected boolean continues(Line line) {
    return CPUS.matcher(line.text()).matches();
  }

  @Override
  protected void read(Block block, FactSink sink) {
    for (Line line : block) {
      Matcher available = AVAILABLE.matcher(line.text());
      Matcher cpus = CPUS.matcher(line.text());
      Matcher memory = MEMORY.matcher(line.text());
      Matcher distance = DISTANCE.matcher(line.text());
      if (available.matches()) {
        sink.say(line, Subject.host(), "numa.nodes", available.group(1));
        sink.say(line, Subject.host(), "numa.numbers", available.group(2));
      } else if (cpus.matches()) {
        sink.say(line, Subject.numa(cpus.group(1)), "cpus", cpus.group(2));
      } else if (memory.matches()) {
        String key = "size".equals(memory.group(2)) ? "memory" : "memory.free";
        sink.say(
            line,
            Subject.numa(memory.group(1)),
            key + ("MB".equals(memory.group(4)) ? ".mib" : "." + memory.group(4)),
            memory.group(3));
      } else if (distance.matches()) {
        sink.say(line, Subject.numa(distance.group(1)), "distances", distance.group(2));
      }
    }
  }
}
