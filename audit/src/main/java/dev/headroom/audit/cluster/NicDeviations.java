package dev.headroom.audit.cluster;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
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
  private static final String DEFAULT = "default";

  /** Value of a NIC that says nothing of a setting that others have. */
  private static final Map<String, String> UNSAID =
      Map.of(NicModel.DSCP_MAP, DEFAULT, NicModel.DSCP, "none");

  private final Map<String, NicModel> nics;
  private final Map<String, NicTuning> tunings;
  private final Optional<RdmaClass> rdma;
  private final Map<String, SortedMap<String, String>> agreed = new LinkedHashMap<>();
  private final List<Deviation> deviations = new ArrayList<>();
  private final List<String> undecided = new ArrayList<>();

  /**
   * Of NICs by the names of the scenario.
   *
   * @param rdma the class of RDMA's packets, which decides where no map has a majority
   */
  NicDeviations(
      Map<String, NicModel> nics, Map<String, NicTuning> tunings, Optional<RdmaClass> rdma) {
    this.nics = nics;
    this.tunings = tunings;
    this.rdma = rdma;
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

  /** The value of a NIC, also one that it has without saying so; blank if nothing says. */
  private String said(String nic, String knob) {
    return value(nic, knob).orElseGet(() -> UNSAID.getOrDefault(knob, ""));
  }

  /** NICs that say nothing of other knobs have no voice. */
  private void agree(String knob) {
    Map<String, String> found = new LinkedHashMap<>();
    for (String nic : nics.keySet()) {
      Optional.of(said(nic, knob))
          .filter(value -> !value.isEmpty())
          .ifPresent(value -> found.put(nic, value));
    }
    Set<String> different = new TreeSet<>(found.values());
    if (knob.equals(NicModel.DSCP_MAP) && rdma.isPresent()) {
      different.removeIf(map -> !rdma.get().isIn(map));
      sort(found, different, rdma.get());
      return;
    }
    if (different.size() < 2) {
      return;
    }
    Optional<String> usual = SwitchAgreement.majority(List.copyOf(found.values()));
    if (usual.isEmpty()) {
      undecided.add(
          "%s has no value that most NICs have: %s".formatted(knob, String.join(", ", different)));
      return;
    }
    replace(knob, found, usual.get(), "");
  }

  /**
   * Maps of DSCPs: that of most NICs if it puts RDMA's packets into their class, else one that
   * does, else the one by upper bits if that does.
   */
  private void sort(Map<String, String> found, Set<String> right, RdmaClass of) {
    Optional<String> usual = SwitchAgreement.majority(List.copyOf(found.values()));
    if (usual.filter(right::contains).isPresent()) {
      replace(NicModel.DSCP_MAP, found, usual.get(), "");
      return;
    }
    Map<String, String> wrong = new LinkedHashMap<>(found);
    wrong.values().removeIf(right::contains);
    Optional<String> instead =
        right.stream()
            .max(Comparator.comparingInt(map -> Collections.frequency(found.values(), map)))
            .or(() -> Optional.of(DEFAULT).filter(of::isIn));
    instead.ifPresent(map -> replace(NicModel.DSCP_MAP, wrong, map, of.reason()));
    if (instead.isEmpty() || right.size() > 1) {
      undecided.add(
          "%s has no value that most NICs have: %s"
              .formatted(NicModel.DSCP_MAP, String.join(", ", new TreeSet<>(found.values()))));
    }
  }

  private void replace(String knob, Map<String, String> found, String usual, String reason) {
    Map<String, List<String>> others = new LinkedHashMap<>();
    found.forEach((nic, value) -> {
      if (!value.equals(usual)) {
        others.computeIfAbsent(value, _ -> new ArrayList<>()).add(nic);
        agreed.computeIfAbsent(nic, _ -> new TreeMap<>()).put(knob, usual);
      }
    });
    int most = (int) nics.keySet().stream().filter(nic -> said(nic, knob).equals(usual)).count();
    others.forEach(
        (value, names) -> deviations.add(new Deviation(names, knob, value, usual, most, reason)));
  }
}
