package dev.headroom.formats.emit;

import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.List;

/**
 * File of {@code key = value} lines.
 *
 * @param subject the subject of its facts
 * @param file on the device
 * @param reload command that puts it into force
 */
public record KeyValueSyntax(Subject subject, String file, String reload) implements ConfigSyntax {
  @Override
  public List<PlacedStatement> statements(HostFacts host) {
    return host.facts().firstFactsOf(subject, _ -> true).stream()
        .map((Fact fact) -> new PlacedStatement(file, fact.key() + " = " + fact.value().strip()))
        .toList();
  }

  @Override
  public String apply(String text, List<StatementEdit> edits) {
    List<String> lines = new ArrayList<>(text.lines().toList());
    for (StatementEdit edit : edits) {
      for (PlacedStatement each : edit.replaced()) {
        lines.removeIf(line -> key(line).equals(key(each.text())));
      }
      if (!edit.isRemoval()) {
        lines.add(edit.text());
      }
    }
    return lines.isEmpty() ? "" : String.join("\n", lines) + "\n";
  }

  private static String key(String line) {
    return line.split("=", 2)[0].strip();
  }

  /**
   * A line each in the file, by {@code sed} where the key is there. A file that nobody read may
   * have any key, so that each goes first, and a copy of the file is the way back.
   */
  @Override
  public Script script(String name, ConfigState before, List<StatementEdit> edits) {
    boolean isKnown = before.isKnown();
    String kept = isKnown ? file + ".before" : file + "." + name + ".before";
    List<String> forward =
        new ArrayList<>(List.of("[ -e %2$s ] || cp %1$s %2$s".formatted(file, kept)));
    for (StatementEdit edit : edits) {
      edit.replaced().forEach(each -> forward.add(deleted(each.text())));
      if (!edit.isRemoval()) {
        if (!isKnown && edit.isAddition()) {
          forward.add(deleted(edit.text()));
        }
        forward.add("echo '%s' >> %s".formatted(edit.text(), file));
      }
    }
    forward.add(reload);
    return isKnown
        ? Script.of(forward, undo(edits))
        : new Script(
            forward,
            List.of("mv %s %s".formatted(kept, file), reload),
            List.of(),
            List.of(
                ("the present %s is not known: a key of the plan takes the place of the same key,"
                        + " also a list of port groups; a copy beside it keeps what was there")
                    .formatted(file)));
  }

  private List<String> undo(List<StatementEdit> edits) {
    List<String> back = new ArrayList<>();
    for (StatementEdit edit : edits.reversed()) {
      if (!edit.isRemoval()) {
        back.add(deleted(edit.text()));
      }
      edit.replaced().forEach(each -> back.add("echo '%s' >> %s".formatted(each.text(), file)));
    }
    back.add(reload);
    return back;
  }

  private String deleted(String line) {
    return "sed -i '/^%s *=/d' %s".formatted(escaped(key(line)), file);
  }

  private static String escaped(String key) {
    return key.replace(".", "\\.");
  }
}
