package dev.headroom.sim.host;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Software on a host that learns later than its NIC that the last byte of a flow is there, or that
 * a flow is done: when memory shows it, or when an event wakes the software.
 */
final class HostSoftware {
  private final MemoryVisibility memory;
  private final FlowNotifications deliveries;
  private final FlowNotifications completions;

  /** Null where it polls. */
  private final @Nullable CompletionWaiters completionWaiters;

  /** Null where it sleeps, or takes each completion at once. */
  private final @Nullable HostCompletionQueue completionQueue;

  /**
   * @param polled what it polls, where that is not empty at once
   */
  HostSoftware(
      Host host,
      MemoryVisibility memory,
      Optional<CompletionWaiters> sleepers,
      Optional<HostCompletionQueue> polled) {
    this.memory =
        polled
            .<MemoryVisibility>map(queue -> new PolledMemoryVisibility(memory, queue))
            .orElse(memory);
    this.completionWaiters = sleepers.orElse(null);
    completionQueue = polled.orElse(null);
    deliveries = new FlowNotifications(host);
    completions = new FlowNotifications(host);
  }

  /** Who of it sleeps until completions come; null where it polls. */
  @Nullable CompletionWaiters sleepers() {
    return completionWaiters;
  }

  /** What it polls; null where it sleeps, or takes each completion at once. */
  @Nullable HostCompletionQueue completions() {
    return completionQueue;
  }

  /**
   * The transport has the last byte of a flow.
   *
   * @return whether software finds it later than now, and {@link #wake} or {@link #handlesCoreDone}
   *     will say so
   */
  boolean delaysDataDetection(int flow, int queuePair, long nowPs) {
    if (deliveries.add(flow, memory.deliveredPs(nowPs), nowPs)) {
      return true;
    }
    if (completionWaiters != null) {
      completionWaiters.onCompletion(flow, queuePair, true, nowPs);
    }
    return completionWaiters != null;
  }

  /**
   * The transport knows that a flow is done.
   *
   * @return whether software learns it later than now, and {@link #wake} or {@link
   *     #handlesCoreDone} will say so
   */
  boolean delaysCompletionDetection(int flow, int queuePair, long nowPs) {
    if (completions.add(flow, memory.completedPs(nowPs), nowPs)) {
      return true;
    }
    if (completionWaiters != null) {
      completionWaiters.onCompletion(flow, queuePair, false, nowPs);
    }
    return completionWaiters != null;
  }

  /** Tells of what is in memory by now, or wakes who waits for it. */
  void wake(HostRegistry hosts, Host host, long nowPs) {
    while (deliveries.isDue(nowPs)) {
      int flow = deliveries.take();
      if (completionWaiters == null) {
        hosts.onDataDetected(flow, host, nowPs);
      } else {
        completionWaiters.onCompletion(flow, hosts.queuePair(flow), true, nowPs);
      }
    }
    while (completions.isDue(nowPs)) {
      int flow = completions.take();
      if (completionWaiters == null) {
        hosts.onCompletionDetected(flow, host, nowPs);
      } else {
        completionWaiters.onCompletion(flow, hosts.queuePair(flow), false, nowPs);
      }
    }
  }

  /**
   * A core of the host has done a piece of work.
   *
   * @return whether it was for software that sleeps
   */
  boolean handlesCoreDone(int core, HostRegistry hosts, long nowPs) {
    if (completionWaiters != null) {
      completionWaiters.onCoreDone(core, hosts, nowPs);
    }
    return completionWaiters != null;
  }
}
