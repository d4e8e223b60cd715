package dev.headroom.audit.cluster;

import dev.headroom.formats.setting.KnobValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Knobs that the simulator has once for all NICs, from the tuning of each. Where NICs differ, the
 * value of most of them counts.
 *
 * @param knobs by name
 * @param readings on how many NICs each value was read, by the knob's name
 * @param notes NICs with other values, a sentence each
 */
record NicAgreement(
    SortedMap<String, KnobValue> knobs, Map<String, Integer> readings, List<String> notes) {
  private static final int SHOWN_NICS = 4;

  static NicAgreement of(Map<String, NicTuning> tunings) {
    SortedMap<String, KnobValue> knobs = new TreeMap<>();
    Map<String, Integer> readings = new LinkedHashMap<>();
    List<String> notes = new ArrayList<>();
    Set<String> names = new LinkedHashSet<>();
    tunings.values().forEach(tuning -> names.addAll(tuning.knobs().keySet()));
    names.removeIf(name -> !isForAll(name));
    for (String name : names) {
      Map<String, List<String>> byValue = new LinkedHashMap<>();
      Map<String, KnobValue> firstOf = new LinkedHashMap<>();
      tunings.forEach((nic, tuning) -> {
        KnobValue value = tuning.knobs().get(name);
        if (value != null) {
          firstOf.putIfAbsent(value.value(), value);
          byValue.computeIfAbsent(value.value(), _ -> new ArrayList<>()).add(nic);
        }
      });
      KnobValue usual =
          Collections.max(
              firstOf.values(),
              Comparator.comparingInt(each -> nics(byValue, each.value()).size()));
      List<String> most = nics(byValue, usual.value());
      knobs.put(name, usual);
      readings.put(name, most.size());
      if (byValue.size() > 1) {
        String others =
            byValue.entrySet().stream()
                .filter(each -> !each.getKey().equals(usual.value()))
                .map(each -> each.getKey() + " on " + shown(each.getValue()))
                .collect(Collectors.joining(", "));
        notes.add(
            "%s differs between NICs: %s on %s, and %s; the simulator has one value for all NICs"
                .formatted(name, usual.value(), shown(most), others));
      }
    }
    return new NicAgreement(knobs, readings, notes);
  }

  private static List<String> nics(Map<String, List<String>> byValue, String value) {
    return byValue.getOrDefault(value, List.of());
  }

  /** Knobs of queue pairs are the same at all hosts. */
  private static boolean isForAll(String knob) {
    return knob.startsWith("congestion.") || knob.startsWith("transport.");
  }

  private static String shown(List<String> nics) {
    return nics.size() <= SHOWN_NICS
        ? String.join(", ", nics)
        : String.join(", ", nics.subList(0, SHOWN_NICS))
            + " and "
            + (nics.size() - SHOWN_NICS)
            + " more";
  }
}
