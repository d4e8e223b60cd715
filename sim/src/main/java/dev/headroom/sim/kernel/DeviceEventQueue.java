package dev.headroom.sim.kernel;

import java.util.Arrays;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Event queue of one device, or of a few devices scheduled together, in order of (time, key).
 *
 * <p>While a window is open all of its events stand in order, those that come from elsewhere too.
 * What lies beyond it waits in a list if it is near, which is gone through whenever a window
 * begins, and in a line or a heap if it is not. Where all devices share one order, their common
 * agenda is a front of that {@link EventQueue}.
 *
 * <p>Not thread-safe. Allocates only to grow.
 */
public final class DeviceEventQueue {
  /** The order that all devices share; null where each has its own. */
  private final @Nullable EventQueue queue;

  private final PerDeviceScheduler.Side side;
  private final int number;
  private final EventWindow window;
  private final long salt;

  /** Near events that there is room for at first. */
  private final int room;

  private long[] near = {};
  private int nearEvents;

  /** What is far, as long as it is scheduled in the order in which it happens; else in a heap. */
  private final EventFifo line = new EventFifo();

  /** When the first of these happens, here, where it is looked for in every window. */
  private long linePs = EventQueue.NEVER;

  private final EventHeaps farOfAll;
  private int far = EventHeaps.NONE;

  /** What comes from elsewhere before this stands in order already. */
  private long foreseenPs = Long.MIN_VALUE;

  private long timePs;
  private long key;

  /** An agenda of its own for each device, or few. */
  DeviceEventQueue(
      PerDeviceScheduler.Side side,
      int number,
      int room,
      EventWindow window,
      EventHeaps farOfAll,
      long salt) {
    this.side = side;
    this.number = number;
    this.room = room;
    this.window = window;
    this.farOfAll = farOfAll;
    this.salt = salt;
    queue = null;
  }

  /** One agenda for all. */
  DeviceEventQueue(EventQueue queue) {
    this.queue = queue;
    side = new PerDeviceScheduler.Side(0, 0);
    number = 0;
    room = 0;
    window = EventWindow.NEVER_OPEN;
    farOfAll = new EventHeaps();
    salt = 0;
  }

  /** Time of the event in progress, or of the last one. */
  public long timePs() {
    return timePs;
  }

  long key() {
    return key;
  }

  /** Something happens that is no event of this agenda. */
  void setTime(long nowPs) {
    timePs = nowPs;
  }

  /** Whether events of the same time run in the order in which they were scheduled. */
  public boolean keepsInsertionOrder() {
    return queue != null && queue.keepsInsertionOrder();
  }

  /**
   * A place in the order of insertion for an event that is known now and scheduled later, as only
   * the head of a wire is among the events. Means nothing where ties are keyed.
   */
  public long ticket() {
    return queue == null ? 0 : queue.ticket();
  }

  /** Whether the place taken by a ticket comes after that of the event in progress. */
  public boolean isAhead(long ticket) {
    return queue != null && queue.isAhead(ticket);
  }

  /** Whether the event in progress stands in the place taken by a ticket. */
  public boolean isCurrent(long ticket) {
    return queue != null && queue.isCurrent(ticket);
  }

  /** Schedules an event; {@code atPs} must not lie before the event in progress. */
  public void schedule(long atPs, int kind, int entity) {
    if (queue == null) {
      put(atPs, kind, entity);
    } else {
      queue.schedule(atPs, kind, entity);
    }
  }

  /** Schedules an event in the place that was taken for it by {@link #ticket}. */
  public void schedule(long atPs, int kind, int entity, long ticket) {
    if (queue == null) {
      put(atPs, kind, entity);
    } else {
      queue.schedule(atPs, kind, entity, ticket);
    }
  }

  private void put(long atPs, int kind, int entity) {
    long newKey = EventKey.keyed(atPs, kind, entity, salt);
    if (atPs < foreseenPs) {
      assert atPs >= timePs : "an event for " + atPs + " ps at " + timePs;
      window.insert(atPs, newKey);
    } else {
      await(atPs, newKey);
    }
  }

  private void await(long atPs, long newKey) {
    assert atPs >= side.untilPs() : atPs + " ps, in a window until " + side.untilPs();
    side.need(number, atPs);
    if (atPs >= side.farPs()) {
      awaitFar(atPs, newKey);
      return;
    }
    int i = 2 * nearEvents++;
    if (i == near.length) {
      near = Arrays.copyOf(near, Math.max(2 * room, 2 * i + 2));
    }
    near[i] = atPs;
    near[i + 1] = newKey;
  }

  private void awaitFar(long atPs, long newKey) {
    if (line.endsBy(atPs)) {
      line.add(atPs, newKey);
      linePs = Math.min(linePs, atPs);
    } else {
      far = farOfAll.push(far, atPs, newKey);
    }
  }

  /**
   * Whether something that comes from elsewhere at this time was {@linkplain #addArrival foreseen},
   * so that it need not be scheduled.
   */
  public boolean isPrefetched(long atPs) {
    return atPs < foreseenPs;
  }

  /** Adds something that comes from elsewhere in the window that is about to begin. */
  public void addArrival(long atPs, int kind, int entity) {
    window.add(atPs, EventKey.keyed(atPs, kind, entity, salt));
  }

  /** Opens a window: what is to happen in it stands in order then. */
  void open(long endPs, PartitionScheduler.EventHandler script) {
    foreseenPs = endPs;
    long next = EventQueue.NEVER;
    int left = 0;
    for (int i = 0; i < 2 * nearEvents; i += 2) {
      long atPs = near[i];
      if (atPs < endPs) {
        window.add(atPs, near[i + 1]);
        script.eventPending(near[i + 1], atPs);
      } else {
        near[left] = atPs;
        near[left + 1] = near[i + 1];
        left += 2;
        next = Math.min(next, atPs);
      }
    }
    nearEvents = left / 2;
    while (linePs < endPs) {
      window.add(linePs, line.firstKey());
      script.eventPending(line.firstKey(), linePs);
      line.remove();
      linePs = line.firstPs();
    }
    while (farPs() < endPs) {
      window.add(farPs(), farOfAll.key(far));
      script.eventPending(farOfAll.key(far), farPs());
      far = farOfAll.pop(far);
    }
    side.need(number, Math.min(next, Math.min(linePs, farPs())));
    script.prefetchArrivals(this, endPs);
    window.sort();
  }

  private long farPs() {
    return far == EventHeaps.NONE ? EventQueue.NEVER : farOfAll.time(far);
  }

  /** Takes the next event of all before a time, if there is one. */
  boolean nextOfQueue(long endPs) {
    EventQueue all = queue;
    if (all == null || !all.next(endPs)) {
      return false;
    }
    timePs = all.timePs();
    key = all.key();
    return true;
  }

  /** Takes the next event of the window that is open, if there is one. */
  boolean nextOfWindow() {
    if (!window.next()) {
      return false;
    }
    timePs = window.timePs();
    key = window.key();
    return true;
  }

  /** The window is over. */
  void close() {
    foreseenPs = Long.MIN_VALUE;
  }

  /** Whether this is true of the keys of all events beyond the window. */
  boolean all(LongPredicate ofKey) {
    for (int i = 0; i < nearEvents; i++) {
      if (!ofKey.test(near[2 * i + 1])) {
        return false;
      }
    }
    return line.all(ofKey) && farOfAll.all(far, ofKey);
  }
}
