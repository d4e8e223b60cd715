package dev.headroom.sim.host;

import dev.headroom.sim.packet.Packet;

/** Drain of the receive buffer of a NIC port. */
interface ReceiveBufferDrain {
  /** Bytes that have not been taken out. */
  long backlogBytes(long nowPs);

  /** Takes a packet in; when it will have been taken out is known then. */
  void accept(Packet packet, long nowPs);

  /**
   * Empties it at another rate from now on.
   *
   * @param bps {@code Long.MAX_VALUE}: at once
   */
  void setRate(long bps, long nowPs);

  /** When the backlog will have fallen to so many bytes, if nothing more comes. */
  long fallsToPs(long bytes);
}
