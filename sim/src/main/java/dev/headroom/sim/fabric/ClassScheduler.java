package dev.headroom.sim.fabric;

import dev.headroom.model.knob.ClassSchedule;
import dev.headroom.sim.kernel.EventQueue;
import org.jspecify.annotations.Nullable;

/**
 * Scheduler of the classes of a port: strict classes first, highest number first; the rest share by
 * byte-deficit round robin (Shreedhar and Varghese, SIGCOMM 1995). A class is given its quantum
 * when the round comes to it and serves packets as long as they fit what it has saved up. Or they
 * take turns packet by packet, from the one after the last that sent; that is how Alibaba's HPCC
 * simulator has it ({@code BEgressQueue::DoDequeueRR}).
 */
final class ClassScheduler {
  /** Bytes of a round for weight 1; a frame that is longer waits until rounds have saved it up. */
  private static final int QUANTUM_BYTES = 1024;

  private final ClassSchedule schedule;
  private final int strictMask;
  private final boolean byPacket;
  private int turn;
  private boolean granted;
  private long readyPs;

  ClassScheduler(ClassSchedule schedule) {
    int mask = 0;
    for (int priority : schedule.strict()) {
      mask |= 1 << priority;
    }
    this.schedule = schedule;
    strictMask = mask;
    byPacket = schedule.byPacket();
  }

  /** Classes that are served before all others, the highest first, as bits. */
  int strict() {
    return strictMask;
  }

  /** After {@link #choose} found nothing: when the first tail will have arrived. */
  long readyPs() {
    return readyPs;
  }

  /**
   * @param candidates classes that have a packet and are not paused, at least one
   * @param waitsForTail whether a packet may have to wait until its tail is in
   */
  @Nullable ClassQueue choose(
      @Nullable ClassQueue[] classQueues, int candidates, long nowPs, boolean waitsForTail) {
    int mask = waitsForTail ? arrived(classQueues, candidates, nowPs) : candidates;
    if (mask == 0) {
      return null;
    }
    if ((mask & (mask - 1)) == 0 && !byPacket) {
      return classQueues[Integer.numberOfTrailingZeros(mask)];
    }
    int strict = mask & strictMask;
    if (strict != 0) {
      return classQueues[31 - Integer.numberOfLeadingZeros(strict)];
    }
    if (byPacket) {
      turn = after(turn, mask);
      return classQueues[turn];
    }
    while (true) {
      ClassQueue classQueue = classQueues[turn];
      if ((mask & (1 << turn)) != 0 && classQueue != null && classQueue.head != null) {
        if (!granted) {
          classQueue.deficit += schedule.weights().get(turn) * QUANTUM_BYTES;
          granted = true;
        }
        if (classQueue.deficit >= classQueue.head.bytes) {
          classQueue.deficit -= classQueue.head.bytes;
          return classQueue;
        }
      }
      turn = (turn + 1) & (ClassSchedule.CLASSES - 1);
      granted = false;
    }
  }

  /** The first class of a set after another, or the first of all. */
  private static int after(int priority, int mask) {
    int behind = mask & -2 << priority;
    return Integer.numberOfTrailingZeros(behind == 0 ? mask : behind);
  }

  private int arrived(@Nullable ClassQueue[] classQueues, int candidates, long nowPs) {
    int mask = 0;
    readyPs = EventQueue.NEVER;
    for (int rest = candidates; rest != 0; rest &= rest - 1) {
      int priority = Integer.numberOfTrailingZeros(rest);
      ClassQueue classQueue = classQueues[priority];
      if (classQueue != null && classQueue.head != null) {
        if (classQueue.head.tailPs <= nowPs) {
          mask |= 1 << priority;
        } else {
          readyPs = Math.min(readyPs, classQueue.head.tailPs);
        }
      }
    }
    return mask;
  }
}
