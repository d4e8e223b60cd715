package dev.headroom.prove.rehearse;

import dev.headroom.model.fabric.FailureEvent;
import dev.headroom.model.fabric.InterruptStorm;
import dev.headroom.model.fabric.LinkEvent;
import dev.headroom.model.fabric.LinkQuality;
import dev.headroom.model.fabric.NicFreeze;
import dev.headroom.model.fabric.PauseStorm;
import dev.headroom.model.fabric.SlowReceiver;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.unit.Time;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is broken when, over the whole of a rehearsal. The state at a time is what the events until
 * then have left; within a slice, events keep their place as a share of it.
 */
final class FabricTimeline {
  private static final double PS = 1e12;

  private final List<FailureEvent> events;

  FabricTimeline(Scenario scenario) {
    events = scenario.allFailures();
  }

  /** Whether anything changes from one time to another, in seconds. */
  boolean changes(double from, double to) {
    return events.stream()
        .anyMatch(event -> event.at().ps() > from * PS && event.at().ps() <= to * PS);
  }

  /** Whether a host ails in a time, which takes a window longer to show than a link does. */
  boolean hasAilingHost(double from, double to) {
    return window(from, to, 1).stream()
        .anyMatch(event -> !(event instanceof LinkEvent) && !(event instanceof LinkQuality));
  }

  /**
   * The events of a window that stands for a slice: the state at its start at time 0, and changes
   * within it in their place.
   */
  List<FailureEvent> window(double from, double to, long windowPs) {
    Map<String, FailureEvent> state = new LinkedHashMap<>();
    List<FailureEvent> within = new ArrayList<>();
    for (FailureEvent event : events) {
      double at = event.at().ps() / PS;
      if (at <= from) {
        state.put(subject(event), event);
      } else if (at <= to) {
        within.add(moved(event, (long) ((at - from) / (to - from) * windowPs)));
      }
    }
    List<FailureEvent> all = new ArrayList<>();
    state.values().stream()
        .filter(FabricTimeline::isWrong)
        .forEach(event -> all.add(moved(event, 0)));
    all.addAll(within);
    return all;
  }

  /** What an event is about: a later one about the same takes its place. */
  private static String subject(FailureEvent event) {
    return switch (event) {
      case LinkEvent each -> "link " + each.link();
      case LinkQuality each -> "quality " + each.link();
      case PauseStorm each -> "storm " + each.node();
      case InterruptStorm each -> "interrupts " + each.node();
      case SlowReceiver each -> "drain " + each.node();
      case NicFreeze each -> "freeze " + each.node();
    };
  }

  /** Whether a state differs from that of a fabric that works. */
  private static boolean isWrong(FailureEvent event) {
    return switch (event) {
      case LinkEvent each -> !each.up();
      case LinkQuality each -> each.rateShare() < 1 || each.bitErrors() > 0;
      case PauseStorm each -> each.on();
      case InterruptStorm each -> each.perSecond() > 0;
      case SlowReceiver each -> each.drain().isPresent();
      case NicFreeze each -> each.on();
    };
  }

  private static FailureEvent moved(FailureEvent event, long ps) {
    Time at = new Time(ps);
    return switch (event) {
      case LinkEvent each -> new LinkEvent(at, each.link(), each.up());
      case LinkQuality each -> new LinkQuality(at, each.link(), each.rateShare(), each.bitErrors());
      case PauseStorm each -> new PauseStorm(at, each.node(), each.on());
      case InterruptStorm each -> new InterruptStorm(at, each.node(), each.perSecond());
      case SlowReceiver each -> new SlowReceiver(at, each.node(), each.drain());
      case NicFreeze each -> new NicFreeze(at, each.node(), each.on());
    };
  }

  /** How often a link went down within a time. */
  long downs(int link, double from, double to) {
    return events.stream()
        .filter(event ->
            event instanceof LinkEvent change
                && change.link() == link
                && !change.up()
                && change.at().ps() > from * PS
                && change.at().ps() <= to * PS)
        .count();
  }

  /** Rate and bit errors of a link at a time; empty where it is as made. */
  LinkQuality quality(int link, double at) {
    LinkQuality last = new LinkQuality(Time.ZERO, link, 1, 0);
    for (FailureEvent event : events) {
      if (event instanceof LinkQuality change
          && change.link() == link
          && change.at().ps() <= at * PS) {
        last = change;
      }
    }
    return last;
  }
}
