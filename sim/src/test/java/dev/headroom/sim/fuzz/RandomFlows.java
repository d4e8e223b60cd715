package dev.headroom.sim.fuzz;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.unit.Size;
import dev.headroom.model.workload.FlowList;
import dev.headroom.model.workload.FlowList.Entry;
import dev.headroom.model.workload.FlowProgram;
import dev.headroom.model.workload.Site;
import dev.headroom.model.workload.Workloads;
import java.util.ArrayList;
import java.util.List;

/** Who sends what to whom: random pairs, incast, permutation, all to all, chains, rings. */
final class RandomFlows {
  private final Dice dice;
  private final Fabric fabric;
  private final int hosts;
  private final int mtu;
  private final long bytes;
  private final long horizonPs;
  private final List<Entry> entries = new ArrayList<>();

  /**
   * @param bytes payload to move in all, about
   * @param horizonPs flows start before this
   */
  RandomFlows(Dice dice, Fabric fabric, int mtu, long bytes, long horizonPs) {
    this.dice = dice;
    this.fabric = fabric;
    this.hosts = fabric.hosts().size();
    this.mtu = mtu;
    this.bytes = bytes;
    this.horizonPs = horizonPs;
  }

  FlowProgram flows(long seed) {
    switch (dice.between(0, 6)) {
      case 0, 1 -> pairs(dice.between(1, 40));
      case 2 -> incast();
      case 3 -> permutation();
      case 4 -> allToAll();
      case 5 -> chain();
      default -> {
        return ring(seed);
      }
    }
    return new FlowList(entries);
  }

  private void pairs(int n) {
    for (int i = 0; i < n; i++) {
      int from = dice.between(0, hosts - 1);
      add(from, another(from), size(n), start());
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
              -1));
    }
  }

  /** A collective whose steps share queue pairs. */
  private FlowProgram ring(long seed) {
    var workload =
        Workloads.named(dice.pick("all-reduce", "all-gather", "reduce-scatter")).orElseThrow();
    Settings told = Settings.DEFAULTS;
    for (Knob<?> knob : workload.parameters()) {
      if (knob.name().equals("workload.size")) {
        told = told.with(knob, new Size(Math.max(1, bytes / (2L * hosts))).toString());
      } else if (knob.name().equals("workload.channels")) {
        told = told.with(knob, String.valueOf(dice.between(1, 3)));
      }
    }
    return workload.build().apply(told, Site.of(fabric, seed, "workload"));
  }

  private void add(int from, int to, long size, long start) {
    entries.add(Entry.at(from, to, size, start));
  }

  private int another(int host) {
    return (host + dice.between(1, hosts - 1)) % hosts;
  }

  private long start() {
    return dice.oneIn(3) ? 0 : dice.anyScale(1, horizonPs);
  }

  private long size(int n) {
    long fair = Math.max(1, bytes / n);
    return switch (dice.between(0, 9)) {
      case 0 -> dice.pick(0L, 1L, 2L, (long) mtu - 1, (long) mtu, mtu + 1L, 64L);
      case 1, 2, 3 -> dice.anyScale(1, fair);
      default -> fair;
    };
  }
}
