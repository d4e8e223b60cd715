package dev.headroom.sim.fabric;

import dev.headroom.model.knob.ClassSchedule;
import dev.headroom.sim.packet.Packet;
import org.jspecify.annotations.Nullable;

/** Link-level retransmission on one direction of a link, or both, seen from one port. */
public interface LinkRetry {
  /** What asks for the next frame to be sent again, in the place of a class. */
  int NACK = ClassSchedule.CLASSES;

  /** How often something came in bad and was asked for again. */
  long nacks();

  /** Frames sent again, whole or in part. */
  long framesReplayed();

  /** The link went down: nothing of before is sent again. */
  void cut();

  /** Lets a packet in that arrives for the first time, or holds it. */
  default boolean takes(Packet packet, long nowPs) {
    return true;
  }

  /** Whether a packet that arrives was given up on its way. */
  default boolean gaveUp(Packet packet) {
    return false;
  }

  /** The first packet that is held, and through it all that are. */
  default @Nullable Packet held() {
    return null;
  }

  /**
   * A packet is sent. Returns how much later than at best it reaches the peer, for what the link
   * has to send again before it, and of it.
   */
  default long send(Packet packet, long holdPs, long nowPs) {
    return 0;
  }

  /** The same for a message of the link's own. */
  default long send(int bytes, long holdPs, long nowPs) {
    return 0;
  }

  /** Until when the link sends again what it has sent before; 0 if it does not. */
  default long repeatsUntilPs(long nowPs) {
    return 0;
  }

  /** Sends one frame again; returns how long it holds the transmitter. */
  default long replayNext(long nowPs) {
    return 0;
  }

  /** A message of the peer may have come. */
  default void arrive(long nowPs) {}

  /** A message that was sent from another partition is on its way. */
  default void enterFromPartition(long atPs, int kind, long word) {}
}
