package dev.headroom.sim.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Groups of nodes that are alike, so that each kind is reported once: by the name of its first
 * node, and the number of its nodes.
 *
 * @param <K> what is said of a node, equal for nodes that are alike
 */
final class NodeKinds<K> {
  /** The first node of a kind, and how many are like it, itself included. */
  private record Group(String first, int nodes) {}

  /** Says of a kind what was said of each of its nodes. */
  @FunctionalInterface
  interface Naming<K, R> {
    R name(K kind, String first, int nodes);
  }

  private final Map<K, Group> groups = new LinkedHashMap<>();

  void add(K kind, String node) {
    groups.merge(kind, new Group(node, 1), (group, one) -> new Group(group.first, group.nodes + 1));
  }

  /** One entry for each kind, in the order of their first nodes. */
  <R> List<R> list(Naming<K, R> naming) {
    List<R> list = new ArrayList<>();
    groups.forEach((kind, group) -> list.add(naming.name(kind, group.first, group.nodes)));
    return List.copyOf(list);
  }
}
