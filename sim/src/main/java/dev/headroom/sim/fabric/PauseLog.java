package dev.headroom.sim.fabric;

import dev.headroom.sim.measure.PauseEvent;
import java.util.ArrayList;
import java.util.List;

/** Log of the arrivals of PFC frames, kept on request. */
public final class PauseLog {
  private final boolean keep;
  private final List<PauseEvent> events = new ArrayList<>();

  PauseLog(boolean keep) {
    this.keep = keep;
  }

  public void add(long atPs, int node, int port, int priority, boolean xoff) {
    if (keep) {
      events.add(new PauseEvent(atPs, node, port, priority, xoff));
    }
  }

  List<PauseEvent> events() {
    return events;
  }
}
