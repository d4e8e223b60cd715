package dev.headroom.formats.kernel;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.ContiguousReader;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.IgnoredLine;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of virtual machines: {@code virsh list}, and QEMU in {@code ps}. */
public final class VirtualMachineReader extends ContiguousReader {
  private static final Pattern HEADING = Pattern.compile("\\s*Id\\s+Name\\s+State\\s*");
  private static final Pattern RULE = Pattern.compile("\\s*-{10,}\\s*");

  /** The states of libvirt's domains (virsh(1), "list"). */
  private static final Pattern ROW =
      Pattern.compile(
          "\\s*(\\d+|-)\\s+(\\S.*?)\\s+(running|idle|paused|in shutdown|shut off|crashed|pmsuspended)\\s*");

  private static final Pattern PROCESS =
      Pattern.compile(
          "\\s*([\\w.+-]+)\\s+(\\d+)\\s+(?:\\S.*?\\s)?(?:\\S*/)?(qemu-system-\\w+|qemu-kvm)(\\s+-.*)");

  public VirtualMachineReader() {
    super(
        FormatKind.of(
            "guests",
            "virtual machines",
            "virsh list --all, ps aux | grep qemu",
            IgnoredLine.of("\\s*Id\\s+Name\\s+State\\s*", "heading"),
            IgnoredLine.of("\\s*-{10,}\\s*", "line below the header")));
  }

  @Override
  protected List<String> clues() {
    return List.of("State", "qemu");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return HEADING.matcher(text).matches()
        ? RULE.matcher(document.text(at + 1)).matches()
        : text.contains("qemu") && PROCESS.matcher(text).matches();
  }

  @Override
  protected boolean continues(TextLine line) {
    return RULE.matcher(line.text()).matches()
        || ROW.matcher(line.text()).matches()
        || PROCESS.matcher(line.text()).matches();
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    for (TextLine line : block) {
      Matcher row = ROW.matcher(line.text());
      Matcher process = PROCESS.matcher(line.text());
      if (process.matches()) {
        Subject guest = new Subject(SubjectKind.ITEM, "guest process " + process.group(2));
        sink.add(line, guest, "state", "running");
        sink.add(line, guest, "program", process.group(3));
        sink.add(line, guest, "process", line.text());
      } else if (row.matches()) {
        Subject guest = new Subject(SubjectKind.ITEM, "guest " + row.group(2));
        sink.add(line, guest, "id", row.group(1));
        sink.add(line, guest, "state", row.group(3));
      }
    }
  }
}
