package dev.headroom.wire.soft;

import dev.headroom.wire.packet.Bth;
import dev.headroom.wire.packet.BthOperation;
import dev.headroom.wire.packet.FrameHeaders;
import dev.headroom.wire.verbs.ConnectionSettings;
import dev.headroom.wire.verbs.WorkCompletion.Status;

/**
 * Responder of an unreliable connection (IBA 9.8.2.2 and 9.9.2.4): a message of which a packet is
 * missing or wrong is dropped silently; its receive serves the next.
 */
final class UnreliableReceiver extends ReceiveSide {
  private final ConnectionSettings settings;
  private int expected;
  private long dropped;

  UnreliableReceiver(QueuePairEngine exchange, ConnectionSettings settings, int startingPsn) {
    super(exchange, settings.mtuBytes());
    this.settings = settings;
    expected = startingPsn & Bth.PSN_MASK;
  }

  @Override
  void receive(FrameHeaders packet) {
    int psn = Bth.psn(packet.bytes(), packet.bthAt());
    BthOperation operation = packet.operation();
    boolean next = psn == expected;
    expected = (psn + 1) & Bth.PSN_MASK;
    if (operation.begins()) {
      message = Message.NONE; // one that was coming is lost with its end
    } else if (!next) {
      message = Message.NONE;
      dropped++;
      return;
    }
    if (!fits(operation, packet.payloadBytes()) || !take(packet, operation)) {
      message = Message.NONE;
      dropped++;
    }
  }

  private boolean take(FrameHeaders packet, BthOperation operation) {
    return switch (operation) {
      case SEND_FIRST, SEND_MIDDLE, SEND_LAST, SEND_LAST_IMM, SEND_ONLY, SEND_ONLY_IMM ->
          send(packet, operation);
      case WRITE_FIRST, WRITE_MIDDLE, WRITE_LAST, WRITE_LAST_IMM, WRITE_ONLY, WRITE_ONLY_IMM ->
          write(packet, operation);
      default -> false;
    };
  }

  private boolean send(FrameHeaders packet, BthOperation operation) {
    if ((operation.begins() && !beginSend()) || !hasRoom(packet.payloadBytes())) {
      return false;
    }
    if (!isRoomOpen()) {
      failReceive(Status.LOCAL_PROTECTION_ERROR);
      exchange.fail();
      return true;
    }
    fill(packet, operation);
    return true;
  }

  private boolean write(FrameHeaders packet, BthOperation operation) {
    long payload = packet.payloadBytes();
    if ((operation.hasImmediate() && !hasReceive())
        || (operation.begins() && !beginWrite(packet, settings.allowed()))
        || !isWriteRight(payload, operation.ends())
        || (payload > 0 && !isTargetOpen())) {
      return false;
    }
    put(packet, operation);
    return true;
  }

  /** Packets that were dropped. */
  long dropped() {
    return dropped;
  }
}
