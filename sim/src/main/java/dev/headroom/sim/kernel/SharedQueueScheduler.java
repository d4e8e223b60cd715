package dev.headroom.sim.kernel;

import java.util.function.LongPredicate;

/**
 * Scheduler with one event queue for all devices: for runs in which events of the same time run in
 * the order in which they were scheduled, or in which delays between devices are too short for
 * separate queues.
 */
final class SharedQueueScheduler extends PartitionScheduler {
  private final EventQueue queue;
  private final DeviceEventQueue all;

  SharedQueueScheduler(EventQueue queue, EventHandler script) {
    super(script);
    this.queue = queue;
    all = new DeviceEventQueue(queue);
  }

  @Override
  public DeviceEventQueue eventQueueOf(int number) {
    return all;
  }

  @Override
  public void advance(long endPs) {
    long count = 0;
    while (all.nextOfQueue(endPs)) {
      script.handleEvent(all.key(), all.timePs());
      count++;
    }
    executed += count;
    lastPs = Math.max(lastPs, all.timePs());
  }

  @Override
  public void setTime(long nowPs) {
    lastPs = Math.max(lastPs, nowPs);
    all.setTime(nowPs);
  }

  @Override
  public long nextPs() {
    return queue.peekPs();
  }

  @Override
  public boolean all(LongPredicate ofKey) {
    return queue.all(ofKey);
  }

  @Override
  public boolean keepsInsertionOrder() {
    return queue.keepsInsertionOrder();
  }
}
