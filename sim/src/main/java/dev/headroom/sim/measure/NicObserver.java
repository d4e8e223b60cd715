package dev.headroom.sim.measure;

/**
 * Observer of the packets that the NIC of a host sends and receives, in order of time, on the
 * thread that simulates the host. It sees and never steers: a run is the same to the bit with it.
 */
@FunctionalInterface
public interface NicObserver {
  /** A packet left or came. */
  void onPacket(NicPacketEvent packet);

  /** A PFC frame left, or has come and takes effect now. */
  default void onPause(NicPauseEvent pause) {}
}
