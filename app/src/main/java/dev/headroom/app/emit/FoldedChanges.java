package dev.headroom.app.emit;

import dev.headroom.formats.emit.DeviceChange;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Changes for people: many entries of one map are one row. The JSON has each of them. */
public final class FoldedChanges {
  /** So many entries stand alone. */
  private static final int FEW = 4;

  private static final int SHOWN = 2;

  private FoldedChanges() {}

  /** Changes that are made, without those that are refused. */
  public static List<DeviceChange> of(List<DeviceChange> changes) {
    Map<List<Object>, List<DeviceChange>> places = new LinkedHashMap<>();
    Set<List<Object>> classes = new HashSet<>();
    changes.stream()
        .filter(change -> change.knob().equals("pfc.classes"))
        .forEach(change -> classes.add(line(change)));
    changes.stream()
        .filter(change -> !change.isRefused())
        .filter(change -> !change.knob().equals("pfc.enabled") || !classes.contains(line(change)))
        .forEach(change ->
            places
                .computeIfAbsent(
                    List.of(
                        change.device(),
                        change.knob(),
                        change.setting(),
                        change.place(),
                        change.exactness()),
                    _ -> new ArrayList<>())
                .add(change));
    return places.values().stream()
        .flatMap(each -> each.size() > FEW ? List.of(folded(each)).stream() : each.stream())
        .toList();
  }

  /** What one line of a configuration sets: PFC is on where it is on for a class. */
  private static List<Object> line(DeviceChange change) {
    return List.of(change.device(), change.setting(), change.place(), change.from(), change.to());
  }

  private static DeviceChange folded(List<DeviceChange> entries) {
    DeviceChange first = entries.getFirst();
    List<String> from = entries.stream().flatMap(each -> each.from().stream()).toList();
    return new DeviceChange(
        first.device(),
        first.setting(),
        first.place(),
        from.isEmpty() ? Optional.empty() : Optional.of(some(from)),
        some(entries.stream().map(DeviceChange::to).toList()),
        first.knob(),
        first.wanted(),
        first.exactness());
  }

  private static String some(List<String> texts) {
    List<String> all = texts.stream().map(String::strip).distinct().toList();
    return all.size() > SHOWN + 1
        ? String.join("; ", all.subList(0, SHOWN)) + " and " + (all.size() - SHOWN) + " more"
        : String.join("; ", all);
  }
}
