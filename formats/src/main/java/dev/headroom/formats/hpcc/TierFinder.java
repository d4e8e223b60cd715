package dev.headroom.formats.hpcc;

import dev.headroom.model.fabric.Link;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;

/** Search for tiers and pods in a graph that names neither, for drawing it. */
final class TierFinder {
  private TierFinder() {}

  /** For each node, the links to the nearest host: 0 for a host, 1 for a switch above it. */
  static int[] of(boolean[] isSwitch, List<Link> links) {
    List<List<Integer>> peers = peers(isSwitch.length, links);
    int[] tier = new int[isSwitch.length];
    Arrays.fill(tier, -1);
    Queue<Integer> reached = new ArrayDeque<>();
    for (int id = 0; id < isSwitch.length; id++) {
      if (!isSwitch[id]) {
        tier[id] = 0;
        reached.add(id);
      }
    }
    while (!reached.isEmpty()) {
      int id = reached.remove();
      for (int peer : peers.get(id)) {
        if (tier[peer] < 0) {
          tier[peer] = tier[id] + 1;
          reached.add(peer);
        }
      }
    }
    return tier;
  }

  /**
   * For each switch, which pod it stands in: switches that reach each other without the top tier.
   * Those of the top tier are one pod.
   */
  static int[] pods(boolean[] isSwitch, List<Link> links, int[] tier) {
    int top = Arrays.stream(tier).max().orElse(0);
    List<List<Integer>> peers = peers(isSwitch.length, links);
    int[] pod = new int[isSwitch.length];
    Arrays.fill(pod, -1);
    int next = 0;
    for (int id = 0; id < isSwitch.length; id++) {
      if (!isSwitch[id] || tier[id] == top || pod[id] >= 0) {
        continue;
      }
      Queue<Integer> reached = new ArrayDeque<>(List.of(id));
      pod[id] = next;
      while (!reached.isEmpty()) {
        for (int peer : peers.get(reached.remove())) {
          if (isSwitch[peer] && tier[peer] < top && pod[peer] < 0) {
            pod[peer] = next;
            reached.add(peer);
          }
        }
      }
      next++;
    }
    for (int id = 0; id < pod.length; id++) {
      pod[id] = pod[id] < 0 ? next : pod[id];
    }
    return pod;
  }

  private static List<List<Integer>> peers(int nodes, List<Link> links) {
    List<List<Integer>> peers = new ArrayList<>();
    for (int i = 0; i < nodes; i++) {
      peers.add(new ArrayList<>());
    }
    for (Link link : links) {
      peers.get(link.a()).add(link.b());
      peers.get(link.b()).add(link.a());
    }
    return peers;
  }
}
