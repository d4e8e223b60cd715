package dev.headroom.sim.host;

import dev.headroom.model.knob.ClassSchedule;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.kernel.EventQueue;
import org.jspecify.annotations.Nullable;

/** Arbiter among the senders of a NIC port, packet by packet. */
abstract class SendArbiter {
  /**
   * That of a NIC.
   *
   * @param schedule how classes share the port, where there are several
   * @param asNs3 in the order of Alibaba's HPCC simulator
   */
  static SendArbiter of(SendClasses classes, ClassSchedule schedule, boolean asNs3) {
    if (asNs3) {
      return new Ns3SendArbiter(classes);
    }
    return classes.isSingleClass()
        ? new PacedSendArbiter(Integer.numberOfTrailingZeros(classes.mask()))
        : new ClassSendArbiter(classes, schedule);
  }

  /** Whether a pause keeps all of them from sending; asked before anybody is taken. */
  abstract boolean isHeld(Port port);

  /** Passes over these classes, given as bits, until it is told otherwise. */
  void passOver(int these) {}

  /** Puts an idle sender where its next send belongs. */
  abstract void admit(PacketSender sender, long nowPs);

  /** Lets a sender wait for the time of its next send. */
  abstract void defer(PacketSender sender);

  /** The time of the next send of somebody who may be waiting for it has been changed. */
  abstract void moved(PacketSender sender);

  /** Takes the sender whose turn it is, or null. */
  abstract @Nullable PacketSender take(long nowPs);

  /**
   * When somebody may send next, as far as pauses go: 0 if at once, {@link EventQueue#NEVER} if
   * nobody.
   */
  abstract long nextPs(long nowPs);

  /** The same of those whom no pause held back when that was asked last. */
  long nextFreePs(long nowPs) {
    return nextPs(nowPs);
  }
}
