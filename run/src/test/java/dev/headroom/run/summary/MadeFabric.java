package dev.headroom.run.summary;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.Node;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Time;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Fabrics for tests, and paths through them. */
final class MadeFabric {
  private static final Rate RATE = Rate.ofGbps(100);
  private static final Time DELAY = Time.ofNanos(1000);

  private final List<Node> nodes = new ArrayList<>();
  private final List<Link> links = new ArrayList<>();

  static Fabric leafSpine(int leaves, int spines, int hostsPerLeaf) {
    MadeFabric made = new MadeFabric();
    for (int i = 0; i < leaves * hostsPerLeaf; i++) {
      made.node("host-" + i, Node.Kind.HOST, 0, i);
    }
    for (int leaf = 0; leaf < leaves; leaf++) {
      int id = made.node("leaf-" + leaf, Node.Kind.SWITCH, 1, leaf);
      for (int i = 0; i < hostsPerLeaf; i++) {
        made.link(leaf * hostsPerLeaf + i, id);
      }
    }
    for (int spine = 0; spine < spines; spine++) {
      int id = made.node("spine-" + spine, Node.Kind.SWITCH, 2, 0);
      for (int leaf = 0; leaf < leaves; leaf++) {
        made.link(leaves * hostsPerLeaf + leaf, id);
      }
    }
    return new Fabric("leaf-spine " + leaves + "x" + spines, made.nodes, made.links);
  }

  static Fabric fatTree(int k) {
    MadeFabric made = new MadeFabric();
    int half = k / 2;
    int hosts = k * half * half;
    for (int i = 0; i < hosts; i++) {
      made.node("host-" + i, Node.Kind.HOST, 0, i);
    }
    int edges = nodesOf(made, "edge-", k, half, 1);
    int aggregations = nodesOf(made, "agg-", k, half, 2);
    int cores = made.nodes.size();
    for (int i = 0; i < half * half; i++) {
      made.node("core-" + i, Node.Kind.SWITCH, 3, 0);
    }
    for (int host = 0; host < hosts; host++) {
      made.link(host, edges + host / half);
    }
    for (int pod = 0; pod < k; pod++) {
      for (int edge = 0; edge < half; edge++) {
        for (int agg = 0; agg < half; agg++) {
          made.link(edges + pod * half + edge, aggregations + pod * half + agg);
        }
      }
      for (int agg = 0; agg < half; agg++) {
        for (int core = 0; core < half; core++) {
          made.link(aggregations + pod * half + agg, cores + agg * half + core);
        }
      }
    }
    return new Fabric("fat tree, k = " + k, made.nodes, made.links);
  }

  private static int nodesOf(MadeFabric made, String name, int pods, int perPod, int tier) {
    int first = made.nodes.size();
    for (int i = 0; i < pods * perPod; i++) {
      made.node(name + i, Node.Kind.SWITCH, tier, i / perPod);
    }
    return first;
  }

  private int node(String name, Node.Kind kind, int tier, int group) {
    nodes.add(new Node(nodes.size(), name, kind, tier, group));
    return nodes.size() - 1;
  }

  private void link(int a, int b) {
    links.add(new Link(a, b, RATE, DELAY, 0));
  }

  /**
   * Nodes from one host to another, up by chance until both have a switch in common.
   *
   * @param neighbours of each node
   */
  static List<Integer> path(
      Fabric fabric, List<List<Integer>> neighbours, int source, int destination, Random random) {
    List<Integer> path = new ArrayList<>(List.of(source));
    List<List<Integer>> down = new ArrayList<>();
    int at = source;
    while (down.isEmpty()) {
      int tier = fabric.nodes().get(at).tier();
      List<Integer> up =
          neighbours.get(at).stream().filter(n -> fabric.nodes().get(n).tier() > tier).toList();
      at = up.get(random.nextInt(up.size()));
      path.add(at);
      List<Integer> tail = downTo(fabric, neighbours, at, destination);
      if (!tail.isEmpty()) {
        down.add(tail);
      }
    }
    path.addAll(down.getFirst());
    return path;
  }

  private static List<Integer> downTo(
      Fabric fabric, List<List<Integer>> neighbours, int at, int destination) {
    int tier = fabric.nodes().get(at).tier();
    int group = fabric.nodes().get(neighbours.get(destination).getFirst()).group();
    for (int next : neighbours.get(at)) {
      if (next == destination) {
        return List.of(next);
      }
      Node node = fabric.nodes().get(next);
      if (!node.isHost() && node.tier() < tier && node.group() == group) {
        List<Integer> tail = downTo(fabric, neighbours, next, destination);
        if (!tail.isEmpty()) {
          List<Integer> path = new ArrayList<>(List.of(next));
          path.addAll(tail);
          return path;
        }
      }
    }
    return List.of();
  }
}
