package dev.headroom.sim.host;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Software on a host that learns later than its NIC that the last byte of a flow is there, or that
 * a flow is done: when memory shows it, or when an event wakes the software.
 */
final class Software {
  private final Memory memory;
  private final Notices deliveries;
  private final Notices completions;

  /** Null where it polls. */
  private final @Nullable Sleepers sleepers;

  /** Null where it sleeps, or takes each completion at once. */
  private final @Nullable CompletionQueue completionQueue;

  /**
   * @param polled what it polls, where that is not empty at once
   */
  Software(
      Host host, Memory memory, Optional<Sleepers> sleepers, Optional<CompletionQueue> polled) {
    this.memory = polled.<Memory>map(queue -> new PolledMemory(memory, queue)).orElse(memory);
    this.sleepers = sleepers.orElse(null);
    completionQueue = polled.orElse(null);
    deliveries = new Notices(host);
    completions = new Notices(host);
  }

  /** Who of it sleeps until completions come; null where it polls. */
  @Nullable Sleepers sleepers() {
    return sleepers;
  }

  /** What it polls; null where it sleeps, or takes each completion at once. */
  @Nullable CompletionQueue completions() {
    return completionQueue;
  }

  /**
   * The transport has the last byte of a flow.
   *
   * @return whether software finds it later than now, and {@link #wake} or {@link #worked} will say
   *     so
   */
  boolean finds(int flow, int queuePair, long nowPs) {
    if (deliveries.add(flow, memory.deliveredPs(nowPs), nowPs)) {
      return true;
    }
    if (sleepers != null) {
      sleepers.bring(flow, queuePair, true, nowPs);
    }
    return sleepers != null;
  }

  /**
   * The transport knows that a flow is done.
   *
   * @return whether software learns it later than now, and {@link #wake} or {@link #worked} will
   *     say so
   */
  boolean learns(int flow, int queuePair, long nowPs) {
    if (completions.add(flow, memory.completedPs(nowPs), nowPs)) {
      return true;
    }
    if (sleepers != null) {
      sleepers.bring(flow, queuePair, false, nowPs);
    }
    return sleepers != null;
  }

  /** Tells of what is in memory by now, or wakes who waits for it. */
  void wake(Hosts hosts, Host host, long nowPs) {
    while (deliveries.isDue(nowPs)) {
      int flow = deliveries.take();
      if (sleepers == null) {
        hosts.found(flow, host, nowPs);
      } else {
        sleepers.bring(flow, hosts.queuePair(flow), true, nowPs);
      }
    }
    while (completions.isDue(nowPs)) {
      int flow = completions.take();
      if (sleepers == null) {
        hosts.learned(flow, host, nowPs);
      } else {
        sleepers.bring(flow, hosts.queuePair(flow), false, nowPs);
      }
    }
  }

  /**
   * A core of the host has done a piece of work.
   *
   * @return whether it was for software that sleeps
   */
  boolean worked(int core, Hosts hosts, long nowPs) {
    if (sleepers != null) {
      sleepers.worked(core, hosts, nowPs);
    }
    return sleepers != null;
  }
}
