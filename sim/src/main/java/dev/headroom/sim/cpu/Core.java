package dev.headroom.sim.cpu;

import dev.headroom.sim.kernel.EventQueue;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A core: one piece of work after another, what the NIC has brought (softirq) before what
 * applications do. An event marks the end of each piece, and one each interrupt that the NIC holds
 * back.
 */
public final class Core {
  private final CpuCosts costs;
  private final EventQueue events;
  private final int eventKind;
  private final int entity;
  private final Work softirq;

  private @Nullable Work first;
  private @Nullable Work last;
  private @Nullable Work current;
  private long endsPs;

  /** The NIC holds its interrupt back for packets that may follow. */
  private boolean moderated;

  /** For how long, where that follows the traffic; else null. */
  private final @Nullable AdaptiveModeration adaptive;

  private long interruptPs;

  /** Cycles of interrupts, to be added to the next piece. */
  private double extra;

  private long busyPs;
  private long interrupts;

  /**
   * @param eventKind of the events that mark the end of its pieces of work
   * @param entity of these events
   * @param softirq takes care of what the NIC brings
   */
  public Core(CpuCosts costs, EventQueue events, int eventKind, int entity, Work softirq) {
    this.costs = costs;
    this.events = events;
    this.eventKind = eventKind;
    this.entity = entity;
    this.softirq = softirq;
    adaptive = costs.adaptive() ? new AdaptiveModeration() : null;
  }

  /**
   * The NIC has brought a packet.
   *
   * @param waiting packets that wait for this core, this one included
   */
  public void brought(int bytes, int waiting, long nowPs) {
    if (adaptive != null) {
      adaptive.packet(bytes);
    }
    if (waiting == 1) {
      interrupt(nowPs);
    } else if (moderated && waiting >= costs.moderationFrames()) {
      moderated = false;
      beginIfIdle(nowPs);
    }
  }

  /** The NIC has brought something after nothing: it will interrupt, unless the core polls. */
  private void interrupt(long nowPs) {
    if (moderated || Objects.equals(current, softirq)) {
      return;
    }
    interrupts++;
    extra += costs.interrupt();
    long holdPs = holdPs(nowPs);
    if (holdPs > 0) {
      moderated = true;
      interruptPs = nowPs + holdPs;
      events.schedule(interruptPs, eventKind, entity);
    } else {
      beginIfIdle(nowPs);
    }
  }

  private long holdPs(long nowPs) {
    AdaptiveModeration by = adaptive;
    if (by == null) {
      return costs.moderationPs();
    }
    by.event(nowPs);
    return by.holdPs();
  }

  /** An application has something to do; done already if it stands in the row. */
  public void post(Work work, long nowPs) {
    if (!work.waiting) {
      work.waiting = true;
      Work before = last;
      if (before == null) {
        first = work;
      } else {
        before.next = work;
      }
      last = work;
    }
    beginIfIdle(nowPs);
  }

  /** A piece of work has come to its end, or an interrupt comes. */
  public void happen(long nowPs) {
    moderated &= interruptPs != nowPs;
    Work done = current;
    if (done != null && endsPs == nowPs) {
      done.end(nowPs); // whatever it posts takes its turn
      current = null;
    }
    beginIfIdle(nowPs);
  }

  private void beginIfIdle(long nowPs) {
    if (current != null) {
      return;
    }
    Work work = softirq;
    double cycles = moderated ? 0 : work.begin();
    while (cycles == 0) {
      Work application = takeFirst();
      if (application == null) {
        return;
      }
      work = application;
      cycles = work.begin();
    }
    long tookPs = (long) ((cycles + extra) * 1e12 / costs.hz()) + 1;
    extra = 0;
    current = work;
    endsPs = nowPs + tookPs;
    busyPs += tookPs;
    events.schedule(endsPs, eventKind, entity);
  }

  private @Nullable Work takeFirst() {
    Work work = first;
    if (work != null) {
      first = work.next;
      work.next = null;
      work.waiting = false;
      if (first == null) {
        last = null;
      }
    }
    return work;
  }

  /** Time that it has worked, in picoseconds, the piece at hand included. */
  public long busyPs() {
    return busyPs;
  }

  /** Interrupts that it had. */
  public long interrupts() {
    return interrupts;
  }
}
