package dev.headroom.sim.failure;

import dev.headroom.model.fabric.LinkEvent;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Times at which links go down and come up, and at which routes follow. A change of a link is
 * noticed at its two ends a while later, if it still holds then: the switches there take the port
 * out of their lists of next hops, or back in. Later all switches work their tables out anew. In
 * between packets fall into a hole, at the port or at a switch further back that does not know.
 * What holds at time 0 has always been so.
 */
public final class FailurePlan {
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
   * @param convergencePs from a change until all tables are worked out anew; what is less counts as
   *     {@code detectionPs}
   */
  FailurePlan(List<LinkEvent> events, long detectionPs, long convergencePs) {
    this.events = events;
    this.detectionPs = detectionPs;
    this.convergencePs = Math.max(detectionPs, convergencePs);
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
    List<LinkEvent> seen = lasting(events, detectionPs); // else it is as before when they look
    List<LinkEvent> settled = lasting(seen, convergencePs - detectionPs);
    BitSet noticed = new BitSet();
    BitSet converged = new BitSet();
    for (long at : times) {
      List<LinkEvent> now = events.stream().filter(event -> event.at().ps() == at).toList();
      boolean routes = follow(noticed, seen, at, detectionPs);
      routes |= follow(converged, settled, at, convergencePs);
      if (!now.isEmpty() || routes) {
        moments.add(
            new Moment(at, now, (BitSet) noticed.clone(), (BitSet) converged.clone(), routes));
      }
    }
    return moments;
  }

  /** Changes after which the link stays as it is for so long. */
  private static List<LinkEvent> lasting(List<LinkEvent> changes, long delayPs) {
    Map<Integer, LinkEvent> next = new HashMap<>();
    List<LinkEvent> lasting = new ArrayList<>();
    for (LinkEvent event : changes.reversed()) {
      LinkEvent after = next.put(event.link(), event);
      if (after == null || after.at().ps() > after(event, delayPs)) {
        lasting.addFirst(event);
      }
    }
    return lasting;
  }

  /** Lets what is known follow the changes that are known of by now. */
  private static boolean follow(BitSet known, List<LinkEvent> changes, long at, long delayPs) {
    boolean changed = false;
    for (LinkEvent event : changes) {
      if (after(event, delayPs) == at && known.get(event.link()) == event.up()) {
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
