package dev.headroom.sim.host;

import dev.headroom.model.knob.ClassSchedule;

/**
 * Class scheduler of a NIC port: strict classes first, highest number first; the rest by
 * byte-deficit round robin. A class pays for a packet after it has sent it, since its size is not
 * known before.
 */
final class NicClassScheduler {
  /** Bytes of a turn for weight 1, as at the ports of switches. */
  private static final int QUANTUM_BYTES = 1024;

  private final int strict;
  private final int[] quantum = new int[ClassSchedule.CLASSES];
  private final int[] credit = new int[ClassSchedule.CLASSES];
  private int turn;

  NicClassScheduler(ClassSchedule schedule) {
    int mask = 0;
    for (int priority : schedule.strict()) {
      mask |= 1 << priority;
    }
    strict = mask;
    for (int priority = 0; priority < quantum.length; priority++) {
      quantum[priority] = schedule.weights().get(priority) * QUANTUM_BYTES;
    }
  }

  /** A class has sent so many bytes. */
  void pay(int priority, int bytes) {
    credit[priority] -= bytes;
  }

  /** The one of these, of which there is one at least, whose turn it is. */
  int choose(int candidates) {
    int first = candidates & strict;
    if (first != 0) {
      return 31 - Integer.numberOfLeadingZeros(first);
    }
    while ((candidates & 1 << turn) == 0 || credit[turn] <= 0) {
      turn = turn + 1 & ClassSchedule.CLASSES - 1;
      // Who has nothing to send saves nothing up, and still owes what it has sent.
      boolean waits = (candidates & 1 << turn) != 0;
      credit[turn] = waits ? credit[turn] + quantum[turn] : Math.min(0, credit[turn]);
    }
    return turn;
  }
}
