package dev.headroom.wire.probe;

import dev.headroom.wire.linux.LinuxSockets;
import dev.headroom.wire.linux.PacketFilter;
import dev.headroom.wire.packet.BigEndianBytes;
import dev.headroom.wire.packet.Bth;
import dev.headroom.wire.packet.BthOperation;
import dev.headroom.wire.packet.Deth;
import dev.headroom.wire.packet.Icrc;
import dev.headroom.wire.packet.Opcode;
import dev.headroom.wire.packet.TransportService;
import dev.headroom.wire.packet.Udp;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.BindException;
import java.net.InetAddress;
import java.util.function.Consumer;

/**
 * Socket that sends RoCEv2 datagrams (UD SEND) from one UDP source port with any TTL, DSCP and ECN,
 * never in fragments. It reads the ICMP errors about them off the socket's error queue (ip(7),
 * IP_RECVERR; ipv6(7), IPV6_RECVERR), which takes no privilege. That queue does not show the IP
 * header that a router quotes.
 */
final class ProbeSocket implements AutoCloseable {
  /** Payload: 4 bytes of nothing and the sequence number. */
  static final int LEAST_PAYLOAD = 8;

  static final int MOST_PAYLOAD = 4096;

  private static final int NEIGHBOURS = 64;

  // struct msghdr: name, its length, iovec, how many, control, its length, flags.
  private static final int MSGHDR = 56;
  private static final int CONTROL_BYTES = 512;
  private static final int CMSG_HEADER = 16;

  // struct sock_extended_err: errno, origin, type, code, pad, info, data; then who said it.
  private static final int ORIGIN_AT = 4;
  private static final int TYPE_AT = 5;
  private static final int CODE_AT = 6;
  private static final int INFO_AT = 8;
  private static final int OFFENDER_AT = 16;

  private static final int PSN_AT = 9;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

  private final Arena arena = Arena.ofShared();
  private final IpFamily family;
  private final InetAddress from;
  private final InetAddress to;
  private final ProbeExchange.Lent lent;
  private final int udpPort;
  private final MemorySegment errno = arena.allocate(LinuxSockets.ERRNO);
  private final int bthAt;
  private final int payloadAt;
  private final MemorySegment packet;
  private final MemorySegment peer;
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
  ProbeSocket(InetAddress from, int wanted, InetAddress to, int udpPort, ProbeExchange.Lent lent)
      throws IOException {
    family = IpFamily.of(to);
    this.from = from;
    this.to = to;
    this.udpPort = udpPort;
    this.lent = lent;
    bthAt = family.layout().header() + Udp.BYTES;
    payloadAt = bthAt + Bth.BYTES + Deth.BYTES;
    packet = arena.allocate(payloadAt + MOST_PAYLOAD + Icrc.BYTES, 8);
    int opened = LinuxSockets.datagramSocket(family.numbers().domain(), errno);
    try {
      family.prepare(opened);
      port = bind(opened, wanted);
      fd = opened;
    } catch (IOException | RuntimeException e) {
      LinuxSockets.close(opened);
      arena.close();
      throw e;
    }
    peer = arena.allocate(family.layout().name(), 8);
    family.name(peer, to, udpPort);
    MemorySegment vector = arena.allocate(16, 8);
    vector.set(LONG, 0, quoted.address());
    vector.set(LONG, 8, quoted.byteSize());
    header.set(LONG, 16, vector.address());
    header.set(LONG, 24, 1);
    header.set(LONG, 32, control.address());
  }

  private int bind(int opened, int wanted) throws IOException {
    MemorySegment own = arena.allocate(family.layout().name(), 8);
    for (int at = wanted; ; at++) {
      try {
        family.name(own, from, at);
        LinuxSockets.bind(opened, own, errno);
        return at;
      } catch (BindException e) {
        boolean taken = String.valueOf(e.getMessage()).contains("in use");
        if (!taken || at == wanted + NEIGHBOURS || at == 0xffff) {
          throw e;
        }
      }
    }
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
      family.set(fd, family.numbers().ttl(), ttl);
    }
    if (marks != trafficClass) {
      trafficClass = marks;
      family.set(fd, family.numbers().trafficClass(), marks);
    }
    int opcode = Opcode.of(TransportService.UD, BthOperation.SEND_ONLY);
    int pad = -payload & 3;
    int icrcAt = payloadAt + payload + pad;
    int end = icrcAt + Icrc.BYTES;
    packet.asSlice(payloadAt, payload + pad).fill((byte) 0);
    family.write(packet, marks, end, ttl, from, to);
    Udp.write(packet, bthAt - Udp.BYTES, port, udpPort, end - bthAt + Udp.BYTES);
    Bth.write(packet, bthAt, opcode, false, pad, 0xffff, lent.queuePair(), false, sequence);
    Deth.write(packet, bthAt + Bth.BYTES, lent.qkey(), lent.queuePair());
    BigEndianBytes.put32(packet, payloadAt + 4, sequence);
    BigEndianBytes.put32(packet, icrcAt, icrc.of(packet, family.network(), 0, bthAt, icrcAt));
    MemorySegment datagram = packet.asSlice(bthAt, end - bthAt);
    boolean gone = false;
    for (int attempt = 0; attempt < 2 && !gone; attempt++) {
      gone =
          LinuxSockets.sendto(fd, datagram, peer, errno) >= 0; // or tells an error that came before
    }
    return gone;
  }

  /** Reads what routers have said since the last time. */
  void errors(Consumer<IcmpHopError> into) {
    while (true) {
      header.set(LONG, 0, 0);
      header.set(LONG, 40, CONTROL_BYTES);
      long bytes = LinuxSockets.recvmsg(fd, header, LinuxSockets.MSG_ERRQUEUE, errno);
      if (bytes < 0) {
        return;
      }
      long end = header.get(LONG, 40);
      long at = 0;
      while (at + CMSG_HEADER <= end) {
        long length = control.get(LONG, at);
        boolean error =
            control.get(INT, at + 8) == family.numbers().level()
                && control.get(INT, at + 12) == family.numbers().errors();
        if (error && length >= CMSG_HEADER + OFFENDER_AT + family.layout().name()) {
          error(at + CMSG_HEADER, (int) bytes, into);
        }
        at += Math.max(CMSG_HEADER, (length + 7) & -8);
      }
    }
  }

  private void error(long at, int quotedBytes, Consumer<IcmpHopError> into) {
    if (BigEndianBytes.u8(control, at + ORIGIN_AT) != family.numbers().icmpOrigin()) {
      return;
    }
    int type = BigEndianBytes.u8(control, at + TYPE_AT);
    family
        .about(type, BigEndianBytes.u8(control, at + CODE_AT))
        .ifPresent(about -> {
          InetAddress router = family.address(control, at + OFFENDER_AT);
          int mtu = about == IcmpHopError.About.TOO_LONG ? control.get(INT, at + INFO_AT) : 0;
          int sequence = quotedBytes >= Bth.BYTES ? BigEndianBytes.u24(quoted, PSN_AT) : -1;
          into.accept(new IcmpHopError(router, about, mtu, sequence, port, -1));
        });
  }

  /** From now on nothing that is sent here waits; errors still do. */
  void stopReceiving() throws IOException {
    LinuxSockets.filter(fd, PacketFilter.nothing());
  }

  @Override
  public void close() {
    LinuxSockets.close(fd);
    arena.close();
  }
}
