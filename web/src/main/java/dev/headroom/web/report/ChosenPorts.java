package dev.headroom.web.report;

import dev.headroom.run.figures.PortLoad;
import dev.headroom.run.figures.PortLoads;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Ports that are shown one by one: in turn the longest paused, those with the deepest queues and
 * the busiest; ties go to the lower position. The others are shown as distributions.
 *
 * @param series ports with time series, and why each
 * @param rows ports of the table
 */
record ChosenPorts(Map<PortLoad, String> series, List<PortLoad> rows) {
  private static final int SERIES_OF_EACH = 5;
  private static final int ROWS_OF_EACH = 120;

  static ChosenPorts of(PortLoads ports) {
    return new ChosenPorts(
        pick(ports, SERIES_OF_EACH), List.copyOf(pick(ports, ROWS_OF_EACH).keySet()));
  }

  private static Map<PortLoad, String> pick(PortLoads ports, int ofEach) {
    List<PortLoad> paused = ports.top(ofEach * 3, PortLoad::pausedShare);
    List<PortLoad> deep = ports.top(ofEach * 3, PortLoad::peakQueueBytes);
    List<PortLoad> busy = ports.top(ofEach * 3, PortLoad::busy);
    Map<PortLoad, String> chosen = new LinkedHashMap<>();
    add(chosen, paused, ofEach, "paused longest");
    add(chosen, deep, ofEach, "deepest queue");
    add(chosen, busy, ofEach, "busiest");
    return chosen;
  }

  private static void add(
      Map<PortLoad, String> chosen, List<PortLoad> candidates, int most, String why) {
    int added = 0;
    for (PortLoad load : candidates) {
      if (added < most && chosen.putIfAbsent(load, why) == null) {
        added++;
      }
    }
  }
}
