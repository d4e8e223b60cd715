package dev.headroom.sim.fuzz;

import dev.headroom.model.fabric.ConnectedComponents;
import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.flow.FlowOverrides;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.ClassKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.workload.FlowList;
import dev.headroom.model.workload.FlowList.Entry;
import java.util.ArrayList;
import java.util.List;

/** Flows listed one by one: random pairs, incast, permutation, all to all, chains. */
final class RandomFlows {
  private final Dice dice;
  private final Fabric fabric;
  private final Settings settings;
  private final int hosts;
  private final Budget budget;
  private final List<Entry> entries = new ArrayList<>();

  RandomFlows(Dice dice, Fabric fabric, Settings settings, Budget budget) {
    this.dice = dice;
    this.fabric = fabric;
    this.settings = settings;
    this.hosts = fabric.hosts().size();
    this.budget = budget;
  }

  FlowProgram flows() {
    boolean isWhole = new ConnectedComponents(fabric).count() == 1;
    switch (isWhole ? dice.between(0, 5) : 6) {
      case 0, 1 -> pairs(dice.between(1, 40));
      case 2 -> incast();
      case 3 -> permutation();
      case 4 -> allToAll();
      case 5 -> chain();
      default -> pairsOnIslands(dice.between(1, 20));
    }
    if (isReliableConnection() && dice.oneIn(4)) {
      entries.replaceAll(entry -> dice.oneIn(2) ? entry.with(terms()) : entry);
    }
    return new FlowList(entries);
  }

  private boolean isReliableConnection() {
    return settings.get(TransportKnobs.TRANSPORT).hasQueuePairs();
  }

  /** What the queue pair of a flow has for itself. A class has one DSCP. */
  private FlowOverrides terms() {
    boolean wide = settings.isSet(TransportKnobs.GO_BACK_UNIT);
    FlowOverrides terms =
        new FlowOverrides(
            dice.oneIn(3) && !wide ? dice.anyScale(1_000, 1_000_000) : 0,
            dice.oneIn(3) ? dice.anyScale(1_000_000, 100_000_000) : 0);
    boolean oneClass = settings.isSet(ClassKnobs.DSCP);
    return oneClass || dice.oneIn(2) ? terms : terms.in(dice.pick(0, 1, 3, 4, 5));
  }

  private void pairs(int n) {
    for (int i = 0; i < n; i++) {
      int from = dice.between(0, hosts - 1);
      add(from, another(from), size(n), start());
    }
  }

  private void pairsOnIslands(int n) {
    ConnectedComponents connectedComponents = new ConnectedComponents(fabric);
    for (int i = 0; i < n; i++) {
      int from = dice.between(0, hosts - 1);
      int to = another(from);
      while (connectedComponents.of(fabric.hosts().get(from))
          != connectedComponents.of(fabric.hosts().get(to))) {
        from = dice.between(0, hosts - 1);
        to = another(from);
      }
      add(from, to, size(n), start());
    }
  }

  private void incast() {
    int to = dice.between(0, hosts - 1);
    int n = dice.between(1, 3 * (hosts - 1));
    long start = start();
    for (int i = 0; i < n; i++) {
      add(another(to), to, size(n), dice.oneIn(4) ? start() : start);
    }
  }

  private void permutation() {
    int shift = dice.between(1, hosts - 1);
    long size = size(hosts);
    for (int host = 0; host < hosts; host++) {
      add(host, (host + shift) % hosts, size, 0);
    }
  }

  private void allToAll() {
    int n = Math.min(hosts, 8);
    long size = size(n * (n - 1));
    for (int from = 0; from < n; from++) {
      for (int to = 0; to < n; to++) {
        if (from != to) {
          add(from, to, size, 0);
        }
      }
    }
  }

  /** Each flow waits for some of those before it, mostly for one that ends where it begins. */
  private void chain() {
    int n = dice.between(2, 30);
    for (int i = 0; i < n; i++) {
      List<Integer> after = new ArrayList<>();
      List<Integer> afterCompletion = new ArrayList<>();
      for (int wait = i == 0 ? 0 : dice.between(0, Math.min(i, 2)); wait > 0; wait--) {
        int earlier = dice.between(0, i - 1);
        if (!after.contains(earlier) && !afterCompletion.contains(earlier)) {
          (dice.oneIn(3) ? afterCompletion : after).add(earlier);
        }
      }
      boolean follows = !after.isEmpty() && !dice.oneIn(4);
      int from = follows ? entries.get(after.getFirst()).destination() : dice.between(0, hosts - 1);
      entries.add(
          new Entry(
              from,
              another(from),
              size(n),
              dice.oneIn(2) ? 0 : start(),
              after,
              afterCompletion,
              dice.oneIn(8) ? dice.between(1_024, 65_535) << 16 | 4791 : -1));
    }
  }

  private void add(int from, int to, long size, long start) {
    entries.add(Entry.at(from, to, size, start));
  }

  private int another(int host) {
    return (host + dice.between(1, hosts - 1)) % hosts;
  }

  private long start() {
    return dice.oneIn(3) ? 0 : dice.anyScale(1, budget.horizonPs());
  }

  private long size(int n) {
    long fair = Math.max(1, budget.bytes() / n);
    long mtu = budget.mtu();
    return switch (dice.between(0, 9)) {
      case 0 -> dice.pick(0L, 1L, 2L, mtu - 1, mtu, mtu + 1, 64L);
      case 1, 2, 3 -> dice.anyScale(1, fair);
      default -> fair;
    };
  }
}
