package dev.headroom.formats.kernel;

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

/** Reader of {@code /proc/interrupts}, and of grep's output for {@code /proc/irq}. */
public final class InterruptsReader extends Reader {
  private static final Pattern HEADER = Pattern.compile("\\s+CPU\\d+(\\s+CPU\\d+)*+\\s*");
  private static final Pattern ROW =
      Pattern.compile("\\s*(\\w{1,6}):((?:\\s+\\d{1,12}){1,1024}+)(?:\\s+(.*))?");
  private static final Pattern FILE =
      Pattern.compile(
          "\\s*/proc/irq/(\\d{1,6})/(node|smp_affinity|smp_affinity_list|effective_affinity|effective_affinity_list|affinity_hint|spurious):(.*)");

  public InterruptsReader() {
    super(
        Kind.of(
            "interrupts",
            "interrupts: how many on which CPU, and where they may go",
            "/proc/interrupts, grep . /proc/irq/*/smp_affinity"));
  }

  @Override
  protected List<String> clues() {
    return List.of("/proc/irq/", "CPU0");
  }

  @Override
  protected boolean starts(Document document, int at) {
    String text = document.text(at);
    return (text.startsWith("/proc/irq/") && FILE.matcher(text).matches())
        || (text.contains("CPU0") && HEADER.matcher(text).matches());
  }

  @Override
  protected void read(Block block, FactSink sink) {
    for (Line line : block) {
      Matcher file = FILE.matcher(line.text());
      Matcher row = ROW.matcher(line.text());
      if (file.matches()) {
        sink.say(
            line,
            new Subject(Thing.IRQ, file.group(1)),
            file.group(2).replace('_', '-'),
            file.group(3));
      } else if (HEADER.matcher(line.text()).matches()) {
        sink.say(line, Subject.host(), "interrupts.cpus", line.text());
      } else if (row.matches()) {
        Subject irq = new Subject(Thing.IRQ, row.group(1));
        sink.say(line, irq, "counts", row.group(2));
        if (row.group(3) != null) {
          sink.say(line, irq, "name", row.group(3));
        }
      }
    }
  }
}
