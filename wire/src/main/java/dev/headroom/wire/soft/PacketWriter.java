package dev.headroom.wire.soft;

import dev.headroom.wire.packet.BigEndianBytes;
import dev.headroom.wire.packet.Bth;
import dev.headroom.wire.packet.Icrc;
import dev.headroom.wire.packet.NetworkLayer;
import dev.headroom.wire.packet.Opcode;
import dev.headroom.wire.soft.link.DatagramLink;
import dev.headroom.wire.soft.link.HeaderTemplate;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.Inet4Address;

/** Packet that is being written; one at a time. */
final class PacketWriter {
  private static final int CNP_PAYLOAD = 16;

  final MemorySegment frame;
  private final DatagramLink link;
  private final NetworkLayer network;
  private final Icrc icrc = new Icrc();
  private int lastBytes;
  private long sent;
  private long lost;

  PacketWriter(DatagramLink link) {
    this.link = link;
    frame = link.out();
    network = link.address() instanceof Inet4Address ? NetworkLayer.IPV4 : NetworkLayer.IPV6;
  }

  /** Where the extended headers of the next packet belong, and its payload after them. */
  long begin(HeaderTemplate route) {
    return link.outAt() + route.headerBytes + Bth.BYTES;
  }

  /**
   * Sends a packet whose extended headers and payload are in place.
   *
   * @param pkey partition
   * @param queuePair to which
   * @param asks whether an ACK is asked for
   * @param psn by a number that may be any with the right low 24 bits
   * @param payload bytes of payload
   */
  void send(
      HeaderTemplate route,
      int opcode,
      boolean solicited,
      int pkey,
      int queuePair,
      boolean asks,
      long psn,
      int payload) {
    long at = link.outAt();
    long bthAt = at + route.headerBytes;
    int pad = -payload & 3;
    Bth.write(frame, bthAt, opcode, solicited, pad, pkey, queuePair, asks, (int) psn);
    close(route, at, bthAt + Bth.BYTES + Opcode.headerBytes(opcode) + payload, pad);
  }

  /** Sends a congestion notification (IBA annex A17.9.3): BECN, and 16 bytes of nothing. */
  void sendCnp(HeaderTemplate route, int pkey, int queuePair) {
    long at = link.outAt();
    long bthAt = at + route.headerBytes;
    long payloadAt = bthAt + Bth.BYTES;
    Bth.write(frame, bthAt, Opcode.CNP, false, 0, pkey, queuePair, false, 0);
    Bth.setBecn(frame, bthAt);
    BigEndianBytes.put64(frame, payloadAt, 0);
    BigEndianBytes.put64(frame, payloadAt + 8, 0);
    close(route, at, payloadAt + CNP_PAYLOAD, 0);
  }

  /** Sends what waits to go with more. */
  void flush() {
    try {
      link.flush();
    } catch (IOException e) {
      lost++;
    }
  }

  /** Bytes of the last packet from its IP header on. */
  int lastBytes() {
    return lastBytes;
  }

  private void close(HeaderTemplate route, long at, long payloadEnd, int pad) {
    for (int i = 0; i < pad; i++) {
      BigEndianBytes.put8(frame, payloadEnd + i, 0);
    }
    long icrcAt = payloadEnd + pad;
    int bytes = (int) (icrcAt + Icrc.BYTES - at);
    lastBytes = bytes;
    route.write(frame, at, bytes);
    BigEndianBytes.put32(
        frame, icrcAt, icrc.of(frame, network, at, at + route.headerBytes, icrcAt));
    try {
      link.send(bytes);
      sent++;
    } catch (IOException e) {
      lost++; // as if the network had lost it: it is sent again, or the connection fails
    }
  }

  long sent() {
    return sent;
  }

  long lost() {
    return lost;
  }
}
