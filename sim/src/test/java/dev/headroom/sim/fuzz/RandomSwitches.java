package dev.headroom.sim.fuzz;

import dev.headroom.congestion.TransportType;
import dev.headroom.model.choice.HashFunction;
import dev.headroom.model.choice.RoutingAlgorithm;
import dev.headroom.model.knob.ClassKnobs;
import dev.headroom.model.knob.CreditKnobs;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.Plugin;
import dev.headroom.model.knob.PluginRoutingKnobs;
import dev.headroom.model.knob.RoutingKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.unit.Size;
import java.util.ArrayList;
import java.util.List;

/** Switches: buffers, classes, where packets go. */
final class RandomSwitches {
  private final Dice dice;
  private final RandomKnobs knobs;

  RandomSwitches(Dice dice, RandomKnobs knobs) {
    this.dice = dice;
    this.knobs = knobs;
  }

  void switches() {
    buffers();
    classes();
    routing();
    cells();
  }

  private void buffers() {
    knobs.maybe(SwitchKnobs.SWITCH_CELL, "1B", "64B", "80B", "144B", "208B", "254B", "1KiB");
    knobs.maybe(SwitchKnobs.FORWARDING, "store-and-forward");
    knobs.seldom(SwitchKnobs.ADMISSION, "tail");
    knobs.maybe(SwitchKnobs.SWITCH_LATENCY, "0ns", "1ns", "800ns", "3us");
    if (knobs.get(TransportKnobs.TRANSPORT) != TransportType.INFINIBAND) {
      knobs.maybe(SwitchKnobs.SWITCH_MTU, "9100B", "32000B");
    }
    knobs.maybe(SwitchKnobs.ALPHA, "0.0078125", "0.0625", "1", "8");
    knobs.maybe(SwitchKnobs.LOSSY_ALPHA, "0.015625", "0.25", "8");
    knobs.maybe(SwitchKnobs.RESERVED, "0B", "1KiB", "20KB");
    // Grown until reserves and headroom fit: see RandomScenario.
    knobs.set(
        SwitchKnobs.SWITCH_BUFFER, dice.pick("64KiB", "100KiB", "256KiB", "1MiB", "32MiB", "1GiB"));
    if (isBeyond(PfcKnobs.XOFF) || knobs.isSet(PfcKnobs.HEADROOM)) {
      knobs.set(SwitchKnobs.SWITCH_BUFFER, "32MiB");
    }
  }

  private boolean isBeyond(Knob<Size> knob) {
    Size buffer = knobs.get(SwitchKnobs.SWITCH_BUFFER);
    return knobs.settings().find(knob).filter(size -> size.compareTo(buffer) > 0).isPresent();
  }

  private void classes() {
    if (dice.oneIn(3)) {
      knobs.set(SwitchKnobs.SCHEDULING, schedule(dice));
    }
    if (dice.oneIn(6) && !knobs.get(CreditKnobs.CREDITS)) {
      knobs.set(ClassKnobs.SWITCH_DSCP_MAP, dice.pick("default", "24-31=1", "26=4,*=0", "48=3"));
      knobs.set(ClassKnobs.QUEUE_MAP_OF_SWITCHES, dice.pick("default", "3=0", "*=2"));
      knobs.set(ClassKnobs.HOST_DSCP_MAP, dice.pick("default", "26=0", "*=3"));
      knobs.seldom(ClassKnobs.DSCP, 0, 3, 63);
    }
  }

  /** Some classes first, the rest by weight, or packet by packet. */
  static String schedule(Dice dice) {
    List<Integer> strict = new ArrayList<>();
    StringBuilder weights = new StringBuilder();
    for (int c = 0; c < 8; c++) {
      if (dice.oneIn(4)) {
        strict.add(c);
      } else if (dice.oneIn(2)) {
        weights
            .append(weights.isEmpty() ? " dwrr:" : ",")
            .append(c)
            .append('=')
            .append(dice.between(1, 60));
      }
    }
    String first =
        strict.isEmpty()
            ? "strict:none"
            : "strict:" + String.join(",", strict.stream().map(String::valueOf).toList());
    return dice.oneIn(4) ? first + " packets" : first + weights;
  }

  private void routing() {
    knobs.seldom(RoutingKnobs.HASH, "murmur3");
    knobs.seldom(RoutingKnobs.SALT, "none");
    knobs.maybe(RoutingKnobs.UDP_PORT, "fixed", "nic");
    if (isInfiniband()) {
      knobs.maybe(RoutingKnobs.ROUTING, "linear", "adaptive", "adaptive-remote");
      return;
    }
    if (!dice.oneIn(3)) {
      return;
    }
    knobs.set(
        RoutingKnobs.ROUTING,
        dice.pick(
            "linear",
            "resilient",
            "flowlet",
            "adaptive",
            "adaptive-remote",
            "spray",
            "round-robin",
            Plugin.WORD));
    if (knobs.get(RoutingKnobs.ROUTING) == RoutingAlgorithm.OWN) {
      knobs.with(Settings.DEFAULTS.with(PluginRoutingKnobs.NAME, new Turns("Turns")));
      knobs.maybe(PluginRoutingKnobs.SETTINGS, "2", "10");
    }
    if (knobs.get(RoutingKnobs.HASH) != HashFunction.MURMUR3) {
      knobs.seldom(RoutingKnobs.ROUTING, "e-ecmp");
    }
    knobs.maybe(RoutingKnobs.BUCKETS, 2, 7, 64);
    knobs.maybe(RoutingKnobs.FLOWLET_GAP, "0ns", "300ns", "5us");
    knobs.maybe(RoutingKnobs.FLOWLET_CHOICE, "queue");
    knobs.maybe(RoutingKnobs.FLOWLET_TABLE, 1, 16);
    knobs.maybe(RoutingKnobs.GRADES, "none", "5KB,20KB", "0B");
    knobs.maybe(RoutingKnobs.GRADE_PERIOD, "100ns", "3us");
  }

  /** InfiniBand's switches forward by LID. */
  private boolean isInfiniband() {
    return knobs.get(TransportKnobs.TRANSPORT) == TransportType.INFINIBAND;
  }

  private void cells() {
    if (!dice.oneIn(6) || knobs.get(SwitchKnobs.TRIMMING) || isInfiniband()) {
      return;
    }
    knobs.set(RoutingKnobs.ROUTING, "cells");
    knobs.maybe(RoutingKnobs.CELL, "64B", "100B", "1KiB", "16KiB");
    knobs.maybe(RoutingKnobs.CELL_HEADER, "0B", "63B");
    knobs.maybe(RoutingKnobs.CELL_CHOICE, "queue");
    knobs.maybe(RoutingKnobs.REASSEMBLY, "1us", "50us");
    knobs.maybe(RoutingKnobs.VOQ, "false");
    knobs.maybe(RoutingKnobs.VOQ_CREDIT, "64B", "1MiB");
    knobs.maybe(RoutingKnobs.VOQ_SPEEDUP, "1", "2");
    knobs.maybe(RoutingKnobs.VOQ_LIMIT, "0B", "1MiB");
    if (knobs.get(CreditKnobs.CREDITS)) {
      knobs.set(RoutingKnobs.VOQ, "false");
    }
  }
}
