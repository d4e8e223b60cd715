package dev.headroom.wire.soft;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;

/**
 * Carries IP datagrams with UDP in them, many at once. Both headers are laid out before the
 * payload, since the ICRC covers them: in what is sent they are as they will be on the wire (IPv4:
 * id 0, don't fragment); in what comes they are filled in as far as they are known. Not
 * thread-safe, but for {@link #wake}.
 */
public interface DatagramLink extends AutoCloseable {
  /** The longest datagram, headers included. */
  int MOST_DATAGRAM = 9216;

  /** This side's address. */
  InetAddress address();

  /** The UDP port of both ends. */
  int port();

  /** Whether the headers of what comes have the id that was on the wire. */
  boolean seesIds();

  /** Whether the headers of what comes have the DSCP and ECN that were on the wire. */
  boolean seesTrafficClass();

  /** Where datagrams are written. */
  MemorySegment out();

  /** Where the next one belongs, with room for {@link #MOST_DATAGRAM}. */
  long outAt();

  /** Sends the one that was written, now or with the next {@link #flush}, or loses it. */
  void send(int bytes) throws IOException;

  /** Sends what waits. */
  void flush() throws IOException;

  /** Where datagrams are that have come. */
  MemorySegment in();

  /**
   * Takes datagrams that have come.
   *
   * @return how many; they stay until the next call
   */
  int receive() throws IOException;

  /** Where one of them begins. */
  long inAt(int index);

  /** How many bytes it has, headers included. */
  int inBytes(int index);

  /** Waits until something comes, {@link #wake} is called or the time is over. */
  void await(long timeoutNs) throws IOException;

  /** Ends an {@link #await}, or the next one. */
  void wake();

  @Override
  void close() throws IOException;
}
