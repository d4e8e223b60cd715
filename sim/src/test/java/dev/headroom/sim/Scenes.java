package dev.headroom.sim;

import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.knob.ValueType;
import dev.headroom.model.scenario.Presets;
import java.util.SplittableRandom;

/** Small runs in which a lot happens, to see knobs at work in. */
final class Scenes {
  private Scenes() {}

  /** Queues that are marked, and pauses that reach the hosts, in a fabric with choices of way. */
  static Lab busy() {
    Lab lab =
        Lab.shape("leaf-spine", "fabric.leaves=4", "fabric.spines=4", "fabric.hostsPerLeaf=4")
            .set(SwitchKnobs.SWITCH_BUFFER, "3MiB")
            .set(CongestionKnobs.KMIN, "5KB")
            .set(CongestionKnobs.KMAX, "50KB");
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 60; i++) {
      int source = random.nextInt(16);
      int destination = (source + 1 + random.nextInt(15)) % 16;
      lab.flow(source, destination, random.nextInt(300_000), random.nextInt(50) * Lab.US);
    }
    for (int i = 1; i < 16; i++) {
      lab.flow(i, 0, 200_000, 10 * Lab.US);
    }
    return lab;
  }

  /** Queues that are marked and overflow. */
  static Lab uec() {
    return busy()
        .set(Presets.named("uec").orElseThrow().settings())
        .set(SwitchKnobs.SWITCH_BUFFER, "32MiB")
        .set(SwitchKnobs.QUEUE_LIMIT, "60KB");
  }

  static Lab tcp() {
    return busy()
        .set(Presets.named("tcp").orElseThrow().settings())
        .set(TransportKnobs.MTU, "1500");
  }

  static Lab lossy() {
    return busy()
        .set(PfcKnobs.PFC, "false")
        .set(SwitchKnobs.SWITCH_BUFFER, "64KiB")
        .set(TransportKnobs.ACK_TIMEOUT, "5");
  }

  /** Long flows whose rates rise a few times, but not to the full, before the next decrease. */
  static Lab increasing() {
    Lab lab =
        Lab.star(7, "100Gbps", "1us")
            .set(CongestionKnobs.KMIN, "5KB")
            .set(CongestionKnobs.KMAX, "50KB")
            .set(Knobs.named("congestion.increaseTimer", ValueType.TIME), "5us")
            .set(CongestionKnobs.CNP_INTERVAL, "12us");
    for (int host = 1; host < 7; host++) {
      lab.flow(host, 0, 3_000_000, host * Lab.US);
    }
    return lab;
  }
}
