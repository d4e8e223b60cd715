package dev.headroom.sim.fuzz;

import dev.headroom.model.knob.CreditKnobs;
import dev.headroom.model.knob.FailureKnobs;
import dev.headroom.model.knob.RoutingKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.Settings;

/** Settings of every sort; each knob is left alone about half of the time. */
final class RandomSettings {
  private final Dice dice;
  private final RandomKnobs knobs;

  RandomSettings(Dice dice) {
    this.dice = dice;
    knobs = new RandomKnobs(dice);
  }

  /** Draws them, in an order that stays: what a seed draws must not change with what is added. */
  Settings settings() {
    RandomSwitches switches = new RandomSwitches(dice, knobs);
    RandomHosts hosts = new RandomHosts(dice, knobs);
    RandomLinks links = new RandomLinks(dice, knobs);
    new RandomTransport(dice, knobs).transport();
    new RandomControl(dice, knobs).congestion();
    links.pfc();
    switches.switches();
    hosts.hosts();
    switches.routing();
    run();
    links.credits();
    links.infiniband();
    links.linkRetry();
    hosts.stages();
    switches.cells();
    return knobs.settings();
  }

  private void run() {
    knobs.set(RunKnobs.SEED, dice.between(0, 1_000_000));
    knobs.maybe(RoutingKnobs.VALLEY, "allow");
    knobs.set(FailureKnobs.DETECTION, dice.pick("0ns", "0ns", "1us", "50us"));
    knobs.seldom(FailureKnobs.CONVERGENCE, "50us", "300us");
    knobs.maybe(FailureKnobs.QUEUED, "wait");
    knobs.maybe(RunKnobs.GRID, "100ns", "10us", "777ns");
    if (dice.oneIn(16)) {
      knobs.set(RunKnobs.TIES, "insertion");
    }
    // Cut times let a flow control packet overtake data, which then counts as lost for a while.
    if (dice.oneIn(16) && !knobs.get(CreditKnobs.CREDITS)) {
      knobs.set(RunKnobs.ROUNDING, "1ns");
    }
    knobs.set(RunKnobs.STOP, "10s");
  }
}
