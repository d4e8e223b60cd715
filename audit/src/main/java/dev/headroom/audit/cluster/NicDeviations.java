package dev.headroom.audit.cluster;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Settings that NICs should have: those of most NICs. What their hardware is stays. */
final class NicDeviations {
  /** Value of a NIC that says nothing of a setting that others have. */
  private static final Map<String, String> UNSAID =
      Map.of(NicModel.DSCP_MAP, "default", NicModel.DSCP, "none");

  private final Map<String, NicModel> nics;
  private final Map<String, NicTuning> tunings;
  private final Map<String, SortedMap<String, String>> agreed = new LinkedHashMap<>();
  private final List<Deviation> deviations = new ArrayList<>();
  private final List<String> undecided = new ArrayList<>();

  NicDeviations(Map<String, NicModel> nics, Map<String, NicTuning> tunings) {
    this.nics = nics;
    this.tunings = tunings;
    nics.keySet().forEach(nic -> agreed.put(nic, new TreeMap<>()));
    Set<String> knobs = new TreeSet<>(Set.of(NicModel.DSCP_MAP, NicModel.DSCP));
    tunings.values().forEach(tuning -> knobs.addAll(tuning.knobs().keySet()));
    knobs.forEach(this::agree);
  }

  /** Values that replace other ones, by NIC and knob. */
  Map<String, SortedMap<String, String>> agreed() {
    return agreed;
  }

  List<Deviation> deviations() {
    return deviations;
  }

  List<String> undecided() {
    return undecided;
  }

  private Optional<String> value(String nic, String knob) {
    NicTuning tuning = tunings.get(nic);
    return tuning != null && tuning.knobs().containsKey(knob)
        ? Optional.of(tuning.knobs().get(knob).value())
        : Optional.ofNullable(nics.get(nic)).map(each -> each.settings().get(knob));
  }

  /** NICs that say nothing of other knobs have no voice. */
  private void agree(String knob) {
    Map<String, String> found = new LinkedHashMap<>();
    for (String nic : nics.keySet()) {
      value(nic, knob)
          .or(() -> Optional.ofNullable(UNSAID.get(knob)))
          .ifPresent(value -> found.put(nic, value));
    }
    Set<String> different = new TreeSet<>(found.values());
    if (different.size() < 2) {
      return;
    }
    Optional<String> usual = SwitchAgreement.majority(List.copyOf(found.values()));
    if (usual.isEmpty()) {
      undecided.add(
          "%s has no value that most NICs have: %s".formatted(knob, String.join(", ", different)));
      return;
    }
    Map<String, List<String>> others = new LinkedHashMap<>();
    found.forEach((nic, value) -> {
      if (!value.equals(usual.get())) {
        others.computeIfAbsent(value, _ -> new ArrayList<>()).add(nic);
        agreed.computeIfAbsent(nic, _ -> new TreeMap<>()).put(knob, usual.get());
      }
    });
    int most = (int) found.values().stream().filter(usual.get()::equals).count();
    others.forEach(
        (value, names) -> deviations.add(new Deviation(names, knob, value, usual.get(), most)));
  }
}
