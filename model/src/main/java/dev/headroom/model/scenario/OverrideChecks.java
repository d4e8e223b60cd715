package dev.headroom.model.scenario;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.knob.Complaint;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What must hold of overrides where they lie over other settings, and of the nodes they select. */
final class OverrideChecks {
  /** What only switches do. */
  private static final Set<String> OF_MARKING =
      Set.of(CongestionKnobs.KMIN.name(), CongestionKnobs.KMAX.name(), CongestionKnobs.PMAX.name());

  private final Settings everywhere;
  private final List<Scenario.Override> overrides;
  private final Fabric fabric;

  OverrideChecks(Settings everywhere, List<Scenario.Override> overrides, Fabric fabric) {
    this.everywhere = everywhere;
    this.overrides = overrides;
    this.fabric = fabric;
  }

  /**
   * What is wrong with one of them.
   *
   * @param said what it sets, without what that brings along
   */
  List<Complaint> of(Scenario.Override override, Settings said) {
    List<Complaint> complaints = new ArrayList<>();
    if (!override.isOfLinks()) {
      strangers(override, said, complaints);
    }
    if (isMarked(said)) {
      thresholds(override, complaints);
    }
    return complaints;
  }

  /** What none of the nodes that it selects has. */
  private void strangers(Scenario.Override override, Settings said, List<Complaint> complaints) {
    List<Node> selected = fabric.nodes().stream().filter(node -> override.selects(node)).toList();
    boolean anyHost = selected.stream().anyMatch(Node::isHost);
    boolean anySwitch = selected.stream().anyMatch(node -> !node.isHost());
    for (String knob : said.asMap().keySet()) {
      boolean ofHosts = knob.startsWith("hosts.");
      boolean ofSwitches = knob.startsWith("fabric.switches.") || OF_MARKING.contains(knob);
      if ((ofHosts && !anyHost && anySwitch) || (ofSwitches && !anySwitch && anyHost)) {
        complaints.add(
            new Complaint(
                knob,
                "'%s' selects %s alone, which have none"
                    .formatted(override.select(), ofHosts ? "switches" : "hosts"),
                "select " + (ofHosts ? "hosts" : "switches")));
      }
    }
  }

  private void thresholds(Scenario.Override override, List<Complaint> complaints) {
    Map<Integer, Settings> ofLinks = Scenario.ofLinks(fabric, overrides);
    for (int index = 0; index < fabric.links().size() && complaints.isEmpty(); index++) {
      Link link = fabric.links().get(index);
      Settings own = ofLinks.getOrDefault(index, Settings.DEFAULTS);
      for (int end : new int[] {link.a(), link.b()}) {
        Node node = fabric.nodes().get(end);
        boolean touched =
            !node.isHost() && (override.isOfLinks() ? isMarked(own) : override.selects(node));
        if (touched && complaints.isEmpty()) {
          Settings here = Scenario.at(everywhere, overrides, node).with(own);
          ControlChecks.thresholds(here, Set.of(link.rate()), complaints);
        }
      }
    }
  }

  private static boolean isMarked(Settings settings) {
    return settings.isSet(CongestionKnobs.KMIN) || settings.isSet(CongestionKnobs.KMAX);
  }
}
