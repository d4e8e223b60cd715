package dev.headroom.sim.fuzz;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.FailureEvent;
import dev.headroom.model.fabric.InterruptStorm;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.LinkEvent;
import dev.headroom.model.fabric.LinkQuality;
import dev.headroom.model.fabric.NicFreeze;
import dev.headroom.model.fabric.PauseStorm;
import dev.headroom.model.fabric.SlowReceiver;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.wear.WearKnobs;
import dev.headroom.model.wear.WornLink;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Time;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What breaks in mid-run: links that go down, get worse or wear, hosts that storm, take slowly what
 * comes or stand still.
 */
final class RandomFailures {
  private final Dice dice;

  /** For hosts that take slowly what comes, or stand still. */
  private final Dice ofHosts;

  private final Fabric fabric;
  private final long horizonPs;

  /** Links that something has befallen. */
  private final Set<Integer> struck = new HashSet<>();

  /**
   * @param horizonPs failures begin before this
   */
  RandomFailures(Dice dice, Dice ofHosts, Fabric fabric, long horizonPs) {
    this.dice = dice;
    this.ofHosts = ofHosts;
    this.fabric = fabric;
    this.horizonPs = horizonPs;
  }

  /** Those that are told, in time order. */
  List<FailureEvent> failures() {
    List<FailureEvent> events = new ArrayList<>();
    if (dice.oneIn(4)) {
      linksDown(events);
    }
    if (dice.oneIn(6)) {
      linkWorse(events);
    }
    if (dice.oneIn(8)) {
      storm(events);
    }
    if (ofHosts.oneIn(8)) {
      slowOrStill(events);
    }
    events.sort(Comparator.comparing(FailureEvent::at));
    return events;
  }

  private Time moment() {
    return new Time(dice.anyScale(1_000, horizonPs));
  }

  private Time after(Time before) {
    return new Time(before.ps() + dice.anyScale(10_000, horizonPs));
  }

  private int link() {
    return dice.between(0, fabric.links().size() - 1);
  }

  /** Links that go down, most of them to come up again. */
  private void linksDown(List<FailureEvent> events) {
    for (int link : List.of(link(), link())) {
      if (!struck.add(link)) {
        continue;
      }
      Time at = moment();
      for (int times = dice.between(1, 2); times > 0; times--) {
        events.add(new LinkEvent(at, link, false));
        if (times == 1 && dice.oneIn(4)) {
          break;
        }
        at = after(at);
        events.add(new LinkEvent(at, link, true));
        at = after(at);
      }
    }
  }

  private void linkWorse(List<FailureEvent> events) {
    int at = link();
    struck.add(at);
    Link link = fabric.links().get(at);
    Time from = moment();
    double share = dice.pick(0.01, 0.25, 1.0 / 3, 0.5, 1.0);
    LinkQuality worse = new LinkQuality(from, at, share, dice.pick(0.0, 1e-8, 1e-6));
    if (worse.equals(LinkQuality.restored(from, at, link))) {
      return;
    }
    events.add(worse);
    if (!dice.oneIn(3)) {
      events.add(LinkQuality.restored(after(from), at, link));
    }
  }

  /** A host that asks for silence, seldom for good; or whose cores are interrupted for a while. */
  private void storm(List<FailureEvent> events) {
    int node = dice.pick(fabric.hosts()).id();
    Time at = moment();
    Time until = after(at);
    if (dice.oneIn(3)) {
      events.add(new InterruptStorm(at, node, dice.pick(1e4, 5e5, 2e6)));
      events.add(new InterruptStorm(until, node, 0));
      return;
    }
    events.add(new PauseStorm(at, node, true));
    if (!dice.oneIn(4)) {
      events.add(new PauseStorm(until, node, false));
    }
  }

  /**
   * A host that takes slowly what comes, or stands still, seldom for good; or one after the other.
   */
  private void slowOrStill(List<FailureEvent> events) {
    int node = ofHosts.pick(fabric.hosts()).id();
    Time at = new Time(ofHosts.anyScale(1_000, horizonPs));
    Time until = new Time(at.ps() + ofHosts.anyScale(10_000, horizonPs));
    boolean ends = !ofHosts.oneIn(4);
    boolean slow = ofHosts.oneIn(2);
    if (slow) {
      Rate rate = Rate.parse(ofHosts.pick("1Gbps", "10Gbps", "90Gbps", "1Tbps"));
      events.add(new SlowReceiver(at, node, Optional.of(rate)));
      if (ends) {
        events.add(new SlowReceiver(until, node, Optional.empty()));
      }
    }
    if (!slow || ofHosts.oneIn(3)) {
      events.add(new NicFreeze(at, node, true));
      if (ends) {
        events.add(new NicFreeze(until, node, false));
      }
    }
  }

  /** A link whose modules run warm, all of whose life lies within the run. */
  List<WornLink> wear() {
    int at = link();
    if (!dice.oneIn(12) || !struck.add(at)) {
      return List.of();
    }
    Link link = fabric.links().get(at);
    if (fabric.links().stream().filter(other -> name(other).equals(name(link))).count() > 1) {
      return List.of(); // one of several between the same two
    }
    RandomKnobs told = new RandomKnobs(dice);
    String name = name(link);
    told.set(WearKnobs.LINK, name);
    return List.of(new WornLink(name, at, link.rate(), told(told)));
  }

  private String name(Link link) {
    return fabric.nodes().get(link.a()).name() + "/" + fabric.nodes().get(link.b()).name();
  }

  private Settings told(RandomKnobs told) {
    Time from = moment();
    told.set(WearKnobs.FROM, from);
    told.maybe(WearKnobs.UNTIL, after(from));
    told.set(WearKnobs.TIME_CONSTANT, new Time(dice.anyScale(1_000_000, horizonPs + 1_000_000)));
    told.set(WearKnobs.RELINK, new Time(dice.anyScale(1_000, horizonPs)));
    told.maybe(WearKnobs.AIRFLOW, "0.2", "0.6", "0.9");
    told.seldom(WearKnobs.INLET, "20", "60");
    told.seldom(WearKnobs.LOAD, "0", "0.5");
    told.seldom(WearKnobs.POWER, "20");
    told.seldom(WearKnobs.IDLE_POWER, "5");
    told.seldom(WearKnobs.LOW_POWER, "0", "5");
    told.seldom(WearKnobs.RESISTANCE, "1", "2.5");
    told.seldom(WearKnobs.RAW_BIT_ERRORS, "1e-6", "1e-4");
    told.seldom(WearKnobs.LASER_T0, "50", "70");
    told.maybe(WearKnobs.LOST, "1", "2", "3");
    told.seldom(WearKnobs.DERATE_AT, "60", "66");
    told.maybe(WearKnobs.DERATE_TO, "0.25", "0.5");
    told.seldom(WearKnobs.DROP_AT, "68", "90");
    told.seldom(WearKnobs.HYSTERESIS, "0.5", "10");
    told.seldom(WearKnobs.FLAPS, 0, 1);
    return told.settings();
  }
}
