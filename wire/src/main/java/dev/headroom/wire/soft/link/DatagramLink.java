package dev.headroom.wire.soft.link;

import dev.headroom.wire.linux.LinuxSockets;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;

/**
 * Link that carries IP datagrams with UDP in them, many at once. Both headers are laid out before
 * the payload, since the ICRC covers them: in what is sent they are as they will be on the wire
 * (IPv4: id 0, don't fragment); in what comes they are filled in as far as they are known. Not
 * thread-safe, but for {@link #wake}.
 */
public interface DatagramLink extends AutoCloseable {
  /** The longest datagram, headers included. */
  int MOST_DATAGRAM = 9216;

  /**
   * Opens a port of this address, and no other: not of all addresses. It is a {@link LinuxUdpLink}
   * where there can be one, and else a {@link JavaUdpLink}. A {@link RawSocketLink} has to be asked
   * for.
   *
   * @throws java.net.BindException if the port is taken, for one by the kernel's own soft-RoCE, or
   *     the address is not of this machine
   */
  static DatagramLink open(InetAddress address, int port) throws IOException {
    if (!LinuxSockets.isHere()) {
      return JavaUdpLink.open(address, port);
    }
    try {
      return LinuxUdpLink.open(address, port);
    } catch (IllegalCallerException e) {
      return JavaUdpLink.open(address, port); // foreign calls are forbidden to this program
    }
  }

  /** This side's address. */
  InetAddress address();

  /** The UDP port to which both ends send. */
  int port();

  /**
   * Opens a UDP source port, from which ECMP gets its choice.
   *
   * @param wanted 1 to 65535
   * @return the one that what is sent has to name: another where this one cannot be had, {@link
   *     #port} itself where there is no other
   */
  default int sourcePort(int wanted) {
    return port();
  }

  /** Whether the headers of what comes have the id that was on the wire. */
  boolean hasIpIds();

  /** Whether the headers of what comes have the DSCP and ECN that were on the wire. */
  boolean hasTrafficClass();

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
