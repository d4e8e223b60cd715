package dev.headroom.sim.host;

import dev.headroom.sim.fabric.EventKind;
import it.unimi.dsi.fastutil.ints.IntArrayFIFOQueue;

/**
 * Queue of flows whose delivery or completion software of a host finds in memory some time after
 * its NIC, in the order in which they are found.
 */
final class FlowNotifications {
  private final Host host;
  private final DueTimeQueue due = new DueTimeQueue();
  private final IntArrayFIFOQueue flows = new IntArrayFIFOQueue();
  private long lastPs;

  FlowNotifications(Host host) {
    this.host = host;
  }

  /**
   * A flow is found at a time, or when those before it are.
   *
   * @return whether that is later than now; else it is found, and is not added
   */
  boolean add(int flow, long atPs, long nowPs) {
    lastPs = Math.max(lastPs, atPs);
    if (lastPs <= nowPs) {
      return false;
    }
    due.add(lastPs);
    flows.enqueue(flow);
    host.events.schedule(lastPs, EventKind.DRAIN, host.index);
    return true;
  }

  /** Whether one is found by now. */
  boolean isDue(long nowPs) {
    return !due.isEmpty() && due.first() <= nowPs;
  }

  /** The first; only if there is one. */
  int take() {
    due.poll();
    return flows.dequeueInt();
  }
}
