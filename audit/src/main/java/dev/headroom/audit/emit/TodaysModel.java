package dev.headroom.audit.emit;

import dev.headroom.audit.cluster.ClusterModel;
import dev.headroom.formats.emit.EmitStep;
import dev.headroom.formats.setting.KnobTexts;
import dev.headroom.model.scenario.ScenarioReader;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Model of a bundle as it is, beside which a scenario changes something or not. It assumes what no
 * input shows; a plan never writes such a value to a device.
 */
final class TodaysModel {
  /** Nothing is known of any device. */
  static final TodaysModel NONE = new TodaysModel(Optional.empty(), Set.of(), Set.of());

  private static final Set<String> OF_SWITCHES =
      Arrays.stream(EmitStep.values())
          .flatMap(step -> step.knobs().stream())
          .collect(Collectors.toUnmodifiableSet());

  private final Optional<ScenarioKnobs> knobs;
  private final Set<String> assumed;
  private final Set<String> readFromSwitches;

  private TodaysModel(
      Optional<ScenarioKnobs> knobs, Set<String> assumed, Set<String> readFromSwitches) {
    this.knobs = knobs;
    this.assumed = Set.copyOf(assumed);
    this.readFromSwitches = Set.copyOf(readFromSwitches);
  }

  /** Of a bundle; {@link #NONE} where no NIC is in it. */
  static TodaysModel of(EmitBundle bundle) {
    if (bundle.isEmpty()) {
      return NONE;
    }
    ClusterModel cluster;
    try {
      cluster = ClusterModel.of(bundle.hosts());
    } catch (IllegalArgumentException e) {
      return NONE; // switches alone
    }
    return ScenarioReader.read(cluster.yaml(), "the bundle", List.of())
            instanceof ScenarioReader.Good good
        ? new TodaysModel(
            Optional.of(new ScenarioKnobs(good.scenario())),
            cluster.assumedKnobs(),
            cluster.knobsOfSwitches())
        : NONE;
  }

  /** Knobs of a node; of all nodes of its kind where the model does not have this one. */
  private SortedMap<String, String> at(String node, boolean isHost) {
    return knobs
        .map(model ->
            model.node(node, isHost).map(model::at).orElseGet(() -> model.common(isHost).knobs()))
        .orElseGet(TreeMap::new);
  }

  /** Wanted knobs that have the model's value already. */
  Set<String> same(String node, boolean isHost, Map<String, String> wanted) {
    Map<String, String> now = at(node, isHost);
    Set<String> same =
        wanted.entrySet().stream()
            .filter(each ->
                now.containsKey(each.getKey())
                    && KnobTexts.areEqual(
                        each.getKey(), each.getValue(), now.getOrDefault(each.getKey(), "")))
            .map(Map.Entry::getKey)
            .collect(Collectors.toSet());
    if (isOff(now) && !isOff(wanted)) {
      same.remove("pfc.classes"); // a switch without PFC has none of the classes that others have
    }
    return same;
  }

  private static boolean isOff(Map<String, String> knobs) {
    return "false".equals(knobs.get("pfc.enabled"));
  }

  /**
   * Those of them that no input says: of a host, what the model assumes; of a switch, what no
   * switch says, such as classes that hosts alone have.
   */
  Set<String> assumed(String node, boolean isHost, Map<String, String> wanted) {
    Set<String> same = new HashSet<>(same(node, isHost, wanted));
    if (isHost) {
      same.retainAll(assumed);
    } else {
      same.retainAll(OF_SWITCHES);
      same.removeAll(readFromSwitches);
    }
    return same;
  }

  /** Lengths of the cables of a switch, metres; empty if the model does not have it. */
  Set<Long> cables(String node) {
    return knobs
        .flatMap(model -> model.node(node, false).map(model::lengths))
        .map(Set::copyOf)
        .orElseGet(TreeSet::new);
  }
}
