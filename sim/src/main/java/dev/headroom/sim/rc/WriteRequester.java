package dev.headroom.sim.rc;

import dev.headroom.congestion.Controller;
import dev.headroom.congestion.Feedback;
import dev.headroom.sim.host.SendQueue;
import dev.headroom.sim.message.Framing;
import dev.headroom.sim.packet.FlowTuple;
import dev.headroom.sim.packet.Packet;
import dev.headroom.unit.CountedNoun;
import org.jspecify.annotations.Nullable;

/** Requester of WRITE and SEND: it sends the data, and the other end acknowledges it. */
public final class WriteRequester extends RcRequester {
  private final long lineBps;
  private final Framing framing;
  private final int ackEvery;
  private final long mostMessages;
  private final long windowBytes;
  private final boolean windowFollowsRate;
  private final @Nullable SelectiveRepeatRecovery lost;
  private final boolean onCredit;

  /** Sequence numbers that are acknowledged as a whole; 0: each by itself. */
  private final int unit;

  /** What the last ACK or NAK named, be it in the middle of a unit. */
  private long named;

  /** Before this it does not ask for credit again. */
  private long nextRequestPs;

  /** How often it has asked for credit since it was last answered. */
  private int unansweredCreditRequests;

  /** Packets of the message since one that asked for an ACK. */
  private int packetsSinceAckRequest;

  /**
   * Whether the next packet asks for an ACK wherever it stands: it is sent again, and a timeout
   * runs for it, be it under way or held up.
   */
  private boolean requestNextAck;

  /** RNR NAKs in a row. */
  private int refusals;

  /** After an RNR NAK nothing is sent before this. */
  private long resumePs;

  public WriteRequester(FlowTuple route, RcSettings settings, Controller controller, long lineBps) {
    this(route, settings, controller, lineBps, null);
  }

  /**
   * @param workQueue what software knows of its send queue; null where it knows all at once
   */
  WriteRequester(
      FlowTuple route,
      RcSettings settings,
      Controller controller,
      long lineBps,
      @Nullable SendQueue workQueue) {
    super(route, settings, controller, workQueue);
    this.lineBps = lineBps;
    // A window of the controller's may shrink to less than any number of packets.
    onCredit = controller.creditBytes() != Controller.UNLIMITED;
    ackEvery = controller.windowBytes() == Controller.UNLIMITED ? messageSettings.ackEvery() : 1;
    framing = messageSettings.framing();
    mostMessages = messageSettings.outstanding().messages();
    windowBytes = messageSettings.outstanding().windowBytes();
    windowFollowsRate =
        messageSettings.outstanding().followsRate() && windowBytes != Long.MAX_VALUE;
    LossRecoverySettings recovery = settings.recovery();
    unit = recovery.unit();
    lost = recovery.isSelective() ? new SelectiveRepeatRecovery(recovery.window()) : null;
  }

  @Override
  public boolean hasMore() {
    return super.hasMore() || hasLost();
  }

  /** Whether something is known to be lost, and to be sent again. */
  private boolean hasLost() {
    return lost != null && lost.next(unacked) >= 0 && failure().isEmpty();
  }

  @Override
  public boolean canSend(long nowPs) {
    if (hasLost()) {
      return true;
    }
    if (sending == null || nowPs < resumePs || !failure().isEmpty()) {
      return false;
    }
    if (messageStart && !isPosted(mostMessages)) {
      return false;
    }
    if (onCredit && next >= highest && controller.creditBytes() <= 0) {
      return false; // what is sent again has been granted before
    }
    long window = windowBytes;
    if (windowFollowsRate) {
      window = Math.max(1, (long) ((double) window * controller.controlledBps(nowPs) / lineBps));
    }
    window = Math.min(window, controller.windowBytes());
    // What ACKs have passed counts as more in flight than any window there: it is unsigned.
    return window == Long.MAX_VALUE
        || (next >= unacked && (next - unacked) * numbering.bytes() < window);
  }

  @Override
  boolean isWindowed() {
    return windowBytes != Long.MAX_VALUE || controller.windowBytes() != Controller.UNLIMITED;
  }

  /**
   * Whether nothing is heard any more: all has got there, and senders that go back stay behind, as
   * in Alibaba's HPCC simulator, where the queue pair is gone then.
   */
  boolean isFinished() {
    return settings.recovery().staysBehind() && isDone();
  }

  @Override
  public Task task() {
    return messageStart && !hasLost() ? Task.SENDS : Task.GOES_ON;
  }

  @Override
  public boolean fill(Packet packet, long nowPs) {
    if (lost != null) {
      long missing = lost.next(unacked);
      if (missing >= 0) {
        fillAgain(packet, missing, lost);
        return true;
      }
    }
    return fillNext(packet);
  }

  /** Fills in one that was lost, and goes on where it was. */
  private void fillAgain(Packet packet, long missing, SelectiveRepeatRecovery from) {
    long goOn = next;
    seek(missing);
    fillNext(packet);
    seek(goOn);
    from.sentAgain();
  }

  private boolean fillNext(Packet packet) {
    QueuePairFlow transfer = sending;
    if (transfer == null) {
      throw new IllegalStateException("nothing to send");
    }
    int payload = (int) Math.min(messageSettings.mtu(), messageLeft);
    address(packet, transfer.flow);
    packet.type = Packet.DATA;
    packet.psn = psnOf(next);
    packet.payload = payload;
    packet.bytes = (short) framing.dataFrame(payload, messageStart ? messageSettings.reth() : 0);
    if (messageStart) {
      packet.set(Packet.FIRST_OF_MESSAGE);
    }
    boolean again = next < highest;
    if (again) {
      transfer.retransmissions++;
    }
    next += numbering.count(payload);
    highest = Math.max(highest, next);
    messageStart = false;
    messageLeft -= payload;
    flowLeft -= payload;
    setAckRequest(packet);
    if (messageLeft == 0) {
      packet.set(Packet.LAST_OF_MESSAGE);
      if (next == transfer.endSequence) {
        packet.set(Packet.LAST_OF_FLOW);
      }
      nextMessage(transfer);
    }
    return again;
  }

  /** Asks for an ACK where one is due. */
  private void setAckRequest(Packet packet) {
    boolean last = messageLeft == 0;
    boolean due = ++packetsSinceAckRequest >= ackEvery || last || isLastOnCredit(packet);
    packetsSinceAckRequest = due ? 0 : packetsSinceAckRequest;
    if (!due && !requestNextAck) {
      return;
    }
    requestNextAck = false;
    firstUnsent = Math.max(firstUnsent, next);
    if (!last) {
      packet.set(Packet.ACK_REQUEST);
    }
  }

  /** Nothing else follows that might bring to light that it was lost. */
  private boolean isLastOnCredit(Packet packet) {
    return onCredit && next >= highest && controller.creditBytes() <= packet.payload;
  }

  @Override
  void placed(long inMessage) {
    packetsSinceAckRequest = (int) (inMessage / numbering.perPacket() % ackEvery);
    if (lost == null) {
      requestNextAck = expectOnlyNext() && hasTimeout();
    }
  }

  /**
   * Takes an acknowledgement of everything up to a sequence number.
   *
   * @param psn the first packet number not received yet
   * @return whether it was news
   */
  public boolean acknowledge(int psn, long nowPs) {
    named = unacked + numbering.distance(psn, psnOf(unacked));
    long upTo = unit == 0 ? named : wholeUnits(named);
    if (upTo <= unacked || upTo > highest || !failure().isEmpty()) {
      return false; // nothing is heard in error state
    }
    refusals = 0;
    if (lost != null) {
      lost.acknowledged(unacked, upTo);
    }
    advance(upTo, nowPs);
    return true;
  }

  private long wholeUnits(long upTo) {
    QueuePairFlow transfer = oldest();
    while (transfer != null && transfer.endSequence < upTo) {
      transfer = after(transfer);
    }
    return transfer == null ? upTo : transfer.wholeUnits(upTo, settings);
  }

  /**
   * Fills in what congestion control is told of an acknowledgement; bytes are counted in packets of
   * the MTU, as the window counts them.
   *
   * @param unackedBefore what {@link #unacked} was before it
   */
  public void report(Feedback feedback, long unackedBefore) {
    long each = numbering.bytes();
    feedback.ackedBytes = (unacked - unackedBefore) * each;
    feedback.ackedUpTo = (unit == 0 ? unacked : named) * each;
    feedback.sentUpTo = highest * each;
    feedback.inFlightBytes = (next - unacked) * each;
  }

  /**
   * Whether to say that it is ready to send: only credit keeps it from that, and nothing is under
   * way that might bring some. Where that was said too often without an answer it gives up.
   *
   * @param patiencePs how long to wait for an answer
   */
  public boolean requestsCredit(long nowPs, long patiencePs) {
    boolean lacksCredit = onCredit && hasMore() && !inFlight() && controller.creditBytes() <= 0;
    if (!lacksCredit || nowPs < nextRequestPs) {
      return false;
    }
    if (unansweredCreditRequests > settings.retries().most()
        && settings.retries().timeoutPs() != Long.MAX_VALUE) {
      fail(
          "transport retry counter exceeded: ready to send, but not granted permission for %s"
              .formatted(CountedNoun.of(unansweredCreditRequests, "timeout")));
      return false;
    }
    unansweredCreditRequests++;
    nextRequestPs = nowPs + patiencePs;
    return true;
  }

  /** When to ask for credit again if none has come. */
  public long nextRequestPs() {
    return nextRequestPs;
  }

  /** The receiver clears it to send. */
  public void cleared(long nowPs, long grantedBytes) {
    nextRequestPs = 0;
    unansweredCreditRequests = 0;
    controller.credited(nowPs, grantedBytes);
  }

  /** The flow of the next packet. */
  public int flowToSend() {
    QueuePairFlow transfer = sending;
    if (transfer == null) {
      throw new IllegalStateException("nothing to send");
    }
    return transfer.flow;
  }

  /** Payload before the next packet, counted as {@link #report} counts. */
  public long bytesBeforeNext() {
    return next * numbering.bytes();
  }

  /** The first packet that is not known to have got there, by a number that never wraps. */
  public long unacked() {
    return unacked;
  }

  /**
   * Takes what a selective NAK tells beside what it acknowledges.
   *
   * @param psn a packet that has arrived before others that have not
   */
  public void arrived(int psn) {
    long sequence = unacked + numbering.distance(psn, psnOf(unacked));
    if (lost != null && sequence < highest) {
      lost.arrived(sequence, unacked, highest);
    }
  }

  @Override
  void sendAgain() {
    if (lost == null) {
      super.sendAgain();
    } else {
      lost.timedOut(unacked, highest);
    }
  }

  /**
   * Takes an RNR NAK: goes back and waits, or gives up.
   *
   * @param psn the packet that found no receive request
   * @return when to try again; {@code Long.MAX_VALUE}: not because of this one
   */
  public long notReady(int psn, long nowPs) {
    boolean stale = psn != psnOf(unacked) || !inFlight() || nowPs < resumePs;
    if (stale || !failure().isEmpty()) {
      return Long.MAX_VALUE;
    }
    refusals++;
    ReceiveQueueSettings queue = settings.receiveQueue();
    if (queue.retries() != ReceiveQueueSettings.FOR_EVER && refusals > queue.retries()) {
      fail("RNR retry counter exceeded: %d RNR NAKs in a row".formatted(refusals));
      return Long.MAX_VALUE;
    }
    resumePs = nowPs + queue.timerPs();
    goBack(resumePs);
    return resumePs;
  }

  /** RNR NAKs in a row, since the last ACK that was news. */
  public int refusals() {
    return refusals;
  }

  @Override
  public void congested(long nowPs) {
    super.congested(nowPs);
    countCnp();
  }
}
