package dev.headroom.sim.host;

import dev.headroom.sim.kernel.EventQueue;
import org.jspecify.annotations.Nullable;

/** Whose turn it is at a NIC port, packet by packet. */
abstract class SendRound {
  /** Reads a part of what the next turn will need. */
  long warm() {
    return 0;
  }

  /** Puts an idle sender where its next send belongs. */
  abstract void admit(Sender sender, long nowPs);

  /** Lets a sender wait for the time of its next send. */
  abstract void defer(Sender sender);

  /** The time of the next send of somebody who may be waiting for it has been changed. */
  abstract void moved(Sender sender);

  /** Takes the sender whose turn it is, or null. */
  abstract @Nullable Sender take(long nowPs);

  /** When somebody may send next: 0 if at once, {@link EventQueue#NEVER} if nobody. */
  abstract long nextPs(long nowPs);
}
