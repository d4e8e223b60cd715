package dev.headroom.model.scenario;

import dev.headroom.model.fabric.Node;
import dev.headroom.model.knob.KnobConflict;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.UplinkKnobs;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Checks between the NICs of one server: contention between them must leave some bandwidth. */
final class RailChecks {
  /** Share of its port that a NIC keeps at least. */
  private static final double LEAST = 0.01;

  private RailChecks() {}

  /** The first host of which too little is left. */
  static List<KnobConflict> of(Scenario scenario) {
    boolean any =
        Stream.concat(
                Stream.of(scenario.settings()),
                scenario.overrides().stream().map(Scenario.Override::settings))
            .mapToDouble(RailChecks::each)
            .anyMatch(each -> each > 0);
    if (!any) {
      return List.of();
    }
    Map<Integer, List<Node>> servers =
        scenario.fabric().hosts().stream().collect(Collectors.groupingBy(Node::group));
    return servers.values().stream()
        .flatMap(nics ->
            nics.stream()
                .filter(host -> left(scenario, host, nics.size()) < LEAST)
                .map(host -> complaint(each(scenario.at(host)), nics.size())))
        .limit(1)
        .toList();
  }

  private static double each(Settings settings) {
    return settings.get(UplinkKnobs.RAIL_CONTENTION);
  }

  private static double left(Scenario scenario, Node host, long nics) {
    return 1 - each(scenario.at(host)) * (nics - 1);
  }

  private static KnobConflict complaint(double each, long nics) {
    return new KnobConflict(
        UplinkKnobs.RAIL_CONTENTION.name(),
        "with %d NICs per server, contention leaves each 1 - %d x %s of its port rate, which is not above zero"
            .formatted(nics, nics - 1, each),
        "%.2f or less".formatted(Math.floor(100 * (1 - LEAST) / (nics - 1)) / 100));
  }
}
