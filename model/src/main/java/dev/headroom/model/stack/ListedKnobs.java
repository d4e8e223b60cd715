package dev.headroom.model.stack;

import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.scenario.KnobList;
import dev.headroom.model.workload.Workload;
import dev.headroom.model.workload.Workloads;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/** Knobs as commands and pages list them, each with the variables that carry it. */
public final class ListedKnobs {
  private ListedKnobs() {}

  /** What every scenario has, then what workloads have; types that share a knob stand together. */
  public static List<KnobList.Entry> all() {
    // Workloads may have knobs of one name that are not the same, such as workload.protocol.
    IdentityHashMap<Knob<?>, List<String>> types = new IdentityHashMap<>();
    List<Knob<?>> listed = new ArrayList<>(Knobs.all());
    for (Workload workload : Workloads.all()) {
      for (Knob<?> knob : workload.parameters()) {
        if (!types.containsKey(knob)) {
          listed.add(knob);
        }
        types.computeIfAbsent(knob, _ -> new ArrayList<>()).add(workload.name());
      }
    }
    return listed.stream()
        .map(knob ->
            new KnobList.Entry(knob, types.getOrDefault(knob, List.of()), carriers(knob.name())))
        .toList();
  }

  private static List<KnobList.Carrier> carriers(String knob) {
    return StackVariables.carrying(knob).stream()
        .map(entry -> new KnobList.Carrier(entry.stack().word(), entry.variable().name()))
        .toList();
  }
}
