package dev.headroom.app;

import dev.headroom.model.machine.Cluster;
import dev.headroom.model.machine.Machine;

/**
 * A fabric whose switches reduce: one switch for each rail, and beside it, on a link as wide as its
 * machines', a host that stands for its reduction. A spine joins the rails; nothing crosses it.
 */
final class SharpFabric {
  private static final int MOST_MACHINES = 8;

  /** The fastest link that a scenario takes. */
  private static final long MOST_BPS = 1_600_000_000_000L;

  private SharpFabric() {}

  /** The block {@code fabric} of a scenario. */
  static String of(Cluster cluster) {
    Machine machine = cluster.machine();
    int machines = cluster.machines();
    if (machines < 2 || machines > MOST_MACHINES) {
      throw new BadInput(
          "--sharp: %d machines; it takes 2 to %d".formatted(machines, MOST_MACHINES));
    }
    StringBuilder text = new StringBuilder("fabric:\n  topology: graph\n  nodes:\n    hosts: [");
    for (int host = 0; host < machines * machine.nics(); host++) {
      text.append(nic(host, machine)).append(", ");
    }
    text.append("sharp-0..%d]\n".formatted(machine.nics() - 1));
    text.append("    switches: [leaf-0..%d, spine-0]\n  links:\n".formatted(machine.nics() - 1));
    for (int host = 0; host < machines * machine.nics(); host++) {
      link(text, nic(host, machine), host % machine.nics(), machine.nicRate().bps());
    }
    for (int rail = 0; rail < machine.nics(); rail++) {
      link(text, "sharp-" + rail, rail, Math.min(MOST_BPS, machines * machine.nicRate().bps()));
      link(text, "spine-0", rail, machine.nicRate().bps());
    }
    return text.toString();
  }

  private static String nic(int host, Machine machine) {
    return "host-%d-rail-%d".formatted(host / machine.nics(), host % machine.nics());
  }

  private static void link(StringBuilder text, String host, int rail, long bps) {
    String delay = host.startsWith("sharp") ? "delay: 1ns" : "cable: 30m";
    text.append(
        "    - {a: %s, b: leaf-%d, rate: %dMbps, %s}\n"
            .formatted(host, rail, bps / 1_000_000, delay));
  }
}
