package dev.headroom.formats.kernel;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of {@code /proc/interrupts}, and of grep's output for {@code /proc/irq}. */
public final class InterruptsReader extends FormatReader {
  private static final Pattern HEADER = Pattern.compile("\\s+CPU\\d+(\\s+CPU\\d+)*+\\s*");
  private static final Pattern ROW =
      Pattern.compile("\\s*(\\w{1,6}):((?:\\s+\\d{1,12}){1,1024}+)(?:\\s+(.*))?");
  private static final Pattern FILE =
      Pattern.compile(
          "\\s*/proc/irq/(\\d{1,6})/(node|smp_affinity|smp_affinity_list|effective_affinity|effective_affinity_list|affinity_hint|spurious):(.*)");

  public InterruptsReader() {
    super(
        FormatKind.of(
            "interrupts",
            "interrupts: counts by CPU, and their affinity",
            "/proc/interrupts, grep . /proc/irq/*/smp_affinity"));
  }

  @Override
  protected List<String> clues() {
    return List.of("/proc/irq/", "CPU0");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return (text.startsWith("/proc/irq/") && FILE.matcher(text).matches())
        || (text.contains("CPU0") && HEADER.matcher(text).matches());
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    for (TextLine line : block) {
      Matcher file = FILE.matcher(line.text());
      Matcher row = ROW.matcher(line.text());
      if (file.matches()) {
        sink.add(
            line,
            new Subject(SubjectKind.IRQ, file.group(1)),
            file.group(2).replace('_', '-'),
            file.group(3));
      } else if (HEADER.matcher(line.text()).matches()) {
        sink.add(line, Subject.host(), "interrupts.cpus", line.text());
      } else if (row.matches()) {
        Subject irq = new Subject(SubjectKind.IRQ, row.group(1));
        sink.add(line, irq, "counts", row.group(2));
        if (row.group(3) != null) {
          sink.add(line, irq, "name", row.group(3));
        }
      }
    }
  }
}
