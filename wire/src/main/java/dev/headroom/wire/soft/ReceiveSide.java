package dev.headroom.wire.soft;

import dev.headroom.wire.packet.BigEndianBytes;
import dev.headroom.wire.packet.BthOperation;
import dev.headroom.wire.packet.FrameHeaders;
import dev.headroom.wire.packet.Reth;
import dev.headroom.wire.soft.ReceiveRing.Receive;
import dev.headroom.wire.verbs.Access;
import dev.headroom.wire.verbs.WorkCompletion.Status;
import dev.headroom.wire.verbs.WorkRequest;
import java.lang.foreign.MemorySegment;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Responding side of a queue pair, common part: a message that comes packet by packet, and the
 * receive or the region that it goes to.
 */
abstract class ReceiveSide {
  /** The longest message (IBA 9.3.3.3). */
  static final long MOST_MESSAGE = WorkRequest.MOST_MESSAGE;

  /** What is coming. */
  enum Message {
    NONE,
    SEND,
    WRITE
  }

  final QueuePairEngine exchange;
  final int mtu;
  Message message = Message.NONE;

  /** The receive that a SEND fills; when {@link #holds} is false it is free. */
  private Receive receive = new Receive();

  private boolean holds;
  private @Nullable SoftMemoryRegion target;
  private long targetOffset;
  private long length;
  private long taken;

  ReceiveSide(QueuePairEngine exchange, int mtu) {
    this.exchange = exchange;
    this.mtu = mtu;
  }

  /** Takes a request of the peer. */
  abstract void receive(FrameHeaders packet);

  /** Sends answers, up to so many packets; returns how many it did. */
  int transmit(int budget, long nowNs) {
    return 0;
  }

  /** Whether answers wait. */
  boolean isIdle() {
    return true;
  }

  /** Whether it may come now, and is as long as it must be (IBA 9.7.4.1). */
  final boolean fits(BthOperation operation, long payload) {
    Message goesOn =
        switch (operation) {
          case SEND_MIDDLE, SEND_LAST, SEND_LAST_IMM -> Message.SEND;
          case WRITE_MIDDLE, WRITE_LAST, WRITE_LAST_IMM -> Message.WRITE;
          default -> Message.NONE;
        };
    if (goesOn != message) {
      return false;
    }
    if (operation.isFull()) {
      return payload == mtu;
    }
    boolean request = operation == BthOperation.READ_REQUEST || operation.hasAtomicEth();
    long least = goesOn == Message.NONE ? 0 : 1;
    return payload >= least && payload <= (request ? 0 : mtu);
  }

  // --- SEND -------------------------------------------------------------------------------------

  /** Finds room for a message that begins; false if none is posted. */
  final boolean beginSend() {
    taken = 0;
    if (holds) {
      return true; // of a message that was given up
    }
    Receive next = exchange.takeReceive(receive);
    if (next == null) {
      return false;
    }
    receive = next;
    holds = true;
    return true;
  }

  final boolean hasRoom(long payload) {
    return taken + payload <= receive.pieces.bytes();
  }

  final boolean isRoomOpen() {
    return receive.pieces.areOpen();
  }

  final void fill(FrameHeaders packet, BthOperation operation) {
    long payload = packet.payloadBytes();
    receive.pieces.write(taken, packet.bytes(), packet.payloadAt(), payload);
    taken += payload;
    message = operation.ends() ? Message.NONE : Message.SEND;
    if (operation.ends()) {
      received(Status.SUCCESS, packet, operation);
    }
  }

  /** Writes what is not the payload into the receive, and moves on. */
  final void fill(MemorySegment from, long at, long bytes) {
    receive.pieces.write(taken, from, at, bytes);
    taken += bytes;
  }

  final long taken() {
    return taken;
  }

  /** The receive that was begun is used up; returns its id. */
  final long finish() {
    holds = false;
    return receive.id;
  }

  private void received(Status status, FrameHeaders packet, BthOperation operation) {
    exchange.received(
        finish(),
        status,
        taken,
        operation.hasImmediate(),
        operation.hasImmediate() ? immediate(packet) : 0);
  }

  /** The receive that was begun, if there is one, ends so. */
  final void failReceive(Status status) {
    if (holds) {
      exchange.received(finish(), status, 0, false, 0);
    }
  }

  static int immediate(FrameHeaders packet) {
    return BigEndianBytes.i32(packet.bytes(), packet.payloadAt() - 4);
  }

  // --- WRITE ------------------------------------------------------------------------------------

  /** Checks where a WRITE wants to go, all of it at once. */
  final boolean beginWrite(FrameHeaders packet, Set<Access> allowed) {
    long at = packet.extensionAt();
    long address = Reth.address(packet.bytes(), at);
    length = Reth.length(packet.bytes(), at);
    taken = 0;
    target = null;
    if (length == 0) {
      return true; // nothing is touched, so nothing is checked (IBA 9.7.4.1.7)
    }
    SoftMemoryRegion region = exchange.domain().remote(Reth.rkey(packet.bytes(), at));
    if (length > MOST_MESSAGE
        || region == null
        || !allowed.contains(Access.REMOTE_WRITE)
        || !region.allows(Access.REMOTE_WRITE, address, length)) {
      return false;
    }
    target = region;
    targetOffset = region.offset(address);
    return true;
  }

  /** Whether so many bytes may come now: all of them are there exactly when the message ends. */
  final boolean isWriteRight(long payload, boolean ends) {
    return taken + payload <= length && ends == (taken + payload == length);
  }

  final boolean isTargetOpen() {
    SoftMemoryRegion into = target;
    return into != null && into.isOpen();
  }

  final void put(FrameHeaders packet, BthOperation operation) {
    long payload = packet.payloadBytes();
    SoftMemoryRegion into = target;
    if (into != null && payload > 0) {
      MemorySegment.copy(
          packet.bytes(), packet.payloadAt(), into.memory(), targetOffset + taken, payload);
    }
    taken += payload;
    message = operation.ends() ? Message.NONE : Message.WRITE;
    if (operation.hasImmediate()) {
      // Who posted it is told of bytes that are elsewhere.
      boolean told = beginSend();
      taken = length;
      if (told) {
        received(Status.SUCCESS, packet, operation);
      }
    }
  }

  /** Whether a WRITE with immediate finds a receive to use up. */
  final boolean hasReceive() {
    return holds || exchange.hasReceive();
  }
}
