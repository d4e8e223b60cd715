package dev.headroom.sim.host;

import dev.headroom.model.knob.ClassSchedule;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.kernel.EventQueue;
import org.jspecify.annotations.Nullable;

/**
 * Round robin among the senders of each class of a NIC; {@link NicClassScheduler} schedules the
 * classes. A class whose pause holds it back waits, and the others go on.
 */
final class ClassSendArbiter extends SendArbiter {
  private final SendClasses classes;
  private final NicClassScheduler turns;
  private final PacedSendArbiter[] rounds = new PacedSendArbiter[ClassSchedule.CLASSES];

  /** Classes that are held back, as bits: by pauses when the port asked last, or passed over. */
  private int held;

  /** Who was taken last, and when: it pays at the next turn, if it has sent. */
  private @Nullable PacketSender taken;

  private long takenPs;

  ClassSendArbiter(SendClasses classes, ClassSchedule schedule) {
    this.classes = classes;
    turns = new NicClassScheduler(schedule);
    for (int priority = 0; priority < rounds.length; priority++) {
      rounds[priority] = new PacedSendArbiter(priority);
    }
  }

  @Override
  boolean isHeld(Port port) {
    held = classes.pausedClassesAt(port);
    return held == classes.mask();
  }

  @Override
  void passOver(int these) {
    held = these;
  }

  @Override
  void admit(PacketSender sender, long nowPs) {
    rounds[classes.of(sender)].admit(sender, nowPs);
  }

  @Override
  void defer(PacketSender sender) {
    rounds[classes.of(sender)].defer(sender);
  }

  @Override
  void moved(PacketSender sender) {
    rounds[classes.of(sender)].moved(sender);
  }

  @Override
  @Nullable PacketSender take(long nowPs) {
    pay();
    int candidates = candidates(nowPs);
    while (candidates != 0) {
      int priority = turns.choose(candidates);
      PacketSender sender = rounds[priority].take(nowPs);
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
    PacketSender sender = taken;
    taken = null;
    if (sender != null && sender.lastSendPs == takenPs) {
      turns.pay(classes.of(sender), sender.lastBytes);
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
