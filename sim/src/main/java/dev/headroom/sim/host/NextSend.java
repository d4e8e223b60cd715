package dev.headroom.sim.host;

import dev.headroom.sim.fabric.EventKind;
import dev.headroom.sim.kernel.Agenda;
import dev.headroom.sim.kernel.EventQueue;

/**
 * The event that a host of Alibaba's HPCC simulator has pending for the end of somebody's pacing
 * ({@code QbbNetDevice::m_nextSend}). There is one at most: while it is pending no other is
 * scheduled, though it may be moved forward. So it may come when there is nothing to do, and in
 * whose place among simultaneous events a packet leaves depends on when it was scheduled.
 */
final class NextSend {
  private final Agenda events;
  private final int host;
  private long atPs = EventQueue.NEVER;
  private long ticket;
  private long scheduledPs;

  NextSend(Agenda events, int host) {
    this.events = events;
    this.host = host;
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
    boolean due = atPs != EventQueue.NEVER && events.stands(ticket);
    if (due) {
      atPs = EventQueue.NEVER;
    }
    return due;
  }

  /** When the event that was pending last was scheduled. */
  long scheduledPs() {
    return scheduledPs;
  }

  private void schedule(long whenPs, long nowPs) {
    atPs = whenPs;
    scheduledPs = nowPs;
    ticket = events.ticket();
    events.schedule(whenPs, EventKind.PACED, host, ticket);
  }
}
