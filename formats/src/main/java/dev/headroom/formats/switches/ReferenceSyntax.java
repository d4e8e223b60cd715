package dev.headroom.formats.switches;

import dev.headroom.formats.switches.ConfigCommands.Match;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Commands of one language that define named settings and use them: a table with a row for each
 * command. The first group of a row's text is the name.
 */
public record ReferenceSyntax(List<Row> definitions, List<Row> uses) {
  /** A language without named settings. */
  public static final ReferenceSyntax NONE = new ReferenceSyntax(List.of(), List.of());

  public ReferenceSyntax {
    definitions = List.copyOf(definitions);
    uses = List.copyOf(uses);
  }

  /**
   * A command.
   *
   * @param part pattern of the part that it stands in
   * @param text pattern of the command, with the name as its first group
   */
  public record Row(SettingKind kind, String part, String text) {}

  /**
   * All definitions and uses in a configuration.
   *
   * @param isWhole whether nothing of the configuration was left out
   * @param hasPorts whether its ports were read
   */
  public SwitchReferences read(ConfigCommands commands, boolean isWhole, boolean hasPorts) {
    Set<SettingDefinition> defined = new LinkedHashSet<>();
    Set<SettingKind> kinds = new HashSet<>();
    Set<String> names = new HashSet<>();
    for (Row row : definitions) {
      for (Match match : commands.find(row.part(), row.text())) {
        kinds.add(row.kind());
        if (names.add(row.kind().name() + " " + match.group(1))) {
          defined.add(
              new SettingDefinition(
                  row.kind(), match.group(1), isWhole || hasPorts, match.command().evidence()));
        }
      }
    }
    List<SettingReference> used = new ArrayList<>();
    for (Row row : uses) {
      for (Match match : commands.find(row.part(), row.text())) {
        used.add(
            new SettingReference(
                row.kind(),
                match.group(1),
                place(match),
                isWhole || kinds.contains(row.kind()),
                match.command().evidence()));
      }
    }
    return new SwitchReferences(List.copyOf(defined), used);
  }

  /** The part where the command stands; the command itself at the top. */
  private static String place(Match match) {
    String part = match.command().part();
    return part.equals("configuration") ? match.command().text() : part;
  }
}
