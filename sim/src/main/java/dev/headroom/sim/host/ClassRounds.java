package dev.headroom.sim.host;

import dev.headroom.model.knob.ClassSchedule;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.kernel.EventQueue;
import org.jspecify.annotations.Nullable;

/**
 * A round for each class that a NIC sends in: strict classes first, highest number first; the rest
 * share its port by byte-deficit round robin, in which a class pays for a packet after it has sent
 * it, since its size is not known before. A class whose pause holds it back waits, and the others
 * go on.
 */
final class ClassRounds extends SendRound {
  /** Bytes of a turn for weight 1, as at the ports of switches. */
  private static final int QUANTUM_BYTES = 1024;

  private final SendClasses classes;
  private final int strict;
  private final int[] quantum = new int[ClassSchedule.CLASSES];
  private final PacedRound[] rounds = new PacedRound[ClassSchedule.CLASSES];
  private final int[] credit = new int[ClassSchedule.CLASSES];
  private int turn;

  /** Classes that a pause holds back, as bits, when the port asked last. */
  private int held;

  /** Who was taken last, and when: it pays at the next turn, if it has sent. */
  private @Nullable Sender taken;

  private long takenPs;

  ClassRounds(SendClasses classes, ClassSchedule schedule) {
    this.classes = classes;
    int mask = 0;
    for (int priority : schedule.strict()) {
      mask |= 1 << priority;
    }
    strict = mask;
    for (int priority = 0; priority < rounds.length; priority++) {
      rounds[priority] = new PacedRound(priority);
      quantum[priority] = schedule.weights().get(priority) * QUANTUM_BYTES;
    }
  }

  @Override
  boolean isHeld(Port port) {
    held = classes.heldAt(port);
    return held == classes.mask();
  }

  @Override
  void admit(Sender sender, long nowPs) {
    rounds[classes.of(sender)].admit(sender, nowPs);
  }

  @Override
  void defer(Sender sender) {
    rounds[classes.of(sender)].defer(sender);
  }

  @Override
  void moved(Sender sender) {
    rounds[classes.of(sender)].moved(sender);
  }

  @Override
  @Nullable Sender take(long nowPs) {
    pay();
    int candidates = candidates(nowPs);
    while (candidates != 0) {
      int priority = choose(candidates);
      Sender sender = rounds[priority].take(nowPs);
      if (sender != null) {
        taken = sender;
        takenPs = nowPs;
        return sender;
      }
      candidates &= ~(1 << priority);
    }
    return null;
  }

  private void pay() {
    Sender sender = taken;
    taken = null;
    if (sender != null && sender.lastSendPs == takenPs) {
      credit[classes.of(sender)] -= sender.lastBytes;
    }
  }

  /** Classes with somebody who may send now, as bits. */
  private int candidates(long nowPs) {
    int mask = 0;
    for (int rest = classes.mask() & ~held; rest != 0; rest &= rest - 1) {
      int priority = Integer.numberOfTrailingZeros(rest);
      mask |= rounds[priority].nextPs(nowPs) <= nowPs ? 1 << priority : 0;
    }
    return mask;
  }

  private int choose(int candidates) {
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

  @Override
  long warm() {
    long read = 0;
    for (int rest = classes.mask(); rest != 0; rest &= rest - 1) {
      read += rounds[Integer.numberOfTrailingZeros(rest)].warm();
    }
    return read;
  }

  /** Also of those that were held back: their pause may be over by now, and nobody has asked. */
  @Override
  long nextPs(long nowPs) {
    return nextPs(classes.mask(), nowPs);
  }

  @Override
  long nextFreePs(long nowPs) {
    return nextPs(classes.mask() & ~held, nowPs);
  }

  private long nextPs(int among, long nowPs) {
    long next = EventQueue.NEVER;
    for (int rest = among; rest != 0; rest &= rest - 1) {
      next = Math.min(next, rounds[Integer.numberOfTrailingZeros(rest)].nextPs(nowPs));
    }
    return next;
  }
}
