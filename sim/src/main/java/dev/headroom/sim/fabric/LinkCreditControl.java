package dev.headroom.sim.fabric;

import dev.headroom.sim.packet.Packet;
import org.jspecify.annotations.Nullable;

/** Credit-based flow control of a link that has it. */
public interface LinkCreditControl extends LinkFlowControl {
  /** The link is up from the start: each end knows what the other has granted. */
  void connect(LinkCreditControl other);

  /** A packet has come in: it takes room until that is given back. */
  void arrived(Packet packet, long nowPs);

  /**
   * Which classes may send their first packet; others are held from now on.
   *
   * @param ready the classes in question, as bits
   */
  int open(@Nullable ClassQueue[] classQueues, int ready, long nowPs);

  /** A packet leaves. */
  void leaves(Packet packet);

  /**
   * Takes a packet that the device wants to send and that stands in no queue: true if it may leave
   * now, else it waits at the head of its class.
   */
  boolean hasCreditFor(Packet packet, ClassQueue classQueue, long nowPs);

  /** A time that was asked for may have come. */
  void wake(long nowPs);

  /** The device takes nothing out of its buffers, or goes on. */
  void setFrozen(boolean now, long nowPs);

  /**
   * The device takes out what comes at another rate from now on.
   *
   * @param bps {@code Long.MAX_VALUE}: as fast as it was made to
   */
  void drainAt(long bps, long nowPs);
}
