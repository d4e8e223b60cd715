package dev.headroom.audit.cluster;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Text of a scenario, section by section, as a person would write it. */
final class ScenarioDraft {
  /** Sections that are open already, when knobs of theirs are written. */
  private static final List<String> OPEN = List.of("fabric", "hosts");

  private final StringBuilder text = new StringBuilder();

  /** Comment lines, a sentence each, behind a word that says what they are. */
  void comments(String word, Collection<String> sentences) {
    sentences.forEach(
        each -> text.append("# ").append(word).append(": ").append(each).append(".\n"));
  }

  void line(String line) {
    text.append(line).append('\n');
  }

  /** Knobs in their sections, those of the open section first. */
  void sections(SortedMap<String, String> knobs) {
    Map<String, List<String>> sections = new TreeMap<>();
    knobs.forEach((key, value) -> {
      int dot = key.lastIndexOf('.');
      sections
          .computeIfAbsent(key.substring(0, dot), _ -> new ArrayList<>())
          .add(key.substring(dot + 1) + ": " + value);
    });
    sections.entrySet().stream()
        .sorted(Comparator.comparing(each -> open(each.getKey()).isEmpty()))
        .forEach(each -> section(each.getKey(), each.getValue()));
  }

  /** The open section that this one is or is in. */
  private static Optional<String> open(String section) {
    return OPEN.stream()
        .filter(each -> section.equals(each) || section.startsWith(each + "."))
        .findFirst();
  }

  private void section(String section, List<String> values) {
    Optional<String> open = open(section);
    if (open.filter(section::equals).isPresent()) {
      values.forEach(value -> text.append("  ").append(value).append('\n'));
    } else {
      String head = open.map(each -> "  " + section.substring(each.length() + 1)).orElse(section);
      text.append(head).append(": {").append(String.join(", ", values)).append("}\n");
    }
  }

  /** An override of the knobs of a node or a link; nothing if there are no knobs. */
  static String override(String select, SortedMap<String, String> knobs) {
    if (knobs.isEmpty()) {
      return "";
    }
    StringBuilder row = new StringBuilder("  - {select: ").append(select);
    knobs.forEach((key, value) -> row.append(", ").append(key).append(": ").append(value));
    return row.append("}\n").toString();
  }

  void overrides(List<String> rows) {
    String all = String.join("", rows);
    if (!all.isEmpty()) {
      text.append("overrides:\n").append(all);
    }
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
