package dev.headroom.model.fabric;

import dev.headroom.model.knob.Recipe;
import dev.headroom.model.unit.Rate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Nodes and links. Port {@code p} of a node is its {@code p}-th link in list order, counted from 0.
 *
 * @param shape what built it, for titles: {@code leaf-spine 8x8}
 * @param nodes by id
 * @param links in port order
 * @param recipe the builder and what it was told, if one built it
 * @param exceptions what was changed about links since, later ones on top
 */
public record Fabric(
    String shape,
    List<Node> nodes,
    List<Link> links,
    Recipe recipe,
    List<LinkException> exceptions) {
  public Fabric {
    nodes = List.copyOf(nodes);
    links = List.copyOf(links);
    exceptions = List.copyOf(exceptions);
  }

  /** A fabric put together by hand. */
  public Fabric(String shape, List<Node> nodes, List<Link> links) {
    this(shape, nodes, links, Recipe.NONE, List.of());
  }

  /**
   * The same with some links different.
   *
   * @param links positions of the links that the exception names
   */
  public Fabric with(LinkException exception, List<Integer> links) {
    List<Link> changed = new ArrayList<>(this.links);
    links.forEach(link -> changed.set(link, exception.of(changed.get(link))));
    List<LinkException> all = new ArrayList<>(exceptions);
    all.add(exception);
    return new Fabric(shape, nodes, changed, recipe, all);
  }

  /** The hosts in id order; workloads speak of hosts by their position here. */
  public List<Node> hosts() {
    return nodes.stream().filter(Node::isHost).toList();
  }

  public List<Node> switches() {
    return nodes.stream().filter(node -> !node.isHost()).toList();
  }

  /** Rates of the links of the hosts whose names are among these. */
  public Set<Rate> hostRates(Predicate<String> names) {
    Set<Rate> rates = new HashSet<>();
    for (Link link : links) {
      for (Node end : List.of(nodes.get(link.a()), nodes.get(link.b()))) {
        if (end.isHost() && names.test(end.name())) {
          rates.add(link.rate());
        }
      }
    }
    return rates;
  }

  /** For each node, its links' positions in port order. */
  public List<List<Integer>> ports() {
    List<List<Integer>> ports = new ArrayList<>();
    nodes.forEach(node -> ports.add(new ArrayList<>()));
    for (int link = 0; link < links.size(); link++) {
      ports.get(links.get(link).a()).add(link);
      ports.get(links.get(link).b()).add(link);
    }
    return ports;
  }
}
