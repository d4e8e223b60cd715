package dev.headroom.sim.check;

import dev.headroom.model.fabric.Node;
import dev.headroom.model.knob.ClassKnobs;
import dev.headroom.model.knob.ClassMap;
import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.build.TrafficClassMaps;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Class and queue of data, from its DSCP, at nodes that are alike.
 *
 * @param first the name of one of them
 * @param nodes how many there are
 * @param dscp of data
 * @param priority the class that they take it for
 * @param queue the egress queue of that class
 * @param lossless whether they send PFC for it
 */
public record DscpMapping(
    String first, int nodes, int dscp, int priority, int queue, boolean lossless) {

  /** A switch that makes of it what a host does is still no host that is like it. */
  private record Kind(boolean host, DscpMapping it) {}

  /** One entry for each kind of node, hosts and switches apart. */
  public static List<DscpMapping> of(Scenario scenario) {
    NodeKinds<Kind> kinds = new NodeKinds<>();
    int dscp = TrafficClassMaps.dscp(scenario.settings());
    for (Node node : scenario.fabric().nodes()) {
      Settings own = scenario.overrides().isEmpty() ? scenario.settings() : scenario.at(node);
      kinds.add(new Kind(node.isHost(), of(node.isHost(), own, dscp)), node.name());
    }
    return kinds.list((kind, first, nodes) ->
        new DscpMapping(first, nodes, dscp, kind.it.priority, kind.it.queue, kind.it.lossless));
  }

  /** Whether a node sends PFC for the class that it takes data for. */
  static boolean isLossless(Scenario scenario, Node node) {
    return of(node.isHost(), scenario.at(node), TrafficClassMaps.dscp(scenario.settings()))
        .lossless;
  }

  private static DscpMapping of(boolean host, Settings own, int dscp) {
    String map = own.get(host ? ClassKnobs.HOST_DSCP_MAP : ClassKnobs.SWITCH_DSCP_MAP);
    int priority = ClassMap.ofDscps(map).get(dscp);
    int queue =
        host
            ? priority
            : ClassMap.ofClasses(own.get(ClassKnobs.QUEUE_MAP_OF_SWITCHES)).get(priority);
    boolean lossless = own.get(PfcKnobs.PFC) && own.get(PfcKnobs.PFC_CLASSES).contains(priority);
    return new DscpMapping("", 0, dscp, priority, queue, lossless);
  }

  /** Whether nodes do not agree on the class of data, or queue it where its pauses do not act. */
  public static boolean hasClassMismatch(List<DscpMapping> kinds) {
    return kinds.stream().collect(Collectors.groupingBy(DscpMapping::dscp)).values().stream()
        .anyMatch(DscpMapping::disagreeOnOne);
  }

  private static boolean disagreeOnOne(List<DscpMapping> kinds) {
    return kinds.stream().map(DscpMapping::priority).distinct().count() > 1
        || kinds.stream().map(DscpMapping::lossless).distinct().count() > 1
        || kinds.stream().anyMatch(kind -> kind.lossless && kind.queue != kind.priority);
  }
}
