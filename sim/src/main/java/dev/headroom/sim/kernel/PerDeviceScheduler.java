package dev.headroom.sim.kernel;

import java.util.function.IntConsumer;
import java.util.function.LongPredicate;

/**
 * Scheduler that runs each device by itself for a while.
 *
 * <p>What leaves a device reaches no other sooner than the lookahead L. So each may go from one
 * time to L later, one after the other in any order, with all that it needs of memory at hand, and
 * what comes in such a window is put in order at once. A queue of all events would look for the
 * place of each among all others, and each event for what it needs anew.
 *
 * <p>Where no wire joins two devices of the same side, the sides go by turns: one to t, the other
 * to t + L, the first to t + 2L, in windows of twice the length.
 */
final class PerDeviceScheduler extends PartitionScheduler {
  /** Times up to so many windows away are near. */
  private static final int NEAR = 4;

  /** The devices of one side. */
  static final class Side {
    private final int first;
    private final NextEventIndex nextEventIndex;
    private long untilPs;
    private long farPs;

    Side(int first, int end) {
      this.first = first;
      nextEventIndex = new NextEventIndex(end - first);
    }

    /** When its present window ends; nothing is scheduled elsewhere before. */
    long untilPs() {
      return untilPs;
    }

    /** From when on events are far away. */
    long farPs() {
      return farPs;
    }

    void need(int number, long atPs) {
      nextEventIndex.need(number, atPs);
    }

    long earliestPs() {
      return nextEventIndex.earliestPs();
    }
  }

  private final DeviceEventQueue[] deviceEventQueues;
  private final Side one;
  private final Side other;
  private final boolean twoSides;
  private final long lookaheadPs;
  private final EventWindow window = new EventWindow();
  private final IntConsumer turn = this::run;

  // The present window.
  private Side present;
  private long beginPs;

  PerDeviceScheduler(int[] rooms, int second, long lookaheadPs, long salt, EventHandler script) {
    super(script);
    int count = rooms.length;
    this.lookaheadPs = Math.min(lookaheadPs, EventWindow.LONGEST_PS / 2);
    one = new Side(0, second);
    other = new Side(second, count);
    twoSides = second < count;
    present = one;
    EventHeaps far = new EventHeaps();
    deviceEventQueues = new DeviceEventQueue[count];
    for (int i = 0; i < count; i++) {
      Side side = i < second ? one : other;
      deviceEventQueues[i] =
          new DeviceEventQueue(side, i - side.first, rooms[i], window, far, salt);
    }
  }

  @Override
  public DeviceEventQueue eventQueueOf(int number) {
    return deviceEventQueues[number];
  }

  @Override
  public void advance(long endPs) {
    long nextPs = nextPs();
    long otherPs = nextPs;
    while (nextPs < endPs) {
      long onePs = ahead(otherPs, endPs);
      run(one, onePs);
      otherPs = ahead(onePs, endPs);
      run(other, otherPs);
      nextPs = nextPs();
      otherPs = twoSides ? Math.max(otherPs, nextPs) : nextPs;
    }
  }

  private long ahead(long atPs, long endPs) {
    return endPs - atPs > lookaheadPs ? atPs + lookaheadPs : endPs;
  }

  private void run(Side side, long untilPs) {
    side.untilPs = untilPs;
    side.farPs = untilPs + NEAR * lookaheadPs;
    beginPs = side.earliestPs();
    if (beginPs < untilPs) {
      present = side;
      side.nextEventIndex.callDue(untilPs, turn);
    }
  }

  private void run(int number) {
    long untilPs = present.untilPs;
    DeviceEventQueue deviceEventQueue = deviceEventQueues[present.first + number];
    window.begin(beginPs, untilPs);
    deviceEventQueue.open(untilPs, script);
    long count = 0;
    while (deviceEventQueue.nextOfWindow()) {
      script.handleEvent(deviceEventQueue.key(), deviceEventQueue.timePs());
      count++;
    }
    deviceEventQueue.close();
    executed += count;
    lastPs = Math.max(lastPs, deviceEventQueue.timePs());
  }

  @Override
  public void setTime(long nowPs) {
    lastPs = Math.max(lastPs, nowPs);
    for (DeviceEventQueue deviceEventQueue : deviceEventQueues) {
      deviceEventQueue.setTime(nowPs);
    }
  }

  @Override
  public long nextPs() {
    return Math.min(one.earliestPs(), other.earliestPs());
  }

  @Override
  public boolean all(LongPredicate ofKey) {
    for (DeviceEventQueue deviceEventQueue : deviceEventQueues) {
      if (!deviceEventQueue.all(ofKey)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean keepsInsertionOrder() {
    return false;
  }
}
