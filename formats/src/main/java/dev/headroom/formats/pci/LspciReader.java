package dev.headroom.formats.pci;

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

/**
 * Reader of {@code lspci} at all verbosity levels: a line for each function, with {@code -vv} and
 * {@code -vvv} its registers and capabilities below.
 *
 * <p>What rules ask for has keys of {@link PciKeys}; every flag and remaining word of a capability
 * is said besides, under {@code capability.label.flag}: {@code acs.ACSCtl.SrcValid}.
 */
public final class LspciReader extends FormatReader {
  private static final Pattern HEADER =
      Pattern.compile(
          "\\s{0,3}((?:[0-9a-fA-F]{4,8}:)?[0-9a-fA-F]{2}:[0-9a-fA-F]{2}\\.[0-7]) "
              + "([A-Z0-9][^:\\[]{2,60}?)(?: \\[([0-9a-f]{4})\\])?: (.+)");
  private static final Pattern DUMP =
      Pattern.compile("([0-9a-f]{2,3}): ((?:[0-9a-f]{2} ?){16})\\s*");
  private static final Pattern IDS = Pattern.compile(".*\\[([0-9a-f]{4}):([0-9a-f]{4})\\].*");
  private static final Pattern TAIL =
      Pattern.compile("(.*?)(?: \\(rev ([0-9a-f]{2})\\))?(?: \\(prog-if (.+)\\))?");

  public LspciReader() {
    super(
        FormatKind.of(
            "lspci",
            "PCI functions with registers and capabilities",
            "lspci -vvv",
            IgnoredLine.of("\\s*Capabilities: <access denied>", "not said without root")));
  }

  @Override
  protected List<String> clues() {
    return List.of(".0 ", ".1 ", ".2 ", ".3 ", ".4 ", ".5 ", ".6 ", ".7 ");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    int dot = text.indexOf('.');
    return dot >= 5 && dot <= 13 && HEADER.matcher(text).matches();
  }

  @Override
  protected boolean continues(TextLine line) {
    return line.text().startsWith("\t") || line.text().startsWith("        ");
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    TextLine first = block.first();
    Matcher header = HEADER.matcher(first.text());
    if (!header.matches()) {
      return;
    }
    Subject subject = Subject.pci(header.group(1));
    header(first, header, subject, sink);
    LspciRegisters registers = new LspciRegisters(subject, sink);
    for (int i = 1; i < block.lines().size(); i++) {
      TextLine line = block.lines().get(i);
      Matcher dump = DUMP.matcher(line.text());
      if (!line.text().startsWith("\t") && dump.matches()) {
        sink.add(line, subject, "config." + dump.group(1), dump.group(2));
      } else if (line.indent() > 0 && !line.isBlank()) {
        body(line, subject, registers, sink);
      } else if (!line.isBlank()) {
        if (!wrapped(block.lines(), i)) {
          return;
        }
        registers.more(line, line.text());
      }
    }
  }

  /** Mails break long lines and begin the rest at the margin. */
  private static boolean wrapped(List<TextLine> lines, int at) {
    return lines.get(at - 1).text().length() > 55
        && at + 1 < lines.size()
        && lines.get(at + 1).indent() > 0
        && lines.get(at).text().length() < 100;
  }

  private static void header(TextLine line, Matcher header, Subject subject, FactSink sink) {
    sink.add(line, subject, PciKeys.CLASS, header.group(2));
    if (header.group(3) != null) {
      sink.add(line, subject, PciKeys.CLASS_CODE, "0x" + header.group(3));
    }
    Matcher tail = TAIL.matcher(header.group(4).strip());
    if (!tail.matches()) {
      sink.add(line, subject, PciKeys.NAME, header.group(4));
      return;
    }
    sink.add(line, subject, PciKeys.NAME, tail.group(1));
    Matcher ids = IDS.matcher(tail.group(1));
    if (ids.matches()) {
      sink.add(line, subject, PciKeys.VENDOR_ID, ids.group(1));
      sink.add(line, subject, PciKeys.DEVICE_ID, ids.group(2));
    }
    if (tail.group(2) != null) {
      sink.add(line, subject, "revision", tail.group(2));
    }
    if (tail.group(3) != null) {
      sink.add(line, subject, "programming-interface", tail.group(3));
    }
  }

  private static void body(
      TextLine line, Subject subject, LspciRegisters registers, FactSink sink) {
    switch (LspciBodyLine.of(line.text().strip())) {
      case LspciBodyLine.Capability(String offset, String rest) ->
          registers.capability(line, offset, rest);
      case LspciBodyLine.Labelled(String label, String value) -> {
        if (registers.inCapability() && line.indent() > 8) {
          registers.register(line, label, value);
        } else {
          registers.attribute(line, label, value);
        }
      }
      case LspciBodyLine.Slot(String text) -> sink.add(line, subject, PciKeys.PHYSICAL_SLOT, text);
      case LspciBodyLine.More(String text) -> registers.more(line, text);
      case LspciBodyLine.Nothing() -> {}
    }
  }
}
