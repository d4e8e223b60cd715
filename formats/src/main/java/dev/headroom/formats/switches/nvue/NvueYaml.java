package dev.headroom.formats.switches.nvue;

import dev.headroom.formats.emit.EmittedFile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Settings of NVUE as YAML, in the form that {@link NvueYamlReader} reads and {@code nv config
 * patch} merges (Cumulus Linux user guide, "NVUE CLI"): each word of the way to a setting is a key.
 */
final class NvueYaml {
  private static final String SET = "nv set ";

  /** A member of a list, without a value of its own. */
  private static final Pattern MEMBER = Pattern.compile("qos pfc \\S+ switch-priority [\\d,-]+");

  private static final Pattern NUMBERS = Pattern.compile("(\\d+)(?:-(\\d+))?");

  private final Map<String, Branch> top = new LinkedHashMap<>();

  /**
   * A key with what is below it.
   *
   * @param value blank for a key with others below it
   */
  private record Branch(Map<String, Branch> below, String value) {}

  private NvueYaml() {}

  /** The file of these commands; none if one of them takes something away. */
  static Optional<EmittedFile> file(String name, List<String> commands) {
    NvueYaml yaml = new NvueYaml();
    for (String command : commands) {
      if (command.startsWith("nv unset ")) {
        return Optional.empty();
      }
      if (command.startsWith(SET)) {
        yaml.add(command.substring(SET.length()));
      }
    }
    return yaml.top.isEmpty()
        ? Optional.empty()
        : Optional.of(new EmittedFile(name + ".yaml", "", yaml.text()));
  }

  private void add(String setting) {
    List<String> words = new ArrayList<>(List.of(setting.split(" ")));
    String value = MEMBER.matcher(setting).matches() ? "{}" : words.removeLast();
    add(top, words, value);
  }

  /** A list of numbers, as of DSCPs, is a key for each. */
  private static void add(Map<String, Branch> to, List<String> path, String value) {
    List<String> rest = path.subList(1, path.size());
    for (String key : keys(path.getFirst())) {
      if (rest.isEmpty()) {
        to.put(key, new Branch(new LinkedHashMap<>(), value));
      } else {
        add(
            to.computeIfAbsent(key, _ -> new Branch(new LinkedHashMap<>(), "")).below(),
            rest,
            value);
      }
    }
  }

  private static List<String> keys(String word) {
    if (!word.matches("[\\d,-]+")) {
      return List.of(word);
    }
    List<String> keys = new ArrayList<>();
    for (String part : word.split(",")) {
      Matcher range = NUMBERS.matcher(part);
      if (!range.matches()) {
        return List.of(word);
      }
      int from = Integer.parseInt(range.group(1));
      int to = range.group(2) == null ? from : Integer.parseInt(range.group(2));
      for (int number = from; number <= to; number++) {
        keys.add(String.valueOf(number));
      }
    }
    return keys;
  }

  private String text() {
    StringBuilder text = new StringBuilder("- set:\n");
    write(top, "    ", text);
    return text.toString();
  }

  private static void write(Map<String, Branch> branches, String indent, StringBuilder to) {
    branches.forEach((key, branch) -> {
      String name = key.matches("\\d+") ? "'" + key + "'" : key;
      to.append(indent).append(name).append(':');
      if (branch.value().isEmpty()) {
        to.append('\n');
        write(branch.below(), indent + "  ", to);
      } else {
        to.append(' ').append(branch.value()).append('\n');
      }
    });
  }
}
