package dev.headroom.audit.emit;

import dev.headroom.formats.fact.Evidence;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** Edits of a bundle's files while a plan is laid into them. For one thread. */
final class LaidFiles {
  private final Map<String, List<UnaryOperator<String>>> edits = new LinkedHashMap<>();

  /** Edits of single lines by their numbers in the text as it was read, before all others. */
  private final Map<String, Map<Integer, List<UnaryOperator<String>>>> lines =
      new LinkedHashMap<>();

  private final Map<List<String>, String> added = new LinkedHashMap<>();
  private final Set<String> left = new LinkedHashSet<>();

  /** A file that the bundle does not have. */
  record Added(String device, String path, String text) {}

  /** Changes the text of a source. */
  void edit(String source, UnaryOperator<String> edit) {
    edits.computeIfAbsent(source, _ -> new ArrayList<>()).add(edit);
  }

  /** Changes one line of a source; it may become several. */
  void editLine(Evidence line, UnaryOperator<String> edit) {
    lines
        .computeIfAbsent(line.source().name(), _ -> new TreeMap<>())
        .computeIfAbsent(Math.max(1, line.line()) - 1, _ -> new ArrayList<>())
        .add(edit);
  }

  /** Adds lines to a file of a device that the bundle does not have. */
  void add(String device, String path, String text) {
    added.merge(List.of(device, path), text, (one, other) -> one + other);
  }

  /** Notes a change that no file can show. */
  void leave(String sentence) {
    left.add(sentence);
  }

  boolean isEdited(String source) {
    return edits.containsKey(source) || lines.containsKey(source);
  }

  String edited(String source, String text) {
    String edited = withLines(source, text);
    for (UnaryOperator<String> edit : edits.getOrDefault(source, List.of())) {
      edited = edit.apply(edited);
    }
    return edited;
  }

  private String withLines(String source, String text) {
    Map<Integer, List<UnaryOperator<String>>> own = lines.getOrDefault(source, Map.of());
    if (own.isEmpty()) {
      return text;
    }
    List<String> all = new ArrayList<>(text.lines().toList());
    own.forEach((at, some) -> {
      for (UnaryOperator<String> edit : some) {
        if (at < all.size()) {
          all.set(at, edit.apply(all.get(at)));
        }
      }
    });
    return String.join("\n", all) + "\n";
  }

  List<Added> added() {
    List<Added> all = new ArrayList<>();
    added.forEach((key, text) -> all.add(new Added(key.getFirst(), key.getLast(), text)));
    return all;
  }

  List<String> left() {
    return List.copyOf(left);
  }
}
