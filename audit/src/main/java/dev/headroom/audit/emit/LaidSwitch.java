package dev.headroom.audit.emit;

import dev.headroom.formats.emit.ConfigSyntax;
import dev.headroom.formats.emit.LineSyntax;
import dev.headroom.formats.emit.PlacedStatement;
import dev.headroom.formats.emit.StatementEdit;
import dev.headroom.formats.emit.SwitchWriter;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.read.SourceReading;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Configuration of a switch with edits, as its file would be afterwards. */
final class LaidSwitch {
  private LaidSwitch() {}

  /** A source with statements of the configuration. */
  private record Part(SourceReading reading, Set<PlacedStatement> statements) {}

  static void lay(HostFacts host, SwitchWriter writer, List<StatementEdit> edits, LaidFiles files) {
    if (edits.isEmpty()) {
      return;
    }
    ConfigSyntax syntax = writer.syntax();
    List<Part> parts =
        host.readings().stream()
            .map(reading ->
                new Part(
                    reading,
                    new HashSet<>(syntax.statements(HostFacts.of(host.name(), List.of(reading))))))
            .filter(part -> !part.statements().isEmpty())
            .toList();
    Optional<Part> main =
        parts.stream().max(Comparator.comparingInt(part -> part.statements().size()));
    if (main.isEmpty()) {
      files.leave(host.name() + ": no file of the bundle has its configuration");
      return;
    }
    Map<Part, List<StatementEdit>> byPart =
        edits.stream()
            .collect(
                Collectors.groupingBy(
                    edit -> part(parts, edit).orElse(main.get()),
                    LinkedHashMap::new,
                    Collectors.toList()));
    byPart.forEach((part, its) ->
        files.edit(
            part.reading().source().name(), text -> apply(host, syntax, part, text, its, files)));
  }

  /** The source that has what an edit replaces. */
  private static Optional<Part> part(List<Part> parts, StatementEdit edit) {
    return edit.replaced().isEmpty()
        ? Optional.empty()
        : parts.stream()
            .filter(part -> part.statements().containsAll(edit.replaced()))
            .max(Comparator.comparingInt(part -> part.statements().size()));
  }

  private static String apply(
      HostFacts host,
      ConfigSyntax syntax,
      Part part,
      String text,
      List<StatementEdit> edits,
      LaidFiles files) {
    try {
      return syntax.apply(asCommands(host, syntax, part, text), edits);
    } catch (IllegalArgumentException | IllegalStateException e) {
      files.leave(
          "%s: %s is not a configuration alone"
              .formatted(host.name(), part.reading().source().name()));
      return text;
    }
  }

  /**
   * A configuration of another form, such as YAML or braces, as the commands that it stands for.
   */
  private static String asCommands(HostFacts host, ConfigSyntax syntax, Part part, String text) {
    if (!(syntax instanceof LineSyntax)) {
      return text;
    }
    Set<String> lines = text.lines().map(String::strip).collect(Collectors.toSet());
    boolean isCommands =
        part.statements().stream().anyMatch(statement -> lines.contains(statement.text()));
    return isCommands
        ? text
        : syntax.statements(HostFacts.of(host.name(), List.of(part.reading()))).stream()
            .map(statement -> statement.text() + "\n")
            .collect(Collectors.joining());
  }
}
