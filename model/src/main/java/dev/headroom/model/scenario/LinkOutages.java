package dev.headroom.model.scenario;

import dev.headroom.model.fabric.LinkEvent;
import dev.headroom.unit.Time;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Downtimes of links: a link is down as long as any entry says so, such as those of both nodes that
 * it joins.
 */
final class LinkOutages {
  private final Map<Integer, List<Outage>> outagesByLink = new TreeMap<>();

  /**
   * @param until empty: to the end
   */
  private record Outage(Time from, Optional<Time> until) {
    boolean reaches(Outage next) {
      return until.map(end -> end.compareTo(next.from) >= 0).orElse(true);
    }

    Outage and(Outage other) {
      return new Outage(
          from, until.flatMap(end -> other.until.map(its -> end.compareTo(its) > 0 ? end : its)));
    }
  }

  void add(int link, Time from, Optional<Time> until) {
    outagesByLink.computeIfAbsent(link, _ -> new ArrayList<>()).add(new Outage(from, until));
  }

  /** What becomes of the links, link by link. */
  List<LinkEvent> events() {
    List<LinkEvent> events = new ArrayList<>();
    outagesByLink.forEach((link, outages) -> {
      for (Outage outage : joined(outages)) {
        events.add(new LinkEvent(outage.from(), link, false));
        outage.until().ifPresent(time -> events.add(new LinkEvent(time, link, true)));
      }
    });
    return events;
  }

  private static Deque<Outage> joined(List<Outage> outages) {
    Deque<Outage> apart = new ArrayDeque<>();
    outages.stream()
        .sorted(Comparator.comparing(Outage::from))
        .forEach(next ->
            apart.addLast(
                !apart.isEmpty() && apart.getLast().reaches(next)
                    ? apart.removeLast().and(next)
                    : next));
    return apart;
  }
}
