package dev.headroom.sim.fuzz;

import dev.headroom.model.choice.LossRecovery;
import dev.headroom.model.choice.Verb;
import dev.headroom.model.knob.TransportKnobs;

/** How messages are sent, acknowledged and sent again. */
final class RandomTransport {
  private final Dice dice;
  private final RandomKnobs knobs;

  RandomTransport(Dice dice, RandomKnobs knobs) {
    this.dice = dice;
    this.knobs = knobs;
  }

  void transport() {
    knobs.set(TransportKnobs.MTU, dice.pick(256, 512, 1024, 2048, 4096, 4096));
    knobs.maybe(TransportKnobs.OPERATION, "send", "read", "read");
    knobs.maybe(TransportKnobs.MESSAGE_SIZE, "1B", "1000B", "4KiB", "5000B", "64KiB", "100KB");
    if (knobs.get(TransportKnobs.MESSAGE_SIZE).bytes() == 1 && !dice.oneIn(4)) {
      knobs.set(TransportKnobs.MESSAGE_SIZE, "300B");
    }
    knobs.maybe(TransportKnobs.OUTSTANDING, 1, 2, 3, 8);
    knobs.maybe(TransportKnobs.OUTSTANDING_READS, 1, 2, 5);
    receiveQueue();
    recovery();
    knobs.maybe(TransportKnobs.ACK_EVERY, 1, 2, 3, 16, 1000);
    knobs.seldom(TransportKnobs.TRAFFIC_CLASS, 0, 4, 5, 7);
    knobs.seldom(TransportKnobs.ACK_CLASS, 0, 3, 6, 7);
    knobs.seldom(TransportKnobs.ACK_HOST_CLASS, 0, 3, 6);
    knobs.maybe(TransportKnobs.CNP_CLASS, 0, 3, 5, 7);
    knobs.seldom(TransportKnobs.WINDOW, "1B", "4KiB", "64KB", "1MiB");
    knobs.seldom(TransportKnobs.WINDOW_FOLLOWS_RATE, "true");
    knobs.set(TransportKnobs.ACK_TIMEOUT, dice.pick(4, 6, 8, 9, 10, 10, 10));
    knobs.seldom(TransportKnobs.ACK_TIMEOUT, 0);
    knobs.seldom(TransportKnobs.RETRY_COUNT, 0, 1, 3);
    knobs.maybe(TransportKnobs.INITIAL_PSN, 16_777_206, 16_777_215, 8_388_600, 12_345);
    knobs.seldom(TransportKnobs.NAK_INTERVAL, "0ns", "1us", "500us");
    units();
    // With units a flow that is no number of them never ends in that simulator.
    if (dice.oneIn(16) && !knobs.isSet(TransportKnobs.GO_BACK_UNIT)) {
      knobs.set(TransportKnobs.FRAMING, "hpcc-ns3");
      knobs.set(TransportKnobs.MTU, dice.pick(256, 777, 1000, 9000));
    }
  }

  private void recovery() {
    if (knobs.get(TransportKnobs.OPERATION) != Verb.WRITE || dice.oneIn(2)) {
      return;
    }
    knobs.set(TransportKnobs.RECOVERY, dice.pick("out-of-order", "selective-repeat"));
    knobs.maybe(TransportKnobs.REORDER_WINDOW, 1, 2, 7, 64, 128);
    knobs.maybe(TransportKnobs.BDP_CAP, "false");
    knobs.seldom(TransportKnobs.RETRANSMIT_TIMEOUT, "200us", "20ms");
    knobs.maybe(TransportKnobs.SHORT_TIMEOUT, "100us", "1ms");
    knobs.maybe(TransportKnobs.FEW_PACKETS, 1, 10);
  }

  /**
   * What a loss costs beyond itself; a window holds it. The ledger knows nothing of what is
   * forgotten and counted.
   */
  private void units() {
    boolean limited =
        knobs.isSet(TransportKnobs.RECEIVE_QUEUE) || knobs.isSet(TransportKnobs.WINDOW);
    if (knobs.get(TransportKnobs.RECOVERY) == LossRecovery.GO_BACK_N && !limited) {
      knobs.seldom(TransportKnobs.GO_BACK_UNIT, "1B", "4000B", "32KiB", "1MiB");
    }
  }

  private void receiveQueue() {
    if (knobs.get(TransportKnobs.OPERATION) != Verb.SEND || dice.oneIn(3)) {
      return;
    }
    knobs.set(TransportKnobs.RECEIVE_QUEUE, dice.pick(1, 1, 2, 5, 100));
    knobs.maybe(TransportKnobs.RECEIVE_REPOST, "0ns", "10us", "300us");
    knobs.maybe(TransportKnobs.RNR_TIMER, 1, 2, 7);
    if (dice.oneIn(4)) {
      knobs.set(TransportKnobs.RNR_RETRY, dice.pick(0, 1, 6));
      knobs.maybe(TransportKnobs.RECEIVE_QUEUE, 0, 1);
    }
  }
}
