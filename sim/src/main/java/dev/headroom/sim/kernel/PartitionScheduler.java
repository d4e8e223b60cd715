package dev.headroom.sim.kernel;

import java.util.function.LongPredicate;

/**
 * Scheduler of the devices of a partition: their event queues, and the order in which the devices
 * run.
 *
 * <p>{@link SharedQueueScheduler} has one agenda for all; {@link PerDeviceScheduler} lets each go
 * by itself for a while.
 */
public abstract sealed class PartitionScheduler permits PerDeviceScheduler, SharedQueueScheduler {
  /** What happens, as those know it who make it happen. */
  public interface EventHandler {
    /** An event is known for the window that is about to begin. */
    void eventPending(long key, long atPs);

    /**
     * All events that are known were told: {@linkplain DeviceEventQueue#addArrival foresees} what
     * follows.
     */
    void prefetchArrivals(DeviceEventQueue deviceEventQueue, long endPs);

    /** An event happens. */
    void handleEvent(long key, long atPs);
  }

  final EventHandler script;

  /** Events so far. */
  long executed;

  /** Time of the last event so far. */
  long lastPs;

  PartitionScheduler(EventHandler script) {
    this.script = script;
  }

  /**
   * One agenda for all.
   *
   * @param insertionOrder whether events of the same time run in the order in which they were
   *     scheduled, as ns-3 does; else in keyed order
   * @param salt scrambles the keyed order
   */
  public static PartitionScheduler inOneOrder(
      boolean insertionOrder, long salt, EventHandler script) {
    return new SharedQueueScheduler(new EventQueue(insertionOrder, salt), script);
  }

  /**
   * Many agendas.
   *
   * @param rooms how many events each may hold, once and again, that are not far away; it grows if
   *     they are more
   * @param second the first of those on the other side; their number if there are no two sides
   * @param lookaheadPs how much later, at least, one knows what another has done; more than 0
   * @param salt scrambles the order of events of the same time
   */
  public static PartitionScheduler byDevice(
      int[] rooms, int second, long lookaheadPs, long salt, EventHandler script) {
    return new PerDeviceScheduler(rooms, second, lookaheadPs, salt, script);
  }

  /** The agenda of a number. */
  public abstract DeviceEventQueue eventQueueOf(int number);

  /** Executes all events before a time. */
  public abstract void advance(long endPs);

  /** Something happens to many that is on nobody's agenda. */
  public abstract void setTime(long nowPs);

  /** Time of the earliest event, or {@link EventQueue#NEVER}. */
  public abstract long nextPs();

  /** Whether this is true of the keys of all pending events. */
  public abstract boolean all(LongPredicate ofKey);

  /** Whether events of the same time run in the order in which they were scheduled. */
  public abstract boolean keepsInsertionOrder();

  /** Time of the last event so far. */
  public final long lastPs() {
    return lastPs;
  }

  /** Events so far. */
  public final long executed() {
    return executed;
  }
}
