package dev.headroom.model.server;

import dev.headroom.model.fabric.Node;
import dev.headroom.model.knob.UplinkKnobs;
import dev.headroom.model.scenario.Scenario;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** NICs of a scenario that share a link to their root complex. */
public final class SharedUplinks {
  private SharedUplinks() {}

  /** The NICs of each link that several share: as many of a server in a row as its first says. */
  public static List<List<Node>> of(Scenario scenario) {
    if (!hasSharedUplinks(scenario)) {
      return List.of();
    }
    Map<Integer, List<Node>> open = new LinkedHashMap<>();
    List<List<Node>> shared = new ArrayList<>();
    for (Node host : scenario.fabric().hosts()) {
      List<Node> nics = open.computeIfAbsent(host.group(), group -> new ArrayList<>());
      if (nics.isEmpty() || nics.size() == sharing(scenario, nics.getFirst())) {
        nics = new ArrayList<>();
        open.put(host.group(), nics);
        shared.add(nics);
      }
      nics.add(host);
    }
    shared.removeIf(nics -> nics.size() == 1);
    return shared;
  }

  private static boolean hasSharedUplinks(Scenario scenario) {
    return scenario.settings().get(UplinkKnobs.SHARING) > 1
        || scenario.overrides().stream()
            .anyMatch(override -> override.settings().isSet(UplinkKnobs.SHARING));
  }

  private static long sharing(Scenario scenario, Node host) {
    return scenario.at(host).get(UplinkKnobs.SHARING);
  }
}
