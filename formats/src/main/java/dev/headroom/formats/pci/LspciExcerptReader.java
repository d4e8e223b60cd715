package dev.headroom.formats.pci;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.CommandArguments;
import dev.headroom.formats.read.ContiguousReader;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of one function's lines from {@code lspci -vvv -s 5e:00.0 | grep Lnk}: registers of its
 * PCI Express capability without the line that names it. The command does; without one, or where
 * several functions are left, it is a function that nobody names.
 */
public final class LspciExcerptReader extends ContiguousReader {
  private static final Pattern REGISTER =
      Pattern.compile("\\s*((?:Dev|Lnk)(?:Cap|Ctl|Sta)[23]?):\\s+(\\S.*)");

  /** The rest of a register's flags, which {@code grep -A} leaves. */
  private static final Pattern MORE = Pattern.compile("\\s{3,}\\w[^:]*[+-],?\\s*");

  private static final Pattern ADDRESS =
      Pattern.compile("(?:[0-9a-fA-F]{4,8}:)?[0-9a-fA-F]{2}:[0-9a-fA-F]{2}(?:\\.[0-7])?");

  public LspciExcerptReader() {
    super(
        FormatKind.of(
            "lspci-cut",
            "registers of a PCI function without the line that names it",
            "lspci -vvv -s ADDRESS | grep Lnk"));
  }

  @Override
  protected List<String> clues() {
    return List.of("Lnk", "Dev");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return (text.contains("Lnk") || text.contains("Dev")) && isRegister(text);
  }

  private static boolean isRegister(String text) {
    return text.length() < 400 && REGISTER.matcher(text).matches();
  }

  @Override
  protected boolean continues(TextLine line) {
    return isRegister(line.text())
        || (line.text().length() < 400 && MORE.matcher(line.text()).matches());
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    List<List<TextLine>> functions = functions(block);
    Optional<String> asked =
        CommandArguments.after(block.command(), "-s")
            .filter(name -> ADDRESS.matcher(name).matches());
    for (List<TextLine> lines : functions) {
      Subject function =
          functions.size() == 1 && asked.isPresent()
              ? Subject.pci(asked.get())
              : new Subject(SubjectKind.ITEM, "PCI function at " + lines.getFirst().number());
      if (function.kind() == SubjectKind.PCI) {
        sink.add(lines.getFirst(), function, PciKeys.ASKED, asked.get());
      }
      LspciRegisters registers = new LspciRegisters(function, sink);
      for (TextLine line : lines) {
        Matcher register = REGISTER.matcher(line.text());
        if (register.matches()) {
          registers.attribute(line, register.group(1), register.group(2));
        } else {
          registers.more(line, line.text().strip());
        }
      }
    }
  }

  /** A register that comes again is another function's. */
  private static List<List<TextLine>> functions(LineBlock block) {
    List<List<TextLine>> functions = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (TextLine line : block) {
      Matcher register = REGISTER.matcher(line.text());
      if (functions.isEmpty() || (register.matches() && !seen.add(register.group(1)))) {
        functions.add(new ArrayList<>());
        seen.clear();
        seen.add(register.matches() ? register.group(1) : "");
      }
      functions.getLast().add(line);
    }
    return functions;
  }
}
