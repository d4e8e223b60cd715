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

  /** A line each in the file, by {@code sed} where the key is there. */
  @Override
  public Script script(String name, ConfigState before, List<StatementEdit> edits) {
    List<String> forward =
        new ArrayList<>(List.of("[ -e %1$s.before ] || cp %1$s %1$s.before".formatted(file)));
    for (StatementEdit edit : edits) {
      for (PlacedStatement each : edit.replaced()) {
        forward.add("sed -i '/^%s *=/d' %s".formatted(escaped(key(each.text())), file));
      }
      if (!edit.isRemoval()) {
        forward.add("echo '%s' >> %s".formatted(edit.text(), file));
      }
    }
    forward.add(reload);
    List<String> back = new ArrayList<>();
    for (StatementEdit edit : edits.reversed()) {
      if (!edit.isRemoval()) {
        back.add("sed -i '/^%s *=/d' %s".formatted(escaped(key(edit.text())), file));
      }
      edit.replaced().forEach(each -> back.add("echo '%s' >> %s".formatted(each.text(), file)));
    }
    back.add(reload);
    return Script.of(forward, back);
  }

  private static String escaped(String key) {
    return key.replace(".", "\\.");
  }
}
