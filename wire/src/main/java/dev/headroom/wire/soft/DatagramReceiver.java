package dev.headroom.wire.soft;

import dev.headroom.wire.packet.BthOperation;
import dev.headroom.wire.packet.Deth;
import dev.headroom.wire.packet.FrameHeaders;
import dev.headroom.wire.packet.Ipv4;
import dev.headroom.wire.packet.Ipv6;
import dev.headroom.wire.packet.NetworkLayer;
import dev.headroom.wire.verbs.DatagramSettings;
import dev.headroom.wire.verbs.WorkCompletion.Status;
import java.lang.foreign.MemorySegment;

/**
 * Receiving side of a queue pair for datagrams (IBA 9.8.3), which drops a datagram that has the
 * wrong Q_Key, finds no receive or does not fit into it. 40 bytes of a receive are for the network
 * header.
 */
final class DatagramReceiver extends ReceiveSide {
  private static final int GRH = 40;
  private static final MemorySegment ZEROS = MemorySegment.ofArray(new byte[GRH]);

  private final DatagramSettings settings;
  private long dropped;
  private long wrongKeys;

  DatagramReceiver(QueuePairEngine exchange, DatagramSettings settings) {
    super(exchange, settings.mtuBytes());
    this.settings = settings;
  }

  @Override
  void receive(FrameHeaders packet) {
    BthOperation operation = packet.operation();
    long payload = packet.payloadBytes();
    if (Deth.qkey(packet.bytes(), packet.dethAt()) != settings.qkey()) {
      wrongKeys++;
      return;
    }
    if (!fits(operation, payload) || !beginSend() || !hasRoom(GRH + payload)) {
      dropped++;
      return;
    }
    if (!isRoomOpen()) {
      failReceive(Status.LOCAL_PROTECTION_ERROR);
      exchange.fail();
      return;
    }
    int header = packet.network() == NetworkLayer.IPV4 ? Ipv4.BYTES : Ipv6.BYTES;
    fill(ZEROS, 0, GRH - header);
    fill(packet.bytes(), packet.networkAt(), header);
    fill(packet.bytes(), packet.payloadAt(), payload);
    boolean immediate = operation.hasImmediate();
    exchange.receivedDatagram(
        finish(),
        taken(),
        immediate,
        immediate ? immediate(packet) : 0,
        packet,
        Deth.sourceQp(packet.bytes(), packet.dethAt()));
  }

  /** Datagrams that found no room. */
  long dropped() {
    return dropped;
  }

  /** Datagrams with another Q_Key: IBA counts them (10.2.5). */
  long wrongKeys() {
    return wrongKeys;
  }
}
