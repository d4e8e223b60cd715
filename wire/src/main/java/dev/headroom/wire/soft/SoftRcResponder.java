package dev.headroom.wire.soft;

import dev.headroom.wire.packet.Aeth;
import dev.headroom.wire.packet.AtomicEth;
import dev.headroom.wire.packet.Bth;
import dev.headroom.wire.packet.BthOperation;
import dev.headroom.wire.packet.FrameHeaders;
import dev.headroom.wire.packet.NakCause;
import dev.headroom.wire.packet.Reth;
import dev.headroom.wire.verbs.Access;
import dev.headroom.wire.verbs.ConnectionSettings;
import dev.headroom.wire.verbs.WorkCompletion.Status;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Responder of a reliable connection (IBA 9.7.4 and 9.9.2.3): it takes requests in the order of
 * their PSNs, checks them, carries out each once, and answers.
 */
final class SoftRcResponder extends ReceiveSide {
  private final ConnectionSettings settings;
  private final ResponseQueue answers;

  /** The PSN of the next request, by a number that never wraps. */
  private long expected;

  /** The PSN of the last SEND or WRITE that was carried out. */
  private long acknowledged;

  private int messages;
  private boolean refused;

  SoftRcResponder(
      QueuePairEngine exchange,
      ConnectionSettings settings,
      ResponseQueue answers,
      int startingPsn) {
    super(exchange, settings.mtuBytes());
    this.settings = settings;
    this.answers = answers;
    expected = startingPsn;
    acknowledged = expected - 1;
  }

  @Override
  int transmit(int budget, long nowNs) {
    return answers.transmit(budget, nowNs);
  }

  @Override
  boolean isIdle() {
    return answers.isEmpty();
  }

  @Override
  void receive(FrameHeaders packet) {
    if (answers.isOverfull()) {
      return; // somebody asks faster than can be answered: as if the network had lost it
    }
    int wirePsn = Bth.psn(packet.bytes(), packet.bthAt());
    int ahead = Bth.distance((int) expected & Bth.PSN_MASK, wirePsn);
    if (ahead > 0) {
      if (!refused) {
        refused = true;
        answers.nak(expected, Aeth.nak(NakCause.PSN_SEQUENCE_ERROR), messages);
      }
    } else if (ahead < 0) {
      duplicate(packet, expected + ahead);
    } else {
      refused = false;
      take(packet, packet.operation());
    }
  }

  private void take(FrameHeaders packet, BthOperation operation) {
    if (!fits(operation, packet.payloadBytes())) {
      refuse(NakCause.INVALID_REQUEST, Status.WORK_REQUEST_FLUSHED);
      return;
    }
    switch (operation) {
      case SEND_FIRST, SEND_MIDDLE, SEND_LAST, SEND_LAST_IMM, SEND_ONLY, SEND_ONLY_IMM ->
          send(packet, operation);
      case WRITE_FIRST, WRITE_MIDDLE, WRITE_LAST, WRITE_LAST_IMM, WRITE_ONLY, WRITE_ONLY_IMM ->
          write(packet, operation);
      case READ_REQUEST -> read(packet);
      case COMPARE_SWAP, FETCH_ADD -> atomic(packet, operation == BthOperation.COMPARE_SWAP);
      default -> refuse(NakCause.INVALID_REQUEST, Status.WORK_REQUEST_FLUSHED);
    }
  }

  private void send(FrameHeaders packet, BthOperation operation) {
    if (operation.begins() && !beginSend()) {
      notReady();
    } else if (!hasRoom(packet.payloadBytes())) {
      refuse(NakCause.INVALID_REQUEST, Status.LOCAL_LENGTH_ERROR);
    } else if (!isRoomOpen()) {
      refuse(NakCause.REMOTE_OPERATIONAL_ERROR, Status.LOCAL_PROTECTION_ERROR);
    } else {
      fill(packet, operation);
      done(packet, operation.ends());
    }
  }

  private void write(FrameHeaders packet, BthOperation operation) {
    long payload = packet.payloadBytes();
    if (operation.hasImmediate() && !hasReceive()) {
      notReady();
    } else if (operation.begins() && !beginWrite(packet, settings.allowed())) {
      refuse(NakCause.REMOTE_ACCESS_ERROR, Status.WORK_REQUEST_FLUSHED);
    } else if (!isWriteRight(payload, operation.ends())) {
      refuse(NakCause.INVALID_REQUEST, Status.WORK_REQUEST_FLUSHED);
    } else if (payload > 0 && !isTargetOpen()) {
      refuse(NakCause.REMOTE_ACCESS_ERROR, Status.WORK_REQUEST_FLUSHED);
    } else {
      put(packet, operation);
      done(packet, operation.ends());
    }
  }

  private void read(FrameHeaders packet) {
    long at = packet.extensionAt();
    long address = Reth.address(packet.bytes(), at);
    long bytes = Reth.length(packet.bytes(), at);
    int rkey = Reth.rkey(packet.bytes(), at);
    if (answers.isFull() || bytes > MOST_MESSAGE) {
      refuse(NakCause.INVALID_REQUEST, Status.WORK_REQUEST_FLUSHED);
      return;
    }
    SoftMemoryRegion region = exchange.domain().remote(rkey);
    boolean allowed =
        bytes == 0
            || (region != null
                && settings.allowed().contains(Access.REMOTE_READ)
                && region.allows(Access.REMOTE_READ, address, bytes));
    if (!allowed) {
      refuse(NakCause.REMOTE_ACCESS_ERROR, Status.WORK_REQUEST_FLUSHED);
      return;
    }
    messages++;
    expected += answers.read(expected, region, rkey, address, bytes, messages);
  }

  private void atomic(FrameHeaders packet, boolean swap) {
    MemorySegment s = packet.bytes();
    long at = packet.extensionAt();
    long address = AtomicEth.address(s, at);
    if (answers.isFull() || (address & 7) != 0) {
      refuse(NakCause.INVALID_REQUEST, Status.WORK_REQUEST_FLUSHED);
      return;
    }
    SoftMemoryRegion region = exchange.domain().remote(AtomicEth.rkey(s, at));
    if (region == null
        || !settings.allowed().contains(Access.REMOTE_ATOMIC)
        || !region.allows(Access.REMOTE_ATOMIC, address, Long.BYTES)) {
      refuse(NakCause.REMOTE_ACCESS_ERROR, Status.WORK_REQUEST_FLUSHED);
      return;
    }
    // The device's lock makes it atomic against everything that comes through this device.
    long offset = region.offset(address);
    long original = region.memory().get(ValueLayout.JAVA_LONG_UNALIGNED, offset);
    long operand = AtomicEth.swapOrAdd(s, at);
    if (!swap || original == AtomicEth.compare(s, at)) {
      long value = swap ? operand : original + operand;
      region.memory().set(ValueLayout.JAVA_LONG_UNALIGNED, offset, value);
    }
    messages++;
    answers.atomic(expected, original, messages);
    expected++;
  }

  /** A request of SEND or WRITE has been carried out. */
  private void done(FrameHeaders packet, boolean ends) {
    messages += ends ? 1 : 0;
    acknowledged = expected++;
    if (Bth.ackRequest(packet.bytes(), packet.bthAt())) {
      answers.acknowledge(acknowledged, messages);
    }
  }

  private void notReady() {
    answers.nak(expected, Aeth.rnr(settings.rnrTimer()), messages);
    refused = true; // what follows it is refused by the same NAK
  }

  /** Refuses for good: the peer's request is wrong, and this end goes to error. */
  private void refuse(NakCause cause, Status begun) {
    answers.nak(expected, Aeth.nak(cause), messages);
    failReceive(begun);
    exchange.fail();
  }

  /**
   * One that was carried out before: it is only answered again (IBA 9.7.5.1.3 and 9.7.4.5). An ACK
   * never has the PSN of a READ or an atomic: Linux 6.1 takes it for the response, and completes
   * the READ with what its memory held before.
   */
  private void duplicate(FrameHeaders packet, long psn) {
    switch (packet.operation()) {
      case READ_REQUEST -> {
        long at = packet.extensionAt();
        answers.onDuplicateRead(
            psn,
            Reth.rkey(packet.bytes(), at),
            Reth.address(packet.bytes(), at),
            Reth.length(packet.bytes(), at),
            messages);
      }
      case COMPARE_SWAP, FETCH_ADD -> answers.onDuplicateAtomic(psn, messages);
      default -> answers.acknowledge(acknowledged, messages);
    }
  }
}
