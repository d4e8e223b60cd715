package dev.headroom.wire.soft;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.Inet4Address;

/**
 * Carries IPv4 datagrams with UDP in them. Both headers are laid out before the payload, since the
 * ICRC covers them: in what is sent they are as they will be on the wire (id 0, don't fragment); in
 * what comes they are filled in as far as they are known.
 */
public interface DatagramLink extends AutoCloseable {
  /** This side's address. */
  Inet4Address address();

  /** The UDP source port of what is sent. */
  int port();

  /** Whether the headers of what comes have the id that was on the wire. */
  boolean seesIds();

  /** Sends a datagram to the destination in its header, or loses it. */
  void send(MemorySegment datagram) throws IOException;

  /**
   * Takes the next datagram that has come.
   *
   * @return its bytes, headers included; 0 if there is none
   */
  int receive(MemorySegment into) throws IOException;

  @Override
  void close() throws IOException;
}
