package dev.headroom.collect.script;

import dev.headroom.collect.allow.AllowList;
import dev.headroom.collect.allow.AllowList.Asked;
import dev.headroom.collect.allow.AllowList.Taken;
import dev.headroom.collect.redact.Redaction;
import dev.headroom.formats.fact.SecretPattern;
import dev.headroom.formats.fact.SecretTable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Self-contained POSIX shell script that collects from a machine what an allow-list names, and
 * packs it as {@code MachineCollector} does. It needs {@code awk}, {@code find}, {@code tar} and
 * {@code gzip} or {@code zstd}, as any Linux has them, BusyBox's too.
 */
public final class ShellScript {
  /** Patterns have blanks and tabs, and none has this sign. */
  private static final String FIELD_SEPARATOR = "#";

  private static final String TEMPLATE = "/dev/headroom/collect/collect.sh";

  private ShellScript() {}

  /**
   * The script.
   *
   * @param list what it may take
   * @param version of Headroom, written into what it makes
   */
  public static String of(AllowList list, String version) {
    Map<String, String> parts =
        Map.ofEntries(
            Map.entry("@VERSION@", version),
            Map.entry("@KIND@", list.name().equals("sonic") ? "SONiC switch" : "Linux host"),
            Map.entry("@LIST@", list.name()),
            Map.entry("@PATH@", AllowList.PATH),
            Map.entry("@FABRIC@", String.join(", ", list.fabricNames())),
            Map.entry("@FABRIC_LIST@", String.join(",", list.fabricNames())),
            Map.entry("@SECRETS@", quoted(secrets())),
            Map.entry("@SECRET_NAMES@", quoted(secretNames())),
            Map.entry("@BLOCK_END@", SecretTable.BLOCK_END),
            Map.entry("@BLOCK_LINES@", String.valueOf(SecretTable.BLOCK_LINES)),
            Map.entry("@NEVER@", quoted(list.screen().never())),
            Map.entry("@REDACTIONS@", redactions(list)),
            Map.entry("@COUNTERS@", counters(list)),
            Map.entry("@EVERYTHING@", everything(list)),
            Map.entry("@PLAIN@", quoted(list.plainVariablePattern())),
            Map.entry("@ENVIRONMENT@", quoted(list.environmentPattern())));
    String script = template();
    for (Map.Entry<String, String> part : parts.entrySet()) {
      script = script.replace(part.getKey(), part.getValue());
    }
    return script;
  }

  /** A line for each pattern: kind, expression of the words before the secret, whole expression. */
  private static String secrets() {
    return SecretTable.masking().stream()
        .map(each ->
            each.kind().word() + FIELD_SEPARATOR + each.head() + FIELD_SEPARATOR + each.whole())
        .collect(Collectors.joining("\n"));
  }

  private static String secretNames() {
    return SecretTable.naming().stream().map(SecretPattern::head).collect(Collectors.joining("|"));
  }

  private static String redactions(AllowList list) {
    return list.screen().redactions().entrySet().stream()
        .map(entry -> {
          Redaction redaction = entry.getValue();
          return "    "
              + entry.getKey()
              + ") keep_"
              + redaction.kind()
              + " "
              + quoted(redaction.keep())
              + " ;;";
        })
        .collect(Collectors.joining("\n"));
  }

  private static String counters(AllowList list) {
    List<String> lines = new ArrayList<>();
    list.secondSample().counters().forEach(taken -> lines.add(taken(taken)));
    list.secondSample()
        .counterCommands()
        .forEach(asked -> lines.addAll(asked(list, asked, AllowList.COMMAND_SECONDS)));
    return indented(lines);
  }

  private static String everything(AllowList list) {
    List<String> lines = new ArrayList<>();
    list.paths().links().forEach(link -> lines.add("links " + quoted(link)));
    list.paths().files().forEach(taken -> lines.add(taken(taken)));
    list.commands().forEach(asked -> lines.addAll(asked(list, asked, AllowList.COMMAND_SECONDS)));
    for (Asked asked : list.fabric()) {
      lines.add("if on_fabric " + quoted(asked.name()) + "; then");
      asked(list, asked, AllowList.FABRIC_SECONDS).forEach(line -> lines.add("  " + line));
      lines.add("fi");
    }
    return indented(lines);
  }

  private static String taken(Taken taken) {
    String line =
        "take "
            + quoted(taken.redaction().orElse(""))
            + " "
            + quoted(taken.folder())
            + taken.names().stream().map(name -> " " + quoted(name)).collect(Collectors.joining());
    return wanting(taken.root(), line);
  }

  private static List<String> asked(AllowList list, Asked asked, int seconds) {
    Optional<String> each = asked.each();
    if (each.isEmpty()) {
      return List.of(wanting(asked.root(), run(asked, seconds)));
    }
    String pattern = list.paths().each().getOrDefault(each.get(), "");
    int star = pattern.indexOf('*');
    String before = pattern.substring(0, star);
    String after = pattern.substring(star + 1);
    return List.of(
        "for value in $root" + pattern + "; do",
        "  [ -e \"$value\" ] || continue",
        "  value=${value#\"$root\"" + quoted(before) + "}",
        after.isEmpty() ? "  value=$value" : "  value=${value%" + quoted(after) + "}",
        "  plain \"$value\" || continue",
        "  " + wanting(asked.root(), run(asked, seconds)),
        "done");
  }

  private static String run(Asked asked, int seconds) {
    String label =
        asked.words().stream()
            .map(word ->
                word.equals("{scratch}")
                    ? "scratch"
                    : word.startsWith("{") ? "${value}" : Asked.label(List.of(word)))
            .collect(Collectors.joining("_"));
    String words =
        asked.words().stream()
            .map(word ->
                word.equals("{scratch}")
                    ? "\"$scratch/fabric\""
                    : word.startsWith("{") ? "\"$value\"" : quoted(word))
            .collect(Collectors.joining(" "));
    return "run \""
        + label
        + "\" "
        + quoted(asked.redaction().orElse(""))
        + " "
        + seconds
        + " "
        + words;
  }

  private static String wanting(Optional<String> root, String line) {
    return root.map(words -> "want=" + quoted(words) + "; " + line + "; want=''").orElse(line);
  }

  private static String indented(List<String> lines) {
    return lines.stream().map(line -> "  " + line).collect(Collectors.joining("\n"));
  }

  private static String quoted(String text) {
    return text.matches("[-A-Za-z0-9_./=,]+") && !text.startsWith("~")
        ? text
        : "'" + text.replace("'", "'\\''") + "'";
  }

  private static String template() {
    try (InputStream in = ShellScript.class.getResourceAsStream(TEMPLATE)) {
      if (in == null) {
        throw new IllegalStateException("no " + TEMPLATE + " in the program");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
