package dev.headroom.collect.allow;

import dev.headroom.collect.allow.AllowList.Asked;
import dev.headroom.collect.allow.AllowList.Taken;
import dev.headroom.collect.redact.Redaction;
import dev.headroom.formats.fact.SecretTable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Reader of an allow-list, which rejects entries that must never be collected. */
final class AllowListReader {
  /**
   * What disturbs a machine or takes minutes: resets counters, loads modules, maps registers of
   * devices, reads slow memory of theirs.
   */
  private static final Pattern FORBIDDEN =
      Pattern.compile(
          "\\bmst\\b|\\bmodprobe\\b(?!\\.d)|\\binsmod\\b|\\bsetpci\\b|perfquery .*-[rR]"
              + "|/(resource|rom|vpd)[^/]*$|/(remove|rescan|reset|bind|unbind|new_id)$"
              + "|\\b(sh|bash|eval|sudo|chroot)\\b|[;&|`$<>]");

  private static final Pattern SLOW = Pattern.compile("\\b(show_gids|ibdiagnet|cma_roce_tos)\\b");
  private static final Pattern GROUP = Pattern.compile("\\{([^{}]*,[^{}]*)}");

  private final NavigableMap<String, Redaction> redactions = new TreeMap<>();
  private final List<String> environment = new ArrayList<>();
  private final NavigableMap<String, String> each = new TreeMap<>();
  private final List<String> links = new ArrayList<>();
  private final List<Taken> files = new ArrayList<>();
  private final List<Taken> counters = new ArrayList<>();
  private final List<Asked> counterCommands = new ArrayList<>();
  private final List<Asked> commands = new ArrayList<>();
  private final List<Asked> fabric = new ArrayList<>();
  private String never = SecretTable.never("");
  private String value = "";

  private AllowListReader() {}

  static AllowList resource(String name) {
    String file = "/dev/headroom/collect/" + name + ".allow";
    try (InputStream in = AllowListReader.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException("no " + file + " in the program");
      }
      return read(name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static AllowList read(String name, String text) {
    AllowListReader reader = new AllowListReader();
    String section = "";
    int number = 0;
    for (String raw : text.lines().toList()) {
      number++;
      String line = raw.strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      if (line.startsWith("[") && line.endsWith("]")) {
        section = line.substring(1, line.length() - 1);
        continue;
      }
      try {
        reader.take(section, line);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(name + ".allow:" + number + ": " + e.getMessage(), e);
      }
    }
    return new AllowList(
        name,
        new AllowList.Screen(reader.never, reader.value, reader.redactions),
        reader.environment,
        new AllowList.Paths(reader.each, reader.links, reader.files),
        new AllowList.Again(reader.counters, reader.counterCommands),
        reader.commands,
        reader.fabric);
  }

  private void take(String section, String line) {
    switch (section) {
      case "redact" -> redaction(line.replace("\\t", "\t"));
      case "env" -> environment.add(line);
      case "each" -> each.put(line.split("\\s+")[0], line.split("\\s+")[1]);
      case "links" -> links.addAll(expanded(line));
      case "files" -> files.addAll(taken(line));
      case "counters" -> counters.addAll(taken(line));
      case "counter commands" -> counterCommands.add(asked(line, false));
      case "commands" -> commands.add(asked(line, false));
      case "fabric" -> fabric.add(asked(line, true));
      default -> throw new IllegalArgumentException("no section [" + section + "]");
    }
  }

  private void redaction(String line) {
    String[] part = line.split("\\s+", 3);
    if (part[0].equals("never")) {
      never = SecretTable.never(part[2]);
      return;
    }
    if (part[0].equals("value")) {
      value = part[2];
      return;
    }
    redactions.put(part[0], Redaction.of(part[1], part[2].replace("{value}", value), never));
  }

  private List<Taken> taken(String line) {
    Map<String, String> options = options(line);
    Map<String, List<String>> names = new LinkedHashMap<>();
    for (String path : expanded(head(line))) {
      permit(path, FORBIDDEN);
      int slash = path.lastIndexOf('/');
      names
          .computeIfAbsent(path.substring(0, slash), folder -> new ArrayList<>())
          .add(path.substring(slash + 1));
    }
    return names.entrySet().stream()
        .map(
            entry -> new Taken(entry.getKey(), entry.getValue(), redaction(options), root(options)))
        .toList();
  }

  private Asked asked(String line, boolean slow) {
    Map<String, String> options = options(line);
    String command = head(line);
    permit(command, FORBIDDEN);
    if (!slow) {
      permit(command, SLOW);
    }
    List<String> words = List.of(command.split("\\s+"));
    return new Asked(
        options.getOrDefault("name", words.getFirst()), words, redaction(options), root(options));
  }

  private static void permit(String what, Pattern forbidden) {
    if (forbidden.matcher(what).find()) {
      throw new IllegalArgumentException(what + " must not be touched while collecting");
    }
  }

  private Optional<String> redaction(Map<String, String> options) {
    Optional<String> name = Optional.ofNullable(options.get("redact"));
    if (name.isPresent() && !redactions.containsKey(name.get())) {
      throw new IllegalArgumentException("no redaction " + name.get());
    }
    return name;
  }

  private static Optional<String> root(Map<String, String> options) {
    return Optional.ofNullable(options.get("root"));
  }

  private static String head(String line) {
    return line.split("\\s+;\\s+", 2)[0].strip();
  }

  private static Map<String, String> options(String line) {
    Map<String, String> options = new LinkedHashMap<>();
    Arrays.stream(line.split("\\s+;\\s+"))
        .skip(1)
        .map(option -> option.split("=", 2))
        .forEach(option -> options.put(option[0], option[1]));
    return options;
  }

  /** Every path that the words in braces stand for. */
  private static List<String> expanded(String pattern) {
    var group = GROUP.matcher(pattern);
    if (!group.find()) {
      return List.of(pattern);
    }
    String before = pattern.substring(0, group.start());
    String after = pattern.substring(group.end());
    return Arrays.stream(group.group(1).split(","))
        .flatMap(word -> expanded(before + word + after).stream())
        .toList();
  }
}
