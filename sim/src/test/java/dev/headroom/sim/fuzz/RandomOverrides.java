package dev.headroom.sim.fuzz;

import dev.headroom.model.choice.HostStageDetail;
import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.CreditKnobs;
import dev.headroom.model.knob.HostKnobs;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.RoutingKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.scenario.Scenario.Override;
import java.util.ArrayList;
import java.util.List;

/** Hosts, switches and links that are set otherwise than the rest. */
final class RandomOverrides {
  private final Dice dice;
  private final Fabric fabric;
  private final Settings everywhere;

  RandomOverrides(Dice dice, Fabric fabric, Settings everywhere) {
    this.dice = dice;
    this.fabric = fabric;
    this.everywhere = everywhere;
  }

  List<Override> overrides() {
    List<Override> overrides = new ArrayList<>();
    if (!everywhere.isSet(HostKnobs.DRAIN) && dice.oneIn(8)) {
      overrides.add(new Override(dice.pick(fabric.hosts()).name(), slowHost()));
    }
    if (everywhere.get(PcieKnobs.STAGES) == HostStageDetail.DETAILED && dice.oneIn(3)) {
      overrides.add(new Override(dice.pick(fabric.hosts()).name(), otherSlot()));
    }
    if (dice.oneIn(6)) {
      Node node = dice.pick(fabric.switches());
      overrides.add(new Override(dice.oneIn(2) ? node.name() : "*", otherSwitch()));
    }
    if (dice.oneIn(6)) {
      Link link = dice.pick(fabric.links());
      String ends = fabric.nodes().get(link.a()).name() + "/" + fabric.nodes().get(link.b()).name();
      overrides.add(new Override(ends, otherPort()));
    }
    return overrides;
  }

  private Settings slowHost() {
    RandomKnobs knobs = new RandomKnobs(dice);
    knobs.set(HostKnobs.DRAIN, dice.pick("1Gbps", "9Gbps", "50Gbps"));
    knobs.set(HostKnobs.RECEIVE_BUFFER, dice.pick("10KB", "300KB", "4MiB"));
    return knobs.settings();
  }

  private Settings otherSlot() {
    RandomKnobs knobs = new RandomKnobs(dice);
    knobs.maybe(PcieKnobs.GENERATION, 1, 3, 6);
    knobs.maybe(PcieKnobs.READ_LATENCY, "0ns", "5us");
    knobs.maybe(PcieKnobs.MAX_PAYLOAD, 128, 4096);
    return knobs.settings();
  }

  private Settings otherSwitch() {
    RandomKnobs knobs = new RandomKnobs(dice);
    knobs.maybe(SwitchKnobs.SWITCH_LATENCY, "0ns", "2us");
    knobs.maybe(SwitchKnobs.FORWARDING, "cut-through", "store-and-forward");
    knobs.maybe(SwitchKnobs.LOSSY_ALPHA, "0.1", "4");
    knobs.maybe(PfcKnobs.XON_OFFSET, "0B", "20KB");
    knobs.maybe(PfcKnobs.PAUSE_QUANTA, 0, 8_192);
    knobs.maybe(RoutingKnobs.SALT, "none", "switch");
    if (everywhere.get(CreditKnobs.CREDITS) && !everywhere.isSet(CreditKnobs.CREDIT_BUFFER)) {
      knobs.maybe(CreditKnobs.CREDIT_BUFFER, "64KiB", "128KiB");
    }
    marking(knobs);
    queues(knobs);
    return knobs.settings();
  }

  private Settings otherPort() {
    RandomKnobs knobs = new RandomKnobs(dice);
    marking(knobs);
    queues(knobs);
    return knobs.settings();
  }

  private void marking(RandomKnobs knobs) {
    knobs.maybe(CongestionKnobs.ECN, "false", "true");
    if (dice.oneIn(3)) {
      knobs.set(CongestionKnobs.KMIN, dice.pick("0B", "30KB"));
      knobs.set(CongestionKnobs.KMAX, dice.pick("30KB", "500KB"));
    }
    knobs.maybe(CongestionKnobs.PMAX, "0.05", "1");
  }

  private void queues(RandomKnobs knobs) {
    knobs.maybe(SwitchKnobs.ALPHA, "0.015625", "0.5", "4");
    knobs.maybe(SwitchKnobs.SCHEDULING, RandomSwitches.schedule(dice));
    knobs.seldom(SwitchKnobs.QUEUE_LIMIT, "20KB", "1MB");
  }
}
