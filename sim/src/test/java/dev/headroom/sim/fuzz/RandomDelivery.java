package dev.headroom.sim.fuzz;

import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.FalconKnobs;
import dev.headroom.model.knob.SrdKnobs;
import dev.headroom.model.knob.TransportKnobs;

/** Transports that place packets as they come: SRD and Falcon. */
final class RandomDelivery {
  private final Dice dice;
  private final RandomKnobs knobs;

  RandomDelivery(Dice dice, RandomKnobs knobs) {
    this.dice = dice;
    this.knobs = knobs;
  }

  void srd() {
    knobs.set(TransportKnobs.OPERATION, dice.pick("write", "write", "send", "read"));
    knobs.maybe(TransportKnobs.OUTSTANDING_READS, 1, 2);
    knobs.maybe(TransportKnobs.MTU, 1, 256, 4096);
    knobs.seldom(CongestionKnobs.ALGORITHM, "none");
    knobs.maybe(SrdKnobs.WAYS, 1, 1, 4, 512);
    knobs.maybe(SrdKnobs.WAY_MEMORY, "1us", "100us", "1s");
    knobs.maybe(SrdKnobs.TIMEOUT_SCALE, "1", "20");
    knobs.maybe(SrdKnobs.MIN_TIMEOUT, "1us", "20us", "1ms");
  }

  void falcon() {
    knobs.set(TransportKnobs.OPERATION, dice.pick("write", "write", "send", "read"));
    knobs.maybe(TransportKnobs.OUTSTANDING_READS, 1, 2);
    knobs.maybe(FalconKnobs.PULLS, 1, 7, 4096);
    knobs.seldom(CongestionKnobs.ALGORITHM, "none");
    knobs.maybe(FalconKnobs.RECOVERY, "eack");
    knobs.seldom(FalconKnobs.REORDERING, 0, 50);
    knobs.maybe(FalconKnobs.RECEIVE_WINDOW, 1, 2, 16, 65);
    knobs.maybe(FalconKnobs.ACK_WINDOW, 0, 1000);
    knobs.maybe(FalconKnobs.ACK_SHARE, "0.01", "1");
    knobs.maybe(FalconKnobs.ACK_DELAY, "0ns", "100us");
    knobs.maybe(FalconKnobs.TIMEOUT_SCALE, "1", "20");
    knobs.maybe(FalconKnobs.MIN_TIMEOUT, "1us", "50us", "1ms");
    knobs.maybe(FalconKnobs.PATH_CHANGE, "false");
    knobs.maybe(FalconKnobs.PLB_ROUNDS, 1);
    knobs.seldom(FalconKnobs.PLB_DELAY, "0.1", "5");
    knobs.seldom(FalconKnobs.PLB_SHARE, "0", "0.9");
  }
}
