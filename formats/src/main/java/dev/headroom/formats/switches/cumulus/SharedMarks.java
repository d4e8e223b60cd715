package dev.headroom.formats.switches.cumulus;

import dev.headroom.formats.emit.ConfigState;
import dev.headroom.formats.emit.PlacedStatement;
import dev.headroom.formats.switches.ConfigCommands;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** Lossy queues whose marks change, since they stand in the ECN group of a lossless class. */
final class SharedMarks {
  private static final String PFC = "pfc.";
  private static final List<String> QUEUES = List.of(".egress_queue_list", ".cos_list");
  private static final List<String> MARKS =
      List.of("min_threshold_bytes", "max_threshold_bytes", "probability");

  private SharedMarks() {}

  /** A sentence for each group; none where nothing is known or all its queues are lossless. */
  static List<String> notes(ConfigState before, ConfigState after) {
    Map<String, String> old = keys(before);
    Map<String, String> fresh = keys(after);
    SortedSet<Integer> lossless = new TreeSet<>();
    fresh.forEach((key, value) -> {
      if (key.startsWith(PFC) && key.endsWith(".cos_list")) {
        lossless.addAll(numbers(value));
      }
    });
    List<String> notes = new ArrayList<>();
    old.forEach((key, value) ->
        QUEUES.stream()
            .filter(end -> !key.startsWith(PFC) && key.endsWith(end))
            .forEach(end -> {
              String group = key.substring(0, key.length() - end.length());
              SortedSet<Integer> lossy = numbers(value);
              lossy.removeAll(lossless);
              List<String> changes = changes(group, old, fresh);
              if (!lossy.isEmpty() && !changes.isEmpty()) {
                notes.add(
                    ("%s also marks queue %s, whose marks change, too: %s; a group has one curve"
                            + " for all its queues")
                        .formatted(
                            group,
                            String.join(", ", lossy.stream().map(String::valueOf).toList()),
                            String.join(", ", changes)));
              }
            }));
    return notes;
  }

  private static List<String> changes(
      String group, Map<String, String> old, Map<String, String> fresh) {
    List<String> changes = new ArrayList<>();
    for (String mark : MARKS) {
      String from = old.getOrDefault(group + "." + mark, "");
      String to = fresh.getOrDefault(group + "." + mark, "");
      if (!from.equals(to)) {
        changes.add("%s %s to %s".formatted(mark, from.isEmpty() ? "unset" : from, to));
      }
    }
    return changes;
  }

  private static Map<String, String> keys(ConfigState state) {
    Map<String, String> keys = new LinkedHashMap<>();
    for (PlacedStatement each : state.all()) {
      String[] parts = each.text().split("=", 2);
      if (parts.length == 2) {
        keys.put(parts[0].strip(), parts[1].strip());
      }
    }
    return keys;
  }

  private static SortedSet<Integer> numbers(String list) {
    return ConfigCommands.numbers(QosFeaturesWriter.list(list));
  }
}
