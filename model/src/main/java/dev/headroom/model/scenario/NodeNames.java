package dev.headroom.model.scenario;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Glob;
import dev.headroom.model.fabric.Node;
import dev.headroom.unit.Rate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Nodes of a fabric that an override selects; a single name is looked up, not searched for. */
final class NodeNames {
  private final Fabric fabric;
  private final Map<String, List<Node>> byName = new HashMap<>();

  NodeNames(Fabric fabric) {
    this.fabric = fabric;
    for (Node node : fabric.nodes()) {
      byName.computeIfAbsent(node.name(), _ -> new ArrayList<>(1)).add(node);
    }
  }

  /** In the order of the fabric; none where no node is called so. */
  List<Node> selected(String glob) {
    if (!Glob.isOfSeveral(glob)) {
      return byName.getOrDefault(glob, List.of());
    }
    Predicate<String> names = Glob.of(glob);
    return fabric.nodes().stream().filter(node -> names.test(node.name())).toList();
  }

  /** The rates of the links of those that are hosts. */
  Set<Rate> hostRates(String glob) {
    Set<Rate> rates = new HashSet<>();
    for (Node node : selected(glob)) {
      if (node.isHost()) {
        fabric.ports().get(node.id()).forEach(link -> rates.add(fabric.links().get(link).rate()));
      }
    }
    return rates;
  }
}
