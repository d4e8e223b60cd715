package dev.headroom.sim.fuzz;

import dev.headroom.congestion.TransportType;
import dev.headroom.model.knob.CreditKnobs;
import dev.headroom.model.knob.FailureKnobs;
import dev.headroom.model.knob.InfinibandKnobs;
import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.RoutingKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.knob.WatchdogKnobs;

/** What holds a sender back at a link, and what sends again there: PFC, credits, link retry. */
final class RandomLinks {
  private final Dice dice;
  private final RandomKnobs knobs;

  RandomLinks(Dice dice, RandomKnobs knobs) {
    this.dice = dice;
    this.knobs = knobs;
  }

  void links() {
    pfc();
    credits();
    infiniband();
    linkRetry();
  }

  private void pfc() {
    knobs.seldom(PfcKnobs.PFC, "false");
    knobs.maybe(PfcKnobs.PFC_CLASSES, "3", "3,4", "0,1,2,3,4,5,6,7", "0", "none");
    knobs.seldom(PfcKnobs.XOFF, "1B", "10KB", "1MB");
    knobs.maybe(PfcKnobs.XON_OFFSET, "0B", "1KB", "100KB");
    knobs.seldom(PfcKnobs.PFC_RESPONSE, "0ns", "100ns", "1us", "10us");
    knobs.maybe(PfcKnobs.PAUSE_QUANTA, 0, 4_096, 20_000);
    knobs.seldom(PfcKnobs.HEADROOM_FORMULA, "hpcc-ns3");
    if (dice.oneIn(12)) {
      knobs.set(PfcKnobs.HEADROOM, "10MB"); // more than any cable holds
    }
    if (dice.oneIn(6)) {
      knobs.set(WatchdogKnobs.ACTION, dice.pick("drop", "forward"));
      knobs.set(WatchdogKnobs.DETECTION, dice.pick("5us", "30us", "200us"));
      knobs.maybe(WatchdogKnobs.RESTORATION, "5us", "1ms");
      knobs.maybe(WatchdogKnobs.POLL, "3us", "50us");
    }
  }

  private void credits() {
    if (!dice.oneIn(4) || isRounded()) {
      return;
    }
    knobs.set(CreditKnobs.CREDITS, "true");
    if (knobs.get(TransportKnobs.TRANSPORT)
        != TransportType.INFINIBAND) { // all its lanes are on credit
      knobs.seldom(CreditKnobs.CREDIT_CLASSES, "3", "0,3,4", "none");
    }
    knobs.maybe(CreditKnobs.CREDIT_BUFFER, "16KiB", "20KB", "64KiB", "128KiB");
    knobs.maybe(CreditKnobs.CREDIT_PERIOD, "0ns", "77ns", "1us", "20us");
    knobs.seldom(CreditKnobs.CREDIT_SYNC, "100ns", "5us", "200us");
    if (knobs.get(TransportKnobs.TRANSPORT) != TransportType.INFINIBAND && dice.oneIn(2)) {
      knobs.set(CreditKnobs.CREDIT_FORM, "cbfc");
      knobs.maybe(CreditKnobs.CREDIT_BUFFER, "24KiB", "128KiB", "2MiB");
      knobs.maybe(CreditKnobs.CREDIT_UNIT, "32B", "256B", "2KiB");
      knobs.maybe(CreditKnobs.CREDIT_OVERHEAD, "-16", "64", "127");
      knobs.maybe(CreditKnobs.CREDIT_SPACING, "800B", "100KB");
      if (!knobs.settings().isSet(CreditKnobs.CREDIT_BUFFER)) {
        pool();
      }
    }
  }

  private void pool() {
    knobs.set(CreditKnobs.CREDIT_POOL, dice.pick("160KiB", "256KiB", "4MiB"));
    knobs.maybe(CreditKnobs.CREDIT_RESERVED, "12KiB", "20KiB");
    knobs.maybe(CreditKnobs.CREDIT_SHARED_LIMIT, "0B", "10KiB", "1MiB");
    knobs.maybe(CreditKnobs.CREDIT_SHARED_ALPHA, "0.25", "1", "8");
  }

  private boolean isRounded() {
    return knobs.get(RunKnobs.ROUNDING).ps() > 1;
  }

  private void infiniband() {
    knobs.seldom(InfinibandKnobs.ENGINE, "up-down");
    knobs.seldom(InfinibandKnobs.LMC, 1, 3);
    knobs.seldom(InfinibandKnobs.SL2VL, "7,6,5,4,3,2,1,0", "0,0,0,0,0,0,0,0", "0,1,0,1,0,1,2,3");
    if (knobs.get(TransportKnobs.TRANSPORT) == TransportType.INFINIBAND) {
      knobs.set(CreditKnobs.CREDITS, "true");
    }
    knobs.set(RoutingKnobs.SUBNETS, "fabric");
  }

  private void linkRetry() {
    if (dice.oneIn(4)) {
      knobs.set(FailureKnobs.LINK_RETRY, "true");
      knobs.maybe(FailureKnobs.LINK_RETRIES, 1, 3);
    }
  }
}
