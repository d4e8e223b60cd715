package dev.headroom.sim.host;

import dev.headroom.congestion.EventOrder;
import dev.headroom.sim.fabric.EventKind;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.kernel.DeviceEventQueue;
import dev.headroom.sim.kernel.EventQueue;
import java.util.function.Supplier;

/**
 * Wait for the end of pacing at a host of Alibaba's HPCC simulator, and scheduling time of the
 * current event there, by which ns-3 orders events of one time.
 *
 * <p>It has one event pending for the end of somebody's pacing at most ({@code
 * QbbNetDevice::m_nextSend}): while it is pending no other is scheduled, though it may be moved
 * forward. So it may come when there is nothing to do, and in whose place among simultaneous events
 * a packet leaves depends on when it was scheduled.
 *
 * <p>An arrival was scheduled when its frame began to leave the switch, the end of a transmission
 * when that began, and the end of pacing when the host found nobody else to serve. What else lets a
 * host send (a flow that starts, the end of a pause) counts as scheduled just now.
 */
final class Ns3Pacing implements EventOrder {
  private static final long NOT_PACED = -1;

  private final DeviceEventQueue events;
  private final int host;
  private final Supplier<Port> port;
  private long atPs = EventQueue.NEVER;
  private long ticket;
  private long nextScheduledPs;

  // What happens.
  private long pacedPs = NOT_PACED;
  private int arrivedBytes;
  private int sentBytes;

  /**
   * @param host its number
   * @param port of the host, once it has one
   */
  Ns3Pacing(DeviceEventQueue events, int host, Supplier<Port> port) {
    this.events = events;
    this.host = host;
    this.port = port;
  }

  /** Nothing can be sent now: waits for a time, unless it waits already. */
  void await(long untilPs, long nowPs) {
    if (atPs == EventQueue.NEVER && untilPs > nowPs && untilPs != EventQueue.NEVER) {
      schedule(untilPs, nowPs);
    }
  }

  /** Somebody may send at a time: waits no longer than that, if it waits at all. */
  void advance(long toPs, long nowPs) {
    if (atPs != EventQueue.NEVER && toPs < atPs) {
      schedule(Math.max(toPs, nowPs), nowPs);
    }
  }

  /** Whether the event in progress is the one pending; it is then pending no more. */
  boolean isDue() {
    boolean due = atPs != EventQueue.NEVER && events.isCurrent(ticket);
    if (due) {
      atPs = EventQueue.NEVER;
    }
    return due;
  }

  /** A frame has come, and is what happens until {@link #isOver}. */
  void arrived(int bytes) {
    arrivedBytes = bytes;
  }

  /** Pacing is over, and is what happens until {@link #isOver}. */
  void paced() {
    pacedPs = nextScheduledPs;
  }

  void isOver() {
    arrivedBytes = 0;
    pacedPs = NOT_PACED;
  }

  /** A frame begins to leave. */
  void sends(int bytes) {
    sentBytes = bytes;
  }

  @Override
  public long scheduledPs() {
    Port own = port.get();
    long nowPs = events.timePs();
    if (pacedPs != NOT_PACED) {
      return pacedPs;
    }
    if (arrivedBytes > 0) {
      Port from = own.peer();
      return nowPs - from.wire().holdPs(arrivedBytes, 0) - from.delayPs();
    }
    return own.busyUntilPs() == nowPs ? nowPs - own.wire().holdPs(sentBytes, 0) : nowPs;
  }

  private void schedule(long whenPs, long nowPs) {
    atPs = whenPs;
    nextScheduledPs = nowPs;
    ticket = events.ticket();
    events.schedule(whenPs, EventKind.PACED, host, ticket);
  }
}
