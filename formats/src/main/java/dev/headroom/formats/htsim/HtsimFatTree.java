package dev.headroom.formats.htsim;

import dev.headroom.formats.htsim.ConnectionMatrix.SwitchType;
import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.Node;
import dev.headroom.unit.CountedNoun;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Time;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * Fat tree of a {@code .topo} file, with its numbers checked against each other.
 *
 * <p>Hosts come first, then ToRs, aggregation switches (the spines, where there are two tiers) and
 * cores, each numbered as there. ToR t holds hosts t·r to t·r + r - 1; aggregation switch a at
 * place p of its pod reaches cores p, p + A, p + 2A, ... for A aggregation switches a pod.
 *
 * @param hosts in all
 * @param podHosts hosts of a pod
 * @param tiers from the ToRs upwards
 */
record HtsimFatTree(int hosts, int podHosts, List<Tier> tiers) {

  /**
   * The switches of one height.
   *
   * @param rate of the links below
   * @param delay of the links below
   * @param latency of the switches
   * @param radixDown ports downwards
   * @param radixUp ports upwards; 0 at the top
   * @param bundle parallel links to each switch or host below
   */
  record Tier(Rate rate, Time delay, Time latency, int radixDown, int radixUp, int bundle) {}

  HtsimFatTree {
    tiers = List.copyOf(tiers);
  }

  int pods() {
    return hosts / podHosts;
  }

  int torsPerPod() {
    return podHosts / tiers.get(0).radixDown();
  }

  int tors() {
    return pods() * torsPerPod();
  }

  int aggsPerPod() {
    return tiers.get(0).radixUp() / tiers.get(1).bundle();
  }

  int aggs() {
    return tiers.size() == 2 ? aggsPerPod() : pods() * aggsPerPod();
  }

  int cores() {
    return tiers.size() == 2 ? 0 : aggsPerPod() * coresPerAgg();
  }

  private int coresPerAgg() {
    return tiers.get(1).radixUp() / tiers.get(2).bundle();
  }

  Fabric fabric() {
    List<Node> nodes = new ArrayList<>();
    for (int host = 0; host < hosts; host++) {
      nodes.add(new Node(host, "host-" + host, Node.Kind.HOST, 0, host));
    }
    add(nodes, "tor", tors(), 1, torsPerPod());
    add(nodes, "agg", aggs(), 2, aggsPerPod());
    add(nodes, "core", cores(), 3, Math.max(cores(), 1));
    List<Link> links = new ArrayList<>();
    for (int tor = 0; tor < tors(); tor++) {
      for (int i = 0; i < tiers.get(0).radixDown(); i++) {
        links.add(link(tor * tiers.get(0).radixDown() + i, tor(tor), tiers.get(0)));
      }
    }
    for (int tor = 0; tor < tors(); tor++) {
      int first = tiers.size() == 2 ? 0 : tor / torsPerPod() * aggsPerPod();
      for (int agg = first; agg < first + aggsPerPod(); agg++) {
        for (int b = 0; b < tiers.get(1).bundle(); b++) {
          links.add(link(tor(tor), agg(agg), tiers.get(1)));
        }
      }
    }
    for (int agg = 0; tiers.size() == 3 && agg < aggs(); agg++) {
      for (int i = 0; i < coresPerAgg(); i++) {
        for (int b = 0; b < tiers.get(2).bundle(); b++) {
          int core = agg % aggsPerPod() + aggsPerPod() * i;
          links.add(link(agg(agg), core(core), tiers.get(2)));
        }
      }
    }
    String shape =
        "htsim %d-tier fat tree: %s, %s"
            .formatted(
                tiers.size(),
                CountedNoun.of(hosts, "host"),
                CountedNoun.of(tors() + aggs() + cores(), "switch"));
    return new Fabric(shape, nodes, links);
  }

  private static Link link(int a, int b, Tier tier) {
    return new Link(a, b, tier.rate(), tier.delay(), 0);
  }

  private static void add(List<Node> nodes, String name, int count, int tier, int perPod) {
    for (int i = 0; i < count; i++) {
      nodes.add(new Node(nodes.size(), name + "-" + i, Node.Kind.SWITCH, tier, i / perPod));
    }
  }

  private int tor(int tor) {
    return hosts + tor;
  }

  private int agg(int agg) {
    return hosts + tors() + agg;
  }

  private int core(int core) {
    return hosts + tors() + aggs() + core;
  }

  /** Node id of a switch that a failure names, if there is one. */
  OptionalInt node(SwitchType type, int id) {
    int count =
        switch (type) {
          case TOR -> tors();
          case AGG -> aggs();
          case CORE -> cores();
        };
    if (id >= count) {
      return OptionalInt.empty();
    }
    return OptionalInt.of(
        switch (type) {
          case TOR -> tor(id);
          case AGG -> agg(id);
          case CORE -> core(id);
        });
  }
}
