package dev.headroom.run.collective;

import dev.headroom.model.machine.Cluster;
import dev.headroom.model.machine.Machine;
import dev.headroom.model.text.BadInputException;
import dev.headroom.unit.Rate;

/**
 * Fabric whose switches reduce (SHARP). Each rail has one switch for up to eight machines, or
 * leaves for up to seven machines each and a spine above them. Beside each switch, on a link of its
 * own, a host stands for its reduction: sums of eight, at half of 400 Gb/s each, fill the widest
 * link there is, and a leaf sends and takes one more than it has machines. What joins the rails
 * nothing crosses.
 */
final class SharpFabric {
  private static final int MOST_BELOW = 8;
  private static final int MOST_PER_LEAF = MOST_BELOW - 1;
  private static final int MOST_MACHINES = MOST_BELOW * MOST_PER_LEAF;

  /** The fastest link that a scenario takes. */
  private static final long MOST_BPS = 1_600_000_000_000L;

  private final Cluster cluster;
  private final int nics;
  private final long nicBps;
  private final StringBuilder text = new StringBuilder();

  private SharpFabric(Cluster cluster, Rate railRate) {
    this.cluster = cluster;
    Machine machine = cluster.machine();
    nics = machine.rails().nics();
    nicBps = railRate.bps();
  }

  /** The cluster, with as many machines at a switch as this fabric has there. */
  static Cluster withMachinesPerSwitch(Cluster cluster) {
    int machines = cluster.machines();
    int leaves = machines <= MOST_BELOW ? 1 : Math.ceilDiv(machines, MOST_PER_LEAF);
    return cluster.at(Math.ceilDiv(machines, leaves));
  }

  /** The block {@code fabric} of a scenario. */
  static String of(Cluster cluster, Rate railRate) {
    int machines = cluster.machines();
    if (machines < 2 || machines > MOST_MACHINES) {
      throw new BadInputException(
          "--sharp: %d machines; it must be 2 to %d".formatted(machines, MOST_MACHINES));
    }
    return new SharpFabric(withMachinesPerSwitch(cluster), railRate).written();
  }

  private String written() {
    int hosts = cluster.machines() * nics;
    int leaves = Math.max(1, cluster.leaves());
    boolean isTree = cluster.leaves() > 0;
    text.append("fabric:\n  topology: graph\n  nodes:\n    hosts: [");
    for (int host = 0; host < hosts; host++) {
      text.append(nic(host)).append(", ");
    }
    text.append("sharp-0..%d]\n".formatted(cluster.switches() * nics - 1));
    text.append("    switches: [leaf-0..%d, ".formatted(leaves * nics - 1));
    text.append(isTree ? "spine-0..%d, core-0]\n".formatted(nics - 1) : "spine-0]\n");
    text.append("  links:\n");
    for (int host = 0; host < hosts; host++) {
      link(
          nic(host),
          "leaf-" + (host / nics / cluster.perSwitch() * nics + host % nics),
          nicBps,
          "cable: 30m");
    }
    for (int leaf = 0; leaf < leaves; leaf++) {
      for (int rail = 0; rail < nics; rail++) {
        int number = leaf * nics + rail;
        int below = Math.min(cluster.perSwitch(), cluster.machines() - leaf * cluster.perSwitch());
        link(
            "sharp-" + number,
            "leaf-" + number,
            (isTree ? below + 1 : below) * nicBps,
            "delay: 1ns");
        link(
            isTree ? "spine-" + rail : "spine-0",
            "leaf-" + number,
            isTree ? below * nicBps : nicBps,
            "cable: 30m");
      }
    }
    for (int rail = 0; isTree && rail < nics; rail++) {
      link("sharp-" + (leaves * nics + rail), "spine-" + rail, leaves * nicBps, "delay: 1ns");
      link("core-0", "spine-" + rail, nicBps, "cable: 30m");
    }
    return text.toString();
  }

  private String nic(int host) {
    return "host-%d-rail-%d".formatted(host / nics, host % nics);
  }

  private void link(String a, String b, long bps, String length) {
    text.append(
        "    - {a: %s, b: %s, rate: %dMbps, %s}\n"
            .formatted(a, b, Math.min(MOST_BPS, bps) / 1_000_000, length));
  }
}
