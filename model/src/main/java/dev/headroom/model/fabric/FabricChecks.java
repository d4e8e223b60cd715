package dev.headroom.model.fabric;

import dev.headroom.model.knob.KnobConflict;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/** Checks that any fabric must pass, however it was made. */
public final class FabricChecks {
  private FabricChecks() {}

  /**
   * {@code host-2..4} is {@code host-2}, {@code host-3}, {@code host-4}; other text is itself. Of a
   * range that runs backwards it is empty. Names are made when they are asked for, so that a long
   * range costs nothing.
   */
  public static List<String> range(String text) {
    return NameRange.of(text).<List<String>>map(range -> range).orElseGet(() -> List.of(text));
  }

  /**
   * What is wrong with a fabric as a whole: no hosts, hosts without their one link or with more,
   * islands.
   */
  public static List<KnobConflict> check(Fabric fabric) {
    List<KnobConflict> complaints = new ArrayList<>();
    List<Node> hosts = fabric.hosts();
    if (hosts.isEmpty()) {
      return List.of(
          new KnobConflict("fabric.nodes", "the fabric has no host", "declare at least one"));
    }
    List<List<Integer>> ports = fabric.ports();
    for (Node node : fabric.nodes()) {
      int links = ports.get(node.id()).size();
      if (node.isHost() && links != 1) {
        complaints.add(
            new KnobConflict(
                "fabric.links",
                "host %s has %s".formatted(node.name(), links == 0 ? "no link" : links + " links"),
                "each host is one NIC port and has exactly one link: declare one host per "
                    + "port and put the hosts of a server in one group"));
      }
      if (links > FabricBuilder.MOST_PORTS) {
        complaints.add(
            new KnobConflict(
                "fabric.links",
                "%s has %d links".formatted(node.name(), links),
                "at most " + FabricBuilder.MOST_PORTS));
      }
    }
    islands(fabric, hosts, ports, complaints);
    return complaints;
  }

  /**
   * One complaint for each island, naming a host on it and one that it cannot reach; hosts without
   * any link are no islands.
   */
  private static void islands(
      Fabric fabric, List<Node> hosts, List<List<Integer>> ports, List<KnobConflict> complaints) {
    ConnectedComponents connectedComponents = new ConnectedComponents(fabric);
    List<Node> linked = hosts.stream().filter(host -> !ports.get(host.id()).isEmpty()).toList();
    boolean[] seen = new boolean[connectedComponents.count()];
    for (Node host : linked) {
      Node first = linked.getFirst();
      if (!seen[connectedComponents.of(host)] && host.id() != first.id()) {
        complaints.add(
            new KnobConflict(
                "fabric.links",
                "no links connect %s with %s".formatted(host.name(), first.name()),
                "add the missing link"));
      }
      seen[connectedComponents.of(host)] = true;
    }
  }

  /** For each node how many links it is from the nearest host; 1 where none can be reached. */
  public static int[] tiers(List<Boolean> isHost, List<Link> links) {
    int[] tiers = new int[isHost.size()];
    Arrays.fill(tiers, -1);
    List<List<Integer>> neighbours = new ArrayList<>();
    isHost.forEach(ignored -> neighbours.add(new ArrayList<>()));
    for (Link link : links) {
      neighbours.get(link.a()).add(link.b());
      neighbours.get(link.b()).add(link.a());
    }
    Deque<Integer> next = new ArrayDeque<>();
    for (int node = 0; node < tiers.length; node++) {
      if (isHost.get(node)) {
        tiers[node] = 0;
        next.add(node);
      }
    }
    while (!next.isEmpty()) {
      int node = next.poll();
      for (int other : neighbours.get(node)) {
        if (tiers[other] < 0) {
          tiers[other] = tiers[node] + 1;
          next.add(other);
        }
      }
    }
    for (int node = 0; node < tiers.length; node++) {
      tiers[node] = tiers[node] < 0 ? 1 : tiers[node];
    }
    return tiers;
  }
}
