package dev.headroom.wire.verbs;

import java.lang.foreign.MemorySegment;
import java.net.InetAddress;

/**
 * Queue pair 1 of a device, the general service interface (IBA 3.9.4.2), which carries management
 * datagrams (MADs) of 256 bytes, those of the connection manager among them.
 */
public interface ManagementPort {
  /** Bytes of a management datagram. */
  int MAD_BYTES = 256;

  /** Takes what comes. All of it is called by the device, one call at a time. */
  interface Manager {
    /**
     * A datagram has come.
     *
     * @param from the address in its IP header: anybody can write any
     * @param mad {@link #MAD_BYTES} bytes, to be read before this returns
     */
    void receive(InetAddress from, MemorySegment mad);

    /** Time has gone by: what is due may be sent. */
    void look(long nowNs);

    /** When {@link #look} has something to do; {@code Long.MAX_VALUE}: never. */
    long wakeNs();
  }

  /** Where this is. */
  InetAddress address();

  /**
   * Hands what comes to a manager, from now on.
   *
   * @throws IllegalStateException if there is one already
   */
  void manage(Manager manager);

  /**
   * Has {@link Manager#look} called at once rather than when the device next looks at the time. Not
   * to be called with a lock that the manager takes in it. A device that never rests needs none.
   */
  default void wake() {}

  /** Sends a datagram, or loses it; to be called by the manager only. */
  void send(InetAddress to, MemorySegment mad);
}
