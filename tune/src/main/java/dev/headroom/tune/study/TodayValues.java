package dev.headroom.tune.study;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Glob;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.DerivedDefaults;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.SetKey;
import dev.headroom.tune.space.SpaceReader;
import dev.headroom.tune.space.SwitchTiers;
import dev.headroom.unit.Rate;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Values of a scenario's knobs that are in force, as scenarios write them. */
public final class TodayValues {
  private TodayValues() {}

  /**
   * The values by knob. Thresholds that follow from the rate of a port are those of the hosts'
   * ports, where all hosts have the same rate. Other values that follow from the fabric are left
   * out.
   */
  public static Map<String, String> of(Scenario scenario) {
    Map<String, String> values = new TreeMap<>();
    for (Knob<?> knob : Knobs.all()) {
      scenario.settings().print(knob).ifPresent(value -> values.put(knob.name(), value));
    }
    Set<Rate> rates = scenario.fabric().hostRates(_ -> true);
    if (rates.size() == 1) {
      Rate rate = rates.iterator().next();
      values.put(
          CongestionKnobs.KMIN.name(), DerivedDefaults.kmin(scenario.settings(), rate).toString());
      values.put(
          CongestionKnobs.KMAX.name(), DerivedDefaults.kmax(scenario.settings(), rate).toString());
    }
    return values;
  }

  /**
   * The value of one key, such as {@code congestion.kmin} or {@code congestion.kmin@leaf-*}; {@code
   * derived} where it follows from the fabric.
   */
  public static String of(Scenario scenario, String key) {
    return finder(scenario).apply(key).orElse("derived");
  }

  /** Finds the value of a key; empty where it follows from the fabric, or differs there. */
  static Function<String, Optional<String>> finder(Scenario scenario) {
    Map<String, String> everywhere = of(scenario);
    return key -> {
      Optional<String> nodes = SetKey.nodes(key);
      return nodes.isEmpty()
          ? Optional.ofNullable(everywhere.get(key))
          : at(scenario, SetKey.withoutNodes(key), nodes.get());
    };
  }

  /** A reader of space files for a scenario. */
  public static SpaceReader spaceReader(Scenario scenario) {
    return new SpaceReader(finder(scenario), SwitchTiers.of(scenario.fabric()));
  }

  /** The value that a knob has at all nodes of a pattern. */
  private static Optional<String> at(Scenario scenario, String name, String nodes) {
    Predicate<String> selected = Glob.of(nodes);
    Set<Optional<String>> values = new HashSet<>();
    for (Node node : scenario.fabric().nodes()) {
      if (selected.test(node.name())) {
        values.addAll(at(scenario, name, node));
      }
    }
    return values.size() == 1 ? values.iterator().next() : Optional.empty();
  }

  private static Set<Optional<String>> at(Scenario scenario, String name, Node node) {
    Settings settings = scenario.at(node);
    Fabric fabric = scenario.fabric();
    Stream<Rate> ports =
        fabric.ports().get(node.id()).stream().map(link -> fabric.links().get(link).rate());
    if (name.equals(CongestionKnobs.KMIN.name())) {
      return ports
          .map(rate -> Optional.of(DerivedDefaults.kmin(settings, rate).toString()))
          .collect(Collectors.toSet());
    }
    if (name.equals(CongestionKnobs.KMAX.name())) {
      return ports
          .map(rate -> Optional.of(DerivedDefaults.kmax(settings, rate).toString()))
          .collect(Collectors.toSet());
    }
    return Set.of(Knobs.named(name).flatMap(settings::print));
  }
}
