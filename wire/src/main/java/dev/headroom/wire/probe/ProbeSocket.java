package dev.headroom.wire.probe;

import dev.headroom.wire.linux.Linux;
import dev.headroom.wire.linux.PacketFilter;
import dev.headroom.wire.packet.Bth;
import dev.headroom.wire.packet.Bytes;
import dev.headroom.wire.packet.Deth;
import dev.headroom.wire.packet.Icrc;
import dev.headroom.wire.packet.Ipv4;
import dev.headroom.wire.packet.Network;
import dev.headroom.wire.packet.Opcode;
import dev.headroom.wire.packet.Operation;
import dev.headroom.wire.packet.Service;
import dev.headroom.wire.packet.Udp;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.BindException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.function.Consumer;

/**
 * Sends RoCEv2 datagrams (UD SEND) from one UDP source port with any TTL, DSCP and ECN, never in
 * fragments, and reads the ICMP errors about them off the socket's error queue (ip(7), IP_RECVERR),
 * which takes no privilege. That queue does not show the IP header that a router quotes.
 */
final class ProbeSocket implements AutoCloseable {
  /** Payload: 4 bytes of nothing and the sequence number. */
  static final int LEAST_PAYLOAD = 8;

  static final int MOST_PAYLOAD = 4096;

  private static final int NEIGHBOURS = 64;
  private static final int HEADERS = Ipv4.BYTES + Udp.BYTES;
  private static final int PAYLOAD_AT = HEADERS + Bth.BYTES + Deth.BYTES;

  /** struct sockaddr_in: family, port, address. */
  private static final int NAME_BYTES = 16;

  // struct msghdr: name, its length, iovec, how many, control, its length, flags.
  private static final int MSGHDR = 56;
  private static final int CONTROL_BYTES = 512;
  private static final int CMSG_HEADER = 16;

  // struct sock_extended_err: errno, origin, type, code, pad, info, data; then who said it.
  private static final int ORIGIN_AT = 4;
  private static final int TYPE_AT = 5;
  private static final int CODE_AT = 6;
  private static final int INFO_AT = 8;
  private static final int OFFENDER_AT = 16 + 4;
  private static final int ORIGIN_ICMP = 2;

  private static final int PSN_AT = 9;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

  private final Arena arena = Arena.ofShared();
  private final Inet4Address from;
  private final Inet4Address to;
  private final ProbeExchange.Lent lent;
  private final int udpPort;
  private final MemorySegment errno = arena.allocate(Linux.ERRNO);
  private final MemorySegment packet = arena.allocate(PAYLOAD_AT + MOST_PAYLOAD + Icrc.BYTES, 8);
  private final MemorySegment peer = arena.allocate(NAME_BYTES, 8);
  private final MemorySegment header = arena.allocate(MSGHDR, 8);
  private final MemorySegment control = arena.allocate(CONTROL_BYTES, 8);
  private final MemorySegment quoted = arena.allocate(64, 8);
  private final Icrc icrc = new Icrc();
  private final int fd;
  private final int port;
  private int ttl = -1;
  private int trafficClass = -1;

  /**
   * Opens a source port, or the next one that is free.
   *
   * @throws BindException if the address is none of this machine's
   */
  ProbeSocket(Inet4Address from, int wanted, Inet4Address to, int udpPort, ProbeExchange.Lent lent)
      throws IOException {
    this.from = from;
    this.to = to;
    this.udpPort = udpPort;
    this.lent = lent;
    int opened = Linux.datagramSocket(Linux.AF_INET, errno);
    try {
      require(opened, Linux.IP_MTU_DISCOVER, Linux.PMTUDISC_PROBE, "IP_MTU_DISCOVER");
      require(opened, Linux.IP_RECVERR, 1, "IP_RECVERR");
      Linux.set(opened, Linux.SOL_SOCKET, Linux.SO_NO_CHECK, 1);
      port = bind(opened, wanted);
      fd = opened;
    } catch (IOException | RuntimeException e) {
      Linux.close(opened);
      arena.close();
      throw e;
    }
    name(peer, to, udpPort);
    MemorySegment vector = arena.allocate(16, 8);
    vector.set(LONG, 0, quoted.address());
    vector.set(LONG, 8, quoted.byteSize());
    header.set(LONG, 16, vector.address());
    header.set(LONG, 24, 1);
    header.set(LONG, 32, control.address());
  }

  private int bind(int opened, int wanted) throws IOException {
    MemorySegment own = arena.allocate(NAME_BYTES, 8);
    for (int at = wanted; ; at++) {
      try {
        name(own, from, at);
        Linux.bind(opened, own, errno);
        return at;
      } catch (BindException e) {
        boolean taken = String.valueOf(e.getMessage()).contains("in use");
        if (!taken || at == wanted + NEIGHBOURS || at == 0xffff) {
          throw e;
        }
      }
    }
  }

  private static void require(int fd, int option, int value, String name) throws IOException {
    if (!Linux.set(fd, Linux.IPPROTO_IP, option, value)) {
      throw new IOException("this kernel does not know the socket option " + name);
    }
  }

  private static void name(MemorySegment name, InetAddress address, int port) {
    name.set(ValueLayout.JAVA_SHORT, 0, (short) Linux.AF_INET);
    Bytes.put16(name, 2, port);
    MemorySegment.copy(MemorySegment.ofArray(address.getAddress()), 0, name, 4, 4);
  }

  /** The UDP source port. */
  int port() {
    return port;
  }

  /**
   * Sends a datagram.
   *
   * @param payload bytes that it carries, {@link #LEAST_PAYLOAD} to {@link #MOST_PAYLOAD}
   * @return whether this machine sent it
   */
  boolean send(int withTtl, int marks, int sequence, int payload) {
    if (withTtl != ttl) {
      ttl = withTtl;
      Linux.set(fd, Linux.IPPROTO_IP, Linux.IP_TTL, ttl);
    }
    if (marks != trafficClass) {
      trafficClass = marks;
      Linux.set(fd, Linux.IPPROTO_IP, Linux.IP_TOS, marks);
    }
    int opcode = Opcode.of(Service.UD, Operation.SEND_ONLY);
    int pad = -payload & 3;
    int icrcAt = PAYLOAD_AT + payload + pad;
    int end = icrcAt + Icrc.BYTES;
    packet.asSlice(PAYLOAD_AT, payload + pad).fill((byte) 0);
    int source = Bytes.i32(MemorySegment.ofArray(from.getAddress()), 0);
    int destination = Bytes.i32(MemorySegment.ofArray(to.getAddress()), 0);
    Ipv4.write(packet, 0, marks, end, 0, ttl, Ipv4.UDP, source, destination);
    Udp.write(packet, Ipv4.BYTES, port, udpPort, end - Ipv4.BYTES);
    Bth.write(packet, HEADERS, opcode, false, pad, 0xffff, lent.queuePair(), false, sequence);
    Deth.write(packet, HEADERS + Bth.BYTES, lent.qkey(), lent.queuePair());
    Bytes.put32(packet, PAYLOAD_AT + 4, sequence);
    Bytes.put32(packet, icrcAt, icrc.of(packet, Network.IPV4, 0, HEADERS, icrcAt));
    MemorySegment datagram = packet.asSlice(HEADERS, end - HEADERS);
    boolean gone = false;
    for (int attempt = 0; attempt < 2 && !gone; attempt++) {
      gone = Linux.sendto(fd, datagram, peer, errno) >= 0; // or tells an error that came before
    }
    return gone;
  }

  /** Reads what routers have said since the last time. */
  void errors(Consumer<HopAnswer> into) {
    while (true) {
      header.set(LONG, 0, 0);
      header.set(LONG, 40, CONTROL_BYTES);
      long bytes = Linux.recvmsg(fd, header, Linux.MSG_ERRQUEUE, errno);
      if (bytes < 0) {
        return;
      }
      long end = header.get(LONG, 40);
      long at = 0;
      while (at + CMSG_HEADER <= end) {
        long length = control.get(LONG, at);
        boolean error =
            control.get(INT, at + 8) == Linux.IPPROTO_IP
                && control.get(INT, at + 12) == Linux.IP_RECVERR;
        if (error && length >= CMSG_HEADER + OFFENDER_AT + 4) {
          error(at + CMSG_HEADER, (int) bytes, into);
        }
        at += Math.max(CMSG_HEADER, (length + 7) & -8);
      }
    }
  }

  private void error(long at, int quotedBytes, Consumer<HopAnswer> into) {
    int type = Bytes.u8(control, at + TYPE_AT);
    if (Bytes.u8(control, at + ORIGIN_AT) != ORIGIN_ICMP || !HopAnswer.isError(type)) {
      return;
    }
    byte[] router = control.asSlice(at + OFFENDER_AT, 4).toArray(ValueLayout.JAVA_BYTE);
    HopAnswer.About about = HopAnswer.about(type, Bytes.u8(control, at + CODE_AT));
    int mtu = about == HopAnswer.About.TOO_LONG ? control.get(INT, at + INFO_AT) : 0;
    int sequence = quotedBytes >= Bth.BYTES ? Bytes.u24(quoted, PSN_AT) : -1;
    into.accept(new HopAnswer(address(router), about, mtu, sequence, port, -1));
  }

  static InetAddress address(byte[] bytes) {
    try {
      return InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e); // four bytes are always an address
    }
  }

  /** From now on nothing that is sent here waits; errors still do. */
  void deafen() throws IOException {
    Linux.filter(fd, PacketFilter.nothing());
  }

  @Override
  public void close() {
    Linux.close(fd);
    arena.close();
  }
}
