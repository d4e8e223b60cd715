package dev.headroom.sim.cpu;

import java.util.Objects;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * CPU core that does one piece of work after another, packets and completions from the NIC
 * (softirq) before work of applications. An event marks the end of each piece, and one each
 * interrupt that does not come at once.
 */
public final class CpuCore {
  /** Cores of a host at the most: events number them over all hosts. */
  public static final int MOST = 1024;

  private final double hz;
  private final double interruptCycles;
  private final InterruptStormLoad interruptStorms;
  private final InterruptModeration moderation;
  private final long wakePs;
  private final LongConsumer eventScheduler;
  private final CpuWork softirq;

  private @Nullable CpuWork first;
  private @Nullable CpuWork last;
  private @Nullable CpuWork current;
  private long beganPs;
  private long endsPs;

  /** An interrupt is to come: the NIC holds it back for what may follow, or the core wakes up. */
  private boolean heldBack;

  private long interruptPs;

  /** Cycles of interrupts, to be added to the next piece. */
  private double extra;

  /** How long interrupts took of the piece at hand. */
  private long interruptsPs;

  private long busyPs;
  private long interrupts;

  /**
   * @param moderation how long the NIC holds interrupts back
   * @param wakePs from an interrupt until who waits for it runs, beside what that costs
   * @param alarm has {@link #handleEvent} called at a time
   * @param softirq takes care of what the NIC brings
   */
  public CpuCore(
      CpuCosts costs,
      InterruptModeration moderation,
      long wakePs,
      LongConsumer alarm,
      CpuWork softirq) {
    hz = costs.hz();
    interruptCycles = costs.interrupts().cycles();
    interruptStorms = costs.interruptStorms();
    this.moderation = moderation;
    this.wakePs = wakePs;
    this.eventScheduler = alarm;
    this.softirq = softirq;
  }

  /**
   * The NIC has brought something, a packet or a completion.
   *
   * @param waiting how many wait for this core, this one included
   */
  public void onArrival(int bytes, int waiting, long nowPs) {
    moderation.onArrival(bytes);
    if (waiting == 1) {
      interrupt(nowPs);
    } else if (heldBack && waiting >= moderation.most() && nowPs + wakePs <= interruptPs) {
      arrive(nowPs + wakePs, nowPs);
    }
  }

  /** The NIC has brought something after nothing: it will interrupt, unless the core polls. */
  private void interrupt(long nowPs) {
    if (heldBack || Objects.equals(current, softirq)) {
      return;
    }
    interrupts++;
    extra += interruptCycles;
    long holdPs = moderation.holdPs(nowPs);
    arrive(nowPs + wakePs + (moderation.most() > 1 ? holdPs : 0), nowPs);
  }

  /** The interrupt comes at a time. */
  private void arrive(long atPs, long nowPs) {
    heldBack = atPs > nowPs;
    interruptPs = atPs;
    if (heldBack) {
      eventScheduler.accept(atPs);
    } else {
      beginIfIdle(nowPs);
    }
  }

  /** An application has something to do; done already if it stands in the row. */
  public void post(CpuWork work, long nowPs) {
    if (!work.waiting) {
      work.waiting = true;
      CpuWork before = last;
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
  public void handleEvent(long nowPs) {
    heldBack &= interruptPs != nowPs;
    CpuWork done = current;
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
    CpuWork work = softirq;
    double cycles = heldBack ? CpuWork.NOTHING : work.begin();
    while (cycles < 0) {
      CpuWork application = takeFirst();
      if (application == null) {
        return;
      }
      work = application;
      cycles = work.begin();
    }
    long tookPs = (long) ((cycles + extra) * 1e12 / hz) + 1;
    beganPs = nowPs;
    interruptsPs = (long) (extra * 1e12 / hz);
    extra = 0;
    current = work;
    endsPs = interruptStorms.endPs(nowPs, tookPs);
    busyPs += tookPs;
    if (endsPs != Long.MAX_VALUE) {
      eventScheduler.accept(endsPs);
    }
  }

  private @Nullable CpuWork takeFirst() {
    CpuWork work = first;
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

  /** When it began the piece at hand, in picoseconds; to be asked while that ends. */
  public long beganPs() {
    return beganPs;
  }

  /** How long interrupts took of that piece, in picoseconds. */
  public long interruptsPs() {
    return interruptsPs;
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
