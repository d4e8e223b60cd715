package dev.headroom.wire.soft;

import dev.headroom.wire.packet.Bth;
import dev.headroom.wire.packet.Deth;
import dev.headroom.wire.packet.Ethernet;
import dev.headroom.wire.packet.Icrc;
import dev.headroom.wire.packet.Opcode;
import dev.headroom.wire.packet.Operation;
import dev.headroom.wire.packet.RoceWriter;
import dev.headroom.wire.packet.Service;
import java.io.IOException;
import java.lang.foreign.MemorySegment;

/** The packet that is being written; one at a time. */
final class PacketOut {
  /** Where extended headers begin. */
  static final int EXTENSION = RoceWriter.BTH_AT + Bth.BYTES;

  private static final int MOST_HEADERS = 28 + 8;
  private static final int MOST_PAYLOAD = 4096;

  final MemorySegment frame =
      MemorySegment.ofArray(new byte[EXTENSION + MOST_HEADERS + MOST_PAYLOAD + 3 + Icrc.BYTES]);
  private final RoceWriter writer = new RoceWriter();
  private final DatagramLink link;
  private long sent;
  private long lost;

  PacketOut(DatagramLink link) {
    this.link = link;
  }

  /**
   * Sends a packet whose extended headers and payload are in place.
   *
   * @param payload bytes of payload
   * @param psn by a number that may be any with the right low 24 bits
   */
  void send(
      RoceWriter.Path path,
      Operation operation,
      int queuePair,
      boolean asks,
      long psn,
      int payload) {
    send(path, Opcode.of(Service.RC, operation), queuePair, asks, (int) psn, payload);
  }

  /** Sends a datagram to a queue pair that is not connected; its payload is in place. */
  void sendDatagram(
      RoceWriter.Path path, int queuePair, int qkey, int sourceQp, int psn, int payload) {
    Deth.write(frame, EXTENSION, qkey, sourceQp);
    send(path, Opcode.of(Service.UD, Operation.SEND_ONLY), queuePair, false, psn, payload);
  }

  private void send(
      RoceWriter.Path path, int opcode, int queuePair, boolean asks, int psn, int payload) {
    Bth.write(
        frame,
        RoceWriter.BTH_AT,
        opcode,
        false,
        -payload & 3,
        Bth.DEFAULT_PKEY,
        queuePair,
        asks,
        psn);
    int length = writer.close(frame, path, EXTENSION + Opcode.headerBytes(opcode) + payload);
    try {
      link.send(frame.asSlice(Ethernet.BYTES, length - Ethernet.BYTES));
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
