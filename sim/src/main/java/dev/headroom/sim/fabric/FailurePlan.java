package dev.headroom.sim.fabric;

import dev.headroom.model.fabric.LinkEvent;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.TreeSet;

/**
 * When links go down and come up, and when routes follow. A change of a link is noticed at its two
 * ends a while later, if it still holds then: the switches there take the port out of their lists
 * of next hops, or back in. Later all switches work their tables out anew. In between packets fall
 * into a hole, at the port or at a switch further back that does not know. What holds at time 0 has
 * always been so.
 */
final class FailurePlan {
  /**
   * What happens at one time.
   *
   * @param links those that change at this time
   * @param noticed links that their ends take for down from now on, if {@code routes}
   * @param converged links that all tables do without from now on, if {@code routes}
   * @param routes whether routes change
   */
  record Moment(
      long atPs, List<LinkEvent> links, BitSet noticed, BitSet converged, boolean routes) {}

  private final List<LinkEvent> events;
  private final long detectionPs;
  private final long convergencePs;

  /**
   * @param events in time order
   * @param detectionPs from a change until its ends notice
   * @param convergencePs from a change until all tables are worked out anew; no less
   */
  FailurePlan(List<LinkEvent> events, long detectionPs, long convergencePs) {
    this.events = events;
    this.detectionPs = detectionPs;
    this.convergencePs = convergencePs;
  }

  /** All moments, in time order. */
  List<Moment> moments() {
    TreeSet<Long> times = new TreeSet<>();
    for (LinkEvent event : events) {
      times.add(event.at().ps());
      times.add(after(event, detectionPs));
      times.add(after(event, convergencePs));
    }
    List<Moment> moments = new ArrayList<>();
    BitSet down = new BitSet();
    BitSet noticed = new BitSet();
    BitSet converged = new BitSet();
    for (long at : times) {
      List<LinkEvent> now = events.stream().filter(event -> event.at().ps() == at).toList();
      now.forEach(event -> down.set(event.link(), !event.up()));
      boolean routes = follow(noticed, down, at, detectionPs);
      routes |= follow(converged, noticed, at, convergencePs);
      if (!now.isEmpty() || routes) {
        moments.add(
            new Moment(at, now, (BitSet) noticed.clone(), (BitSet) converged.clone(), routes));
      }
    }
    return moments;
  }

  /** Lets what is known follow what is, where it has been so for long enough. */
  private boolean follow(BitSet known, BitSet truth, long at, long delayPs) {
    boolean changed = false;
    for (LinkEvent event : events) {
      boolean still = truth.get(event.link()) == !event.up();
      if (after(event, delayPs) == at && still && known.get(event.link()) == event.up()) {
        known.flip(event.link());
        changed = true;
      }
    }
    return changed;
  }

  private static long after(LinkEvent event, long delayPs) {
    return event.at().ps() == 0 ? 0 : event.at().ps() + delayPs;
  }
}
