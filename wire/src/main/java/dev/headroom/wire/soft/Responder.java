package dev.headroom.wire.soft;

import dev.headroom.wire.packet.Aeth;
import dev.headroom.wire.packet.AtomicEth;
import dev.headroom.wire.packet.Bth;
import dev.headroom.wire.packet.Bytes;
import dev.headroom.wire.packet.Frame;
import dev.headroom.wire.packet.NakCause;
import dev.headroom.wire.packet.Operation;
import dev.headroom.wire.packet.Reth;
import dev.headroom.wire.verbs.Access;
import dev.headroom.wire.verbs.ConnectionSettings;
import dev.headroom.wire.verbs.WorkCompletion.Status;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The serving side of a reliable connection (IBA 9.7.4 and 9.9.2.3): takes requests in the order of
 * their PSNs, checks what they ask for, does it once, and answers.
 */
final class Responder {
  private static final long MOST_MESSAGE = 1L << 31;

  private enum Message {
    NONE,
    SEND,
    WRITE
  }

  private final SoftQueuePair pair;
  private final ConnectionSettings settings;
  private final Answers answers;
  private final int mtu;

  /** The PSN of the next request, by a number that never wraps. */
  private long expected;

  private int messages;
  private boolean refused;
  private Message message = Message.NONE;

  // The message that is coming.
  private @Nullable Receive receive;
  private @Nullable SoftRegion target;
  private long targetOffset;
  private long length;
  private long taken;

  Responder(SoftQueuePair pair, ConnectionSettings settings, Answers answers, int startingPsn) {
    this.pair = pair;
    this.settings = settings;
    this.answers = answers;
    mtu = settings.mtuBytes();
    expected = startingPsn;
  }

  /** Takes a request of the peer. */
  void receive(Frame packet) {
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

  private void take(Frame packet, Operation operation) {
    if (!fits(operation, packet.payloadBytes())) {
      refuse(NakCause.INVALID_REQUEST);
      return;
    }
    switch (operation) {
      case SEND_FIRST, SEND_MIDDLE, SEND_LAST, SEND_LAST_IMM, SEND_ONLY, SEND_ONLY_IMM ->
          send(packet, operation);
      case WRITE_FIRST, WRITE_MIDDLE, WRITE_LAST, WRITE_LAST_IMM, WRITE_ONLY, WRITE_ONLY_IMM ->
          write(packet, operation);
      case READ_REQUEST -> read(packet);
      case COMPARE_SWAP, FETCH_ADD -> atomic(packet, operation == Operation.COMPARE_SWAP);
      default -> refuse(NakCause.INVALID_REQUEST);
    }
  }

  /** Whether it may come now, and is as long as it must be (IBA 9.7.4.1). */
  private boolean fits(Operation operation, long payload) {
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
    boolean request = operation == Operation.READ_REQUEST || operation.hasAtomicEth();
    long least = goesOn == Message.NONE ? 0 : 1;
    return payload >= least && payload <= (request ? 0 : mtu);
  }

  private void send(Frame packet, Operation operation) {
    Receive into = receive;
    if (operation.begins()) {
      into = pair.nextReceive();
      if (into == null) {
        notReady();
        return;
      }
      receive = into;
      taken = 0;
    }
    if (into == null) {
      throw new IllegalStateException("a message goes on that never began");
    }
    long payload = packet.payloadBytes();
    if (taken + payload > into.pieces().bytes) {
      pair.received(into, Status.LOCAL_LENGTH_ERROR, 0, OptionalInt.empty());
      receive = null;
      refuse(NakCause.INVALID_REQUEST);
      return;
    }
    if (!into.pieces().areOpen()) {
      pair.received(into, Status.LOCAL_PROTECTION_ERROR, 0, OptionalInt.empty());
      receive = null;
      refuse(NakCause.REMOTE_OPERATIONAL_ERROR);
      return;
    }
    into.pieces().write(taken, packet.bytes(), packet.payloadAt(), payload);
    taken += payload;
    message = operation.ends() ? Message.NONE : Message.SEND;
    if (operation.ends()) {
      receive = null;
      pair.received(into, Status.SUCCESS, taken, immediate(packet, operation));
    }
    done(packet, operation.ends());
  }

  private static OptionalInt immediate(Frame packet, Operation operation) {
    return operation.hasImmediate()
        ? OptionalInt.of(Bytes.i32(packet.bytes(), packet.payloadAt() - 4))
        : OptionalInt.empty();
  }

  private void write(Frame packet, Operation operation) {
    Receive told = null;
    if (operation.hasImmediate()) {
      told = pair.peekReceive();
      if (told == null) {
        notReady();
        return;
      }
    }
    if (operation.begins() && !begin(packet)) {
      refuse(NakCause.REMOTE_ACCESS_ERROR);
      return;
    }
    long payload = packet.payloadBytes();
    boolean whole = taken + payload == length;
    if (taken + payload > length || operation.ends() != whole) {
      refuse(NakCause.INVALID_REQUEST);
      return;
    }
    SoftRegion into = target;
    if (payload > 0) {
      if (into == null || !into.isOpen()) {
        refuse(NakCause.REMOTE_ACCESS_ERROR);
        return;
      }
      MemorySegment.copy(
          packet.bytes(), packet.payloadAt(), into.memory(), targetOffset + taken, payload);
    }
    taken += payload;
    message = operation.ends() ? Message.NONE : Message.WRITE;
    if (told != null) {
      pair.nextReceive();
      pair.received(told, Status.SUCCESS, length, immediate(packet, operation));
    }
    done(packet, operation.ends());
  }

  /** Checks where a WRITE wants to go, all of it at once. */
  private boolean begin(Frame packet) {
    long at = packet.extensionAt();
    long address = Reth.address(packet.bytes(), at);
    length = Reth.length(packet.bytes(), at);
    taken = 0;
    target = null;
    if (length == 0) {
      return true; // nothing is touched, so nothing is checked (IBA 9.7.4.1.7)
    }
    SoftRegion region = pair.domain().remote(Reth.rkey(packet.bytes(), at));
    if (length > MOST_MESSAGE
        || region == null
        || !settings.allowed().contains(Access.REMOTE_WRITE)
        || !region.allows(Access.REMOTE_WRITE, address, length)) {
      return false;
    }
    target = region;
    targetOffset = region.offset(address);
    return true;
  }

  private void read(Frame packet) {
    long at = packet.extensionAt();
    long address = Reth.address(packet.bytes(), at);
    long bytes = Reth.length(packet.bytes(), at);
    int rkey = Reth.rkey(packet.bytes(), at);
    if (answers.isFull() || bytes > MOST_MESSAGE) {
      refuse(NakCause.INVALID_REQUEST);
      return;
    }
    SoftRegion region = pair.domain().remote(rkey);
    boolean allowed =
        bytes == 0
            || (region != null
                && settings.allowed().contains(Access.REMOTE_READ)
                && region.allows(Access.REMOTE_READ, address, bytes));
    if (!allowed) {
      refuse(NakCause.REMOTE_ACCESS_ERROR);
      return;
    }
    messages++;
    answers.read(new ReadJob(expected, region, rkey, address, bytes, mtu), messages);
    expected += Math.max(1, (bytes + mtu - 1) / mtu);
  }

  private void atomic(Frame packet, boolean swap) {
    MemorySegment s = packet.bytes();
    long at = packet.extensionAt();
    long address = AtomicEth.address(s, at);
    if (answers.isFull() || (address & 7) != 0) {
      refuse(NakCause.INVALID_REQUEST);
      return;
    }
    SoftRegion region = pair.domain().remote(AtomicEth.rkey(s, at));
    if (region == null
        || !settings.allowed().contains(Access.REMOTE_ATOMIC)
        || !region.allows(Access.REMOTE_ATOMIC, address, Long.BYTES)) {
      refuse(NakCause.REMOTE_ACCESS_ERROR);
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
  private void done(Frame packet, boolean ends) {
    messages += ends ? 1 : 0;
    expected++;
    if (Bth.ackRequest(packet.bytes(), packet.bthAt())) {
      answers.acknowledge(expected - 1, messages);
    }
  }

  private void notReady() {
    answers.nak(expected, Aeth.rnr(settings.rnrTimer()), messages);
    refused = true; // what follows it is refused by the same NAK
  }

  /** Refuses for good: the peer's request is wrong, and this end goes to error. */
  private void refuse(NakCause cause) {
    answers.nak(expected, Aeth.nak(cause), messages);
    pair.peerFailed(receive);
    receive = null;
  }

  /** One that was carried out before: it is only answered again (IBA 9.7.5.1.3 and 9.7.4.5). */
  private void duplicate(Frame packet, long psn) {
    switch (packet.operation()) {
      case READ_REQUEST -> {
        long at = packet.extensionAt();
        answers.readAgain(
            psn,
            Reth.rkey(packet.bytes(), at),
            Reth.address(packet.bytes(), at),
            Reth.length(packet.bytes(), at),
            messages);
      }
      case COMPARE_SWAP, FETCH_ADD -> answers.atomicAgain(psn, messages);
      default -> answers.acknowledge(expected - 1, messages);
    }
  }
}
