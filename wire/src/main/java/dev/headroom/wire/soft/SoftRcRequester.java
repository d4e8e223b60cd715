package dev.headroom.wire.soft;

import dev.headroom.wire.packet.Aeth;
import dev.headroom.wire.packet.AtomicAckEth;
import dev.headroom.wire.packet.AtomicEth;
import dev.headroom.wire.packet.Bth;
import dev.headroom.wire.packet.BthOperation;
import dev.headroom.wire.packet.FrameHeaders;
import dev.headroom.wire.packet.NakCause;
import dev.headroom.wire.packet.Reth;
import dev.headroom.wire.packet.TransportService;
import dev.headroom.wire.soft.link.HeaderTemplate;
import dev.headroom.wire.verbs.ConnectionSettings;
import dev.headroom.wire.verbs.WorkCompletion.Status;
import dev.headroom.wire.verbs.WorkRequest;
import dev.headroom.wire.verbs.WorkRequest.Verb;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Requester of a reliable connection (IBA 9.7.5 and 9.9.2.1): it gives work its PSNs, sends it, and
 * retransmits it from where the other side has lost it.
 */
final class SoftRcRequester extends SendSide {
  /** The unit of the ACK timeout (IBA 9.7.6.1.3). */
  private static final long TIMEOUT_UNIT_NS = 4096;

  private static final int FOR_EVER = 7;
  private static final long NONE = -1;

  private final HeaderTemplate route;
  private final int peerQp;
  private final ConnectionSettings settings;
  private final long timeoutNs;
  private final FlightWindow window = new FlightWindow();
  private final MemorySegment original = MemorySegment.ofArray(new byte[Long.BYTES]);

  /** The first PSN that is not known to have got there. */
  private long unacked;

  /** The next to send; after going back it lies below {@link #next}. */
  private long sending;

  /** The first that no work has. */
  private long next;

  /** Where {@link #workOf} looks first. */
  private long cursor;

  private int answered;
  private int retries;
  private int rnrRetries;
  private long wentBackTo = NONE;
  private long deadlineNs = Long.MAX_VALUE;
  private long resumeNs = Long.MIN_VALUE;

  SoftRcRequester(
      QueuePairEngine exchange,
      PacketWriter out,
      SendRing works,
      HeaderTemplate route,
      int peerQp,
      ConnectionSettings settings,
      int startingPsn) {
    super(exchange, out, works, settings.mtuBytes(), settings.pkey());
    this.route = route;
    this.peerQp = peerQp;
    this.settings = settings;
    timeoutNs = TIMEOUT_UNIT_NS << settings.timeout();
    unacked = startingPsn;
    sending = startingPsn;
    next = startingPsn;
    refresh();
  }

  private void refresh() {
    retries = settings.retries();
    rnrRetries = settings.rnrRetries();
    wentBackTo = NONE;
  }

  // --- sending ----------------------------------------------------------------------------------

  @Override
  int transmit(int most, long nowNs, boolean mayBegin) {
    int count = 0;
    while (count < most
        && nowNs >= resumeNs
        && exchange.maySend()
        && exchange.pacer().mayLeave(nowNs)) {
      if (sending - unacked >= window.packets() || (sending == next && !(mayBegin && begin()))) {
        break;
      }
      long index = workOf(sending);
      ActiveWorkRequest work = works.get(index);
      if (!work.pieces.areOpen()) {
        exchange.fail(index, Status.LOCAL_PROTECTION_ERROR);
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
    if (works.begun == works.tail) {
      return false;
    }
    ActiveWorkRequest work = works.get(works.begun);
    boolean brings = work.isAnswered();
    if ((work.request.fenced() && answered > 0) || (brings && answered >= settings.readsAsked())) {
      return false;
    }
    work.firstPsn = next;
    next += work.packets;
    answered += brings ? 1 : 0;
    works.begun++;
    return true;
  }

  /** Where the work is that has this PSN; it must have begun and not be done. */
  private long workOf(long psn) {
    if (cursor < works.head || cursor >= works.begun || works.get(cursor).firstPsn > psn) {
      cursor = works.head;
    }
    while (works.get(cursor).endPsn() <= psn) {
      cursor++;
    }
    return cursor;
  }

  private void send(ActiveWorkRequest work) {
    WorkRequest request = work.request;
    switch (request.verb()) {
      case SEND, WRITE -> {
        long index = sending - work.firstPsn;
        int every = window.ackInterval();
        sendData(
            route, TransportService.RC, peerQp, work, index, sending, index % every == every - 1);
        sending++;
      }
      case READ -> {
        long done = (sending - work.firstPsn) * mtu;
        Reth.write(
            out.frame,
            out.begin(route),
            request.remoteAddress() + done,
            request.rkey(),
            work.pieces.bytes() - done);
        send(
            route, TransportService.RC, BthOperation.READ_REQUEST, false, peerQp, true, sending, 0);
        sending = work.endPsn();
      }
      case FETCH_AND_ADD, COMPARE_AND_SWAP -> {
        AtomicEth.write(
            out.frame,
            out.begin(route),
            request.remoteAddress(),
            request.rkey(),
            request.operand(),
            request.compare());
        boolean add = request.verb() == Verb.FETCH_AND_ADD;
        BthOperation operation = add ? BthOperation.FETCH_ADD : BthOperation.COMPARE_SWAP;
        send(route, TransportService.RC, operation, false, peerQp, true, sending, 0);
        sending++;
      }
    }
  }

  // --- answers ----------------------------------------------------------------------------------

  @Override
  void receive(FrameHeaders packet, long nowNs) {
    int wirePsn = Bth.psn(packet.bytes(), packet.bthAt());
    long psn = unacked + Bth.distance((int) unacked & Bth.PSN_MASK, wirePsn);
    if (psn >= next || psn < unacked - 1) {
      return; // nothing was sent with this, or it is long done: a ghost
    }
    BthOperation operation = packet.operation();
    if (operation.isReadResponse()) {
      readResponse(packet, operation, psn, nowNs);
    } else if (operation == BthOperation.ATOMIC_ACKNOWLEDGE) {
      atomicResponse(packet, psn, nowNs);
    } else {
      int syndrome = Aeth.syndrome(packet.bytes(), packet.extensionAt());
      if (Aeth.isAck(syndrome)) {
        acknowledged(psn + 1, nowNs);
      } else if (Aeth.isRnr(syndrome)) {
        notReady(psn, syndrome, nowNs);
      } else if (Aeth.isNak(syndrome)) {
        onNak(psn, NakCause.of(syndrome), nowNs);
      }
    }
  }

  /** Everything before this has got there; a READ before it whose response is missing has not. */
  private void acknowledged(long upTo, long nowNs) {
    long open = firstAnswered();
    long limit = open == NONE ? Long.MAX_VALUE : Math.max(unacked, works.get(open).firstPsn);
    advance(Math.min(upTo, limit), nowNs);
    if (upTo > limit && wentBackTo != limit) {
      wentBackTo = limit; // its response is lost: ask again, once
      sending = Math.min(sending, limit);
    }
  }

  /** The oldest READ or atomic that has begun, or {@link #NONE}. */
  private long firstAnswered() {
    for (long i = works.head; answered > 0 && i < works.begun; i++) {
      if (works.get(i).isAnswered()) {
        return i;
      }
    }
    return NONE;
  }

  /**
   * Where the work is that a response belongs to, if it is the next that is due; everything before
   * is done then. Otherwise {@link #NONE}.
   */
  private long due(long psn, long nowNs) {
    long open = firstAnswered();
    if (open == NONE || psn < works.get(open).firstPsn) {
      return NONE;
    }
    acknowledged(Math.min(psn, works.get(open).firstPsn), nowNs);
    if (psn == unacked && psn < works.get(open).endPsn()) {
      return open;
    }
    if (psn > unacked && wentBackTo != unacked) {
      wentBackTo = unacked; // a response before this one is lost
      sending = Math.min(sending, unacked);
    }
    return NONE;
  }

  private void readResponse(FrameHeaders packet, BthOperation operation, long psn, long nowNs) {
    long index = due(psn, nowNs);
    if (index == NONE || works.get(index).request.verb() != Verb.READ) {
      return;
    }
    ActiveWorkRequest work = works.get(index);
    long done = (psn - work.firstPsn) * mtu;
    long expected = Math.min(mtu, work.pieces.bytes() - done);
    boolean last = psn == work.endPsn() - 1;
    if (packet.payloadBytes() != expected || operation.ends() != last) {
      return; // not what was asked for; the timeout asks again
    }
    if (!work.pieces.areOpen()) {
      exchange.fail(index, Status.LOCAL_PROTECTION_ERROR);
      return;
    }
    work.pieces.write(done, packet.bytes(), packet.payloadAt(), expected);
    advance(psn + 1, nowNs);
  }

  private void atomicResponse(FrameHeaders packet, long psn, long nowNs) {
    long index = due(psn, nowNs);
    if (index == NONE || works.get(index).request.verb() == Verb.READ) {
      return;
    }
    ActiveWorkRequest work = works.get(index);
    if (!work.pieces.areOpen()) {
      exchange.fail(index, Status.LOCAL_PROTECTION_ERROR);
      return;
    }
    long value = AtomicAckEth.original(packet.bytes(), packet.extensionAt() + Aeth.BYTES);
    original.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, value);
    work.pieces.write(0, original, 0, Long.BYTES);
    advance(psn + 1, nowNs);
  }

  private void advance(long upTo, long nowNs) {
    if (upTo <= unacked) {
      return;
    }
    window.arrived(upTo - unacked);
    unacked = upTo;
    sending = Math.max(sending, unacked);
    refresh();
    while (works.head < works.begun && works.get(works.head).endPsn() <= unacked) {
      ActiveWorkRequest done = works.get(works.head);
      answered -= done.isAnswered() ? 1 : 0;
      works.head++;
      exchange.completed(done);
    }
    deadlineNs = unacked < next ? nowNs + timeoutNs : Long.MAX_VALUE;
  }

  private void onNak(long psn, NakCause cause, long nowNs) {
    acknowledged(psn, nowNs);
    switch (cause) {
      case PSN_SEQUENCE_ERROR -> {
        if (wentBackTo != unacked) {
          wentBackTo = unacked;
          sending = unacked;
          window.lost();
        }
      }
      case REMOTE_ACCESS_ERROR -> fail(psn, Status.REMOTE_ACCESS_ERROR);
      case REMOTE_OPERATIONAL_ERROR -> fail(psn, Status.REMOTE_OPERATIONAL_ERROR);
      case INVALID_REQUEST, INVALID_RD_REQUEST -> fail(psn, Status.REMOTE_INVALID_REQUEST);
      case RESERVED -> {}
    }
  }

  private void fail(long psn, Status status) {
    long at = Math.max(psn, unacked);
    if (at < next) {
      exchange.fail(workOf(at), status);
    }
  }

  private void notReady(long psn, int syndrome, long nowNs) {
    acknowledged(psn, nowNs);
    if (psn != unacked) {
      return; // of a time before this one
    }
    if (rnrRetries == 0) {
      fail(psn, Status.RNR_RETRY_EXCEEDED);
      return;
    }
    rnrRetries -= settings.rnrRetries() == FOR_EVER ? 0 : 1;
    resumeNs = nowNs + Aeth.rnrMicroseconds(syndrome) * 1000L;
    sending = unacked;
    deadlineNs = resumeNs + timeoutNs;
  }

  // --- time -------------------------------------------------------------------------------------

  @Override
  long wakeNs(long nowNs) {
    long pacedNs = exchange.pacer().wakeNs(nowNs);
    long wakeNs = Math.min(pacedNs, deadlineNs);
    return resumeNs > nowNs ? Math.min(resumeNs, wakeNs) : wakeNs;
  }

  /** Sends again what was not answered in time, or gives up. */
  @Override
  void look(long nowNs) {
    if (nowNs < deadlineNs) {
      return;
    }
    if (unacked == next) {
      deadlineNs = Long.MAX_VALUE;
    } else if (retries == 0) {
      fail(unacked, Status.RETRY_EXCEEDED);
    } else {
      retries--;
      wentBackTo = NONE;
      sending = unacked;
      window.lost();
      deadlineNs = nowNs + timeoutNs;
    }
  }
}
