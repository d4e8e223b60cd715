package dev.headroom.sim.build;

import dev.headroom.model.fabric.Node;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.scenario.Scenario;
import java.util.List;

/** Settings that apply at each node of a fabric, worked out once. */
public final class NodeSettings {
  private final List<Settings> byId;

  NodeSettings(Scenario scenario) {
    byId =
        scenario.fabric().nodes().stream()
            .map(node -> scenario.overrides().isEmpty() ? scenario.settings() : scenario.at(node))
            .toList();
  }

  Settings at(Node node) {
    return at(node.id());
  }

  Settings at(int node) {
    return byId.get(node);
  }
}
