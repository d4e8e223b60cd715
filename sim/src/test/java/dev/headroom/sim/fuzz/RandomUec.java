package dev.headroom.sim.fuzz;

import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.knob.UetKnobs;

/** Ultra Ethernet's transport in each of its modes, and the switches that trim for it. */
final class RandomUec {
  private final Dice dice;
  private final RandomKnobs knobs;

  RandomUec(Dice dice, RandomKnobs knobs) {
    this.dice = dice;
    this.knobs = knobs;
  }

  void transport() {
    knobs.maybe(UetKnobs.DELIVERY, "rod", "rod", "rudi", "uud");
    boolean stateless = knobs.get(UetKnobs.DELIVERY).isStateless();
    knobs.set(
        TransportKnobs.OPERATION,
        stateless ? dice.pick("write", "send") : dice.pick("write", "send", "read"));
    knobs.maybe(TransportKnobs.OUTSTANDING_READS, 1, 2);
    knobs.set(
        CongestionKnobs.ALGORITHM,
        stateless
            ? dice.pick("nscc", "none")
            : dice.pick("nscc", "rccc", "nscc-rccc", "dctcp", "none"));
    knobs.maybe(UetKnobs.SPRAYING, "oblivious", "bitmap", "reps", "recycling");
    knobs.maybe(UetKnobs.ENTROPY_VALUES, 1, 1, 4, 512);
    knobs.seldom(SwitchKnobs.TRIMMING, "false");
    knobs.seldom(SwitchKnobs.TRIM_SIZE, "64B", "256B");
    knobs.seldom(SwitchKnobs.TRIM_CLASS, 1, 7);
    knobs.maybe(SwitchKnobs.TRIM_WHICH, "either");
    knobs.seldom(SwitchKnobs.QUEUE_LIMIT, "10KB", "100KB");
    knobs.seldom(UetKnobs.ACK_BYTES, "1B", "1MiB");
    knobs.seldom(UetKnobs.ACK_SHARE, "0", "0.01", "1");
    knobs.seldom(UetKnobs.TIMEOUT, "20us", "1ms");
    knobs.seldom(UetKnobs.RETRIES, 0, 5);
  }
}
