package dev.headroom.wire.soft;

import dev.headroom.wire.packet.Aeth;
import dev.headroom.wire.packet.AtomicAckEth;
import dev.headroom.wire.packet.AtomicEth;
import dev.headroom.wire.packet.Bth;
import dev.headroom.wire.packet.Bytes;
import dev.headroom.wire.packet.Frame;
import dev.headroom.wire.packet.NakCause;
import dev.headroom.wire.packet.Operation;
import dev.headroom.wire.packet.Reth;
import dev.headroom.wire.packet.RoceWriter;
import dev.headroom.wire.verbs.ConnectionSettings;
import dev.headroom.wire.verbs.WorkCompletion.Status;
import dev.headroom.wire.verbs.WorkRequest;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The asking side of a reliable connection (IBA 9.7.5 and 9.9.2.1): gives work its PSNs, sends it,
 * and sends it again from where the other side has lost it. Sequence numbers here never wrap; their
 * low 24 bits are on the wire.
 */
final class Requester {
  /** Packets that may be on their way unacknowledged. */
  private static final int WINDOW = 128;

  /** Of a long message every so many packets ask for an ACK. */
  private static final int ASK_EVERY = 32;

  /** The unit of the ACK timeout (IBA 9.7.6.1.3). */
  private static final long TIMEOUT_UNIT_NS = 4096;

  private static final int FOR_EVER = 7;

  private final SoftQueuePair pair;
  private final PacketOut out;
  private final RoceWriter.Path path;
  private final int peerQp;
  private final ConnectionSettings settings;
  private final int mtu;
  private final long timeoutNs;
  private final ArrayDeque<Work> waiting = new ArrayDeque<>();
  private final ArrayDeque<Work> flying = new ArrayDeque<>();

  /** The first PSN that is not known to have got there. */
  private long unacked;

  /** The next to send; after going back it lies below {@link #next}. */
  private long sending;

  /** The first that no work has. */
  private long next;

  private int answered;
  private int retries;
  private int rnrRetries;
  private long wentBackTo = -1;
  private long deadlineNs = Long.MAX_VALUE;
  private long resumeNs = Long.MIN_VALUE;

  Requester(
      SoftQueuePair pair,
      PacketOut out,
      RoceWriter.Path path,
      int peerQp,
      ConnectionSettings settings,
      int startingPsn) {
    this.pair = pair;
    this.out = out;
    this.path = path;
    this.peerQp = peerQp;
    this.settings = settings;
    mtu = settings.mtuBytes();
    timeoutNs = TIMEOUT_UNIT_NS << settings.timeout();
    unacked = startingPsn;
    sending = startingPsn;
    next = startingPsn;
    refresh();
  }

  private void refresh() {
    retries = settings.retries();
    rnrRetries = settings.rnrRetries();
    wentBackTo = -1;
  }

  int posted() {
    return waiting.size() + flying.size();
  }

  void post(WorkRequest request, Pieces pieces) {
    waiting.add(new Work(request, pieces, mtu));
  }

  // --- sending ----------------------------------------------------------------------------------

  /** Sends up to so many packets; returns how many it did. */
  int transmit(int most, long nowNs) {
    int count = 0;
    while (count < most && nowNs >= resumeNs && pair.isReady()) {
      if (sending == next && !begin()) {
        break;
      }
      if (sending - unacked >= WINDOW) {
        break;
      }
      Work work = workOf(sending);
      if (work == null) {
        throw new IllegalStateException("no work has PSN " + sending);
      }
      if (!work.pieces.areOpen()) {
        pair.fail(work, Status.LOCAL_PROTECTION_ERROR);
        break;
      }
      send(work);
      count++;
      if (deadlineNs == Long.MAX_VALUE) {
        deadlineNs = nowNs + timeoutNs;
      }
    }
    return count;
  }

  /** Gives the next work its PSNs, if it may begin. */
  private boolean begin() {
    Work work = waiting.peek();
    if (work == null
        || (work.request.fenced() && answered > 0)
        || (work.isAnswered() && answered >= settings.readsAsked())) {
      return false;
    }
    waiting.remove();
    work.firstPsn = next;
    next += work.packets;
    answered += work.isAnswered() ? 1 : 0;
    flying.add(work);
    return true;
  }

  private @Nullable Work workOf(long psn) {
    for (Work each : flying) {
      if (psn >= each.firstPsn && psn < each.endPsn()) {
        return each;
      }
    }
    return null;
  }

  private void send(Work work) {
    WorkRequest request = work.request;
    switch (request.verb()) {
      case SEND, WRITE -> sendData(work);
      case READ -> {
        long done = (sending - work.firstPsn) * mtu;
        Reth.write(
            out.frame,
            PacketOut.EXTENSION,
            request.remoteAddress() + done,
            request.rkey(),
            work.pieces.bytes - done);
        out.send(path, Operation.READ_REQUEST, peerQp, true, sending, 0);
        sending = work.endPsn();
      }
      case FETCH_AND_ADD, COMPARE_AND_SWAP -> {
        AtomicEth.write(
            out.frame,
            PacketOut.EXTENSION,
            request.remoteAddress(),
            request.rkey(),
            request.operand(),
            request.compare());
        boolean add = request.verb() == WorkRequest.Verb.FETCH_AND_ADD;
        Operation operation = add ? Operation.FETCH_ADD : Operation.COMPARE_SWAP;
        out.send(path, operation, peerQp, true, sending, 0);
        sending++;
      }
    }
  }

  private void sendData(Work work) {
    long index = sending - work.firstPsn;
    boolean first = index == 0;
    boolean last = index == work.packets - 1;
    boolean immediate = last && work.request.immediate().isPresent();
    boolean write = work.request.verb() == WorkRequest.Verb.WRITE;
    long from = index * mtu;
    int payload = (int) Math.min(mtu, work.pieces.bytes - from);
    int at = PacketOut.EXTENSION;
    if (write && first) {
      WorkRequest request = work.request;
      Reth.write(out.frame, at, request.remoteAddress(), request.rkey(), work.pieces.bytes);
      at += Reth.BYTES;
    }
    if (immediate) {
      Bytes.put32(out.frame, at, work.request.immediate().getAsInt());
      at += 4;
    }
    work.pieces.read(from, out.frame, at, payload);
    boolean asks = last || index % ASK_EVERY == ASK_EVERY - 1;
    out.send(path, operation(write, first, last, immediate), peerQp, asks, sending, payload);
    sending++;
  }

  private static Operation operation(boolean write, boolean first, boolean last, boolean imm) {
    if (first && last) {
      return write
          ? imm ? Operation.WRITE_ONLY_IMM : Operation.WRITE_ONLY
          : imm ? Operation.SEND_ONLY_IMM : Operation.SEND_ONLY;
    }
    if (last) {
      return write
          ? imm ? Operation.WRITE_LAST_IMM : Operation.WRITE_LAST
          : imm ? Operation.SEND_LAST_IMM : Operation.SEND_LAST;
    }
    if (first) {
      return write ? Operation.WRITE_FIRST : Operation.SEND_FIRST;
    }
    return write ? Operation.WRITE_MIDDLE : Operation.SEND_MIDDLE;
  }

  // --- answers ----------------------------------------------------------------------------------

  /** Takes an answer of the peer. */
  void receive(Frame packet, long nowNs) {
    int wirePsn = Bth.psn(packet.bytes(), packet.bthAt());
    long psn = unacked + Bth.distance((int) unacked & Bth.PSN_MASK, wirePsn);
    if (psn >= next || psn < unacked - 1) {
      return; // nothing was sent with this, or it is long done: a ghost
    }
    Operation operation = packet.operation();
    if (operation.isReadResponse()) {
      readResponse(packet, operation, psn, nowNs);
    } else if (operation == Operation.ATOMIC_ACKNOWLEDGE) {
      atomicResponse(packet, psn, nowNs);
    } else {
      int syndrome = Aeth.syndrome(packet.bytes(), packet.extensionAt());
      if (Aeth.isAck(syndrome)) {
        acknowledged(psn + 1, nowNs);
      } else if (Aeth.isRnr(syndrome)) {
        notReady(psn, syndrome, nowNs);
      } else if (Aeth.isNak(syndrome)) {
        refused(psn, NakCause.of(syndrome), nowNs);
      }
    }
  }

  /** Everything before this has got there; a READ before it whose response is missing has not. */
  private void acknowledged(long upTo, long nowNs) {
    Work open = firstAnswered();
    long limit = open == null ? Long.MAX_VALUE : Math.max(unacked, open.firstPsn);
    advance(Math.min(upTo, limit), nowNs);
    if (upTo > limit && wentBackTo != limit) {
      wentBackTo = limit; // its response is lost: ask again, once
      sending = Math.min(sending, limit);
    }
  }

  private @Nullable Work firstAnswered() {
    for (Work each : flying) {
      if (each.isAnswered()) {
        return each;
      }
    }
    return null;
  }

  /**
   * The work that a response belongs to, if it is the next that is due; everything before is done.
   */
  private @Nullable Work due(long psn, long nowNs) {
    Work open = firstAnswered();
    if (open == null || psn < open.firstPsn) {
      return null;
    }
    acknowledged(Math.min(psn, open.firstPsn), nowNs);
    if (psn == unacked && psn < open.endPsn()) {
      return open;
    }
    if (psn > unacked && wentBackTo != unacked) {
      wentBackTo = unacked; // a response before this one is lost
      sending = Math.min(sending, unacked);
    }
    return null;
  }

  private void readResponse(Frame packet, Operation operation, long psn, long nowNs) {
    Work work = due(psn, nowNs);
    if (work == null || work.request.verb() != WorkRequest.Verb.READ) {
      return;
    }
    long done = (psn - work.firstPsn) * mtu;
    long expected = Math.min(mtu, work.pieces.bytes - done);
    boolean last = psn == work.endPsn() - 1;
    if (packet.payloadBytes() != expected || operation.ends() != last) {
      return; // not what was asked for; the timeout asks again
    }
    if (!work.pieces.areOpen()) {
      pair.fail(work, Status.LOCAL_PROTECTION_ERROR);
      return;
    }
    work.pieces.write(done, packet.bytes(), packet.payloadAt(), expected);
    advance(psn + 1, nowNs);
  }

  private void atomicResponse(Frame packet, long psn, long nowNs) {
    Work work = due(psn, nowNs);
    if (work == null || work.request.verb() == WorkRequest.Verb.READ) {
      return;
    }
    if (!work.pieces.areOpen()) {
      pair.fail(work, Status.LOCAL_PROTECTION_ERROR);
      return;
    }
    long original = AtomicAckEth.original(packet.bytes(), packet.extensionAt() + Aeth.BYTES);
    java.lang.foreign.MemorySegment value =
        java.lang.foreign.MemorySegment.ofArray(new byte[Long.BYTES]);
    value.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, original);
    work.pieces.write(0, value, 0, Long.BYTES);
    advance(psn + 1, nowNs);
  }

  private void advance(long upTo, long nowNs) {
    if (upTo <= unacked) {
      return;
    }
    unacked = upTo;
    sending = Math.max(sending, unacked);
    refresh();
    while (!flying.isEmpty() && flying.getFirst().endPsn() <= unacked) {
      Work done = flying.removeFirst();
      answered -= done.isAnswered() ? 1 : 0;
      pair.completed(done);
    }
    deadlineNs = unacked < next ? nowNs + timeoutNs : Long.MAX_VALUE;
  }

  private void refused(long psn, NakCause cause, long nowNs) {
    acknowledged(psn, nowNs);
    Work work = workOf(Math.max(psn, unacked));
    switch (cause) {
      case PSN_SEQUENCE_ERROR -> {
        if (wentBackTo != unacked) {
          wentBackTo = unacked;
          sending = unacked;
        }
      }
      case REMOTE_ACCESS_ERROR -> fail(work, Status.REMOTE_ACCESS_ERROR);
      case REMOTE_OPERATIONAL_ERROR -> fail(work, Status.REMOTE_OPERATIONAL_ERROR);
      case INVALID_REQUEST, INVALID_RD_REQUEST -> fail(work, Status.REMOTE_INVALID_REQUEST);
      case RESERVED -> {}
    }
  }

  private void fail(@Nullable Work work, Status status) {
    if (work != null) {
      pair.fail(work, status);
    }
  }

  private void notReady(long psn, int syndrome, long nowNs) {
    acknowledged(psn, nowNs);
    if (psn != unacked) {
      return; // of a time before this one
    }
    if (rnrRetries == 0) {
      fail(workOf(psn), Status.RNR_RETRY_EXCEEDED);
      return;
    }
    rnrRetries -= settings.rnrRetries() == FOR_EVER ? 0 : 1;
    resumeNs = nowNs + Aeth.rnrMicroseconds(syndrome) * 1000L;
    sending = unacked;
    deadlineNs = resumeNs + timeoutNs;
  }

  // --- time -------------------------------------------------------------------------------------

  /** When it wants to be asked again; {@code Long.MAX_VALUE}: only when something comes. */
  long wakeNs(long nowNs) {
    return resumeNs > nowNs ? Math.min(resumeNs, deadlineNs) : deadlineNs;
  }

  /** Sends again what was not answered in time, or gives up. */
  void look(long nowNs) {
    if (nowNs < deadlineNs) {
      return;
    }
    Work work = workOf(unacked);
    if (work == null) {
      deadlineNs = Long.MAX_VALUE;
    } else if (retries == 0) {
      pair.fail(work, Status.RETRY_EXCEEDED);
    } else {
      retries--;
      wentBackTo = -1;
      sending = unacked;
      deadlineNs = nowNs + timeoutNs;
    }
  }

  /** Takes everything out that is not done: the one that failed first, then the others in order. */
  ArrayDeque<Work> flush() {
    ArrayDeque<Work> all = new ArrayDeque<>(flying);
    all.addAll(waiting);
    flying.clear();
    waiting.clear();
    deadlineNs = Long.MAX_VALUE;
    resumeNs = Long.MIN_VALUE;
    return all;
  }
}
