package dev.headroom.sim.uet;

import dev.headroom.congestion.Controller;
import dev.headroom.congestion.Feedback;
import dev.headroom.sim.delivery.PostedFlows;
import dev.headroom.sim.packet.FlowTuple;
import dev.headroom.sim.packet.Packet;
import dev.headroom.sim.packet.UetPacket;
import dev.headroom.unit.CountedNoun;

/**
 * Sending end of a context with reliable delivery: packets that are refused, or not acknowledged
 * for too long, are sent again before anything new.
 *
 * <p>Bytes in flight are counted in frames (uet-htsim, {@code uec.cpp}).
 */
abstract sealed class ReliableSender extends UetSender permits RudSender, RudiSender {
  private final Feedback feedback = new Feedback(0);

  private final int header;
  private final double ackShare;
  private final boolean credits;
  private final long timeoutPs;

  /** Bytes of frames that wait to be sent for the first time, and again. */
  private long backlog;

  private long repeatBacklog;

  private long inFlight;

  /** Bytes of frames sent since a packet asked for an ACK. */
  private long bytesSinceAckRequest;

  /** When a request for credit was last due, and whether it still has to be sent. */
  private long requestedPs;

  private boolean requestDue;

  /** Whether a request for credit is out that nothing has answered, and how many in a row were. */
  private boolean awaitsCredit;

  private int unansweredRequests;

  /** The first packet of all that are not acknowledged when it was given up last; how often. */
  private long timedOutPacket = -1;

  private int timeoutsOfPacket;

  /** When a packet was last given up. */
  private long gaveUpPs;

  ReliableSender(FlowTuple route, UetSettings settings, Controller controller, long key) {
    super(route, settings, controller, key);
    header = messageSettings.framing().dataHeader();
    ackShare = settings.acks().share();
    credits = settings.credits();
    timeoutPs = settings.retries().timeoutPs();
  }

  @Override
  public void post(int flow, long bytes) {
    backlog += bytes + flows.post(flow, bytes) * header;
  }

  // --- sending ----------------------------------------------------------------------------------

  @Override
  public boolean canSend(long nowPs) {
    int frame = nextFrame();
    return frame > 0
        && controller.creditBytes() > 0
        && inFlight + frame <= Math.max(frame, controller.windowBytes());
  }

  @Override
  public boolean fill(Packet into, long nowPs) {
    UetPacket packet = (UetPacket) into;
    long window = controller.windowBytes() / messageSettings.mtu();
    address(packet, entropy.next(sent.end(), window));
    boolean again = fillNext(packet, nowPs);
    if (again) {
      packet.set(UetPacket.REPEATED);
      repeatBacklog -= packet.bytes;
    } else {
      backlog -= packet.payload + header;
    }
    inFlight += packet.bytes;
    bytesSinceAckRequest += packet.bytes;
    if (again
        || !flows.hasNew()
        || controller.creditBytes() <= packet.bytes
        || inFlight + packet.bytes >= controller.windowBytes()
        || isAckDue(packet.bytes)) {
      packet.set(Packet.ACK_REQUEST);
      bytesSinceAckRequest = 0;
    }
    return again;
  }

  /** Whether one packet more without an ACK would be more than its share of the window. */
  private boolean isAckDue(int bytes) {
    return ackShare > 0 && bytesSinceAckRequest + bytes > ackShare * controller.windowBytes();
  }

  @Override
  public final long inFlightBytes() {
    return inFlight;
  }

  /** The packet just filled in has been counted by the controller: asks for more credit. */
  final void request(UetPacket packet) {
    if (credits) {
      packet.creditBytes = controller.requestBytes(backlog + repeatBacklog);
    }
  }

  // --- answers ----------------------------------------------------------------------------------

  /** Takes an ACK. */
  abstract void acknowledged(UetPacket ack, long nowPs);

  /** Something was heard of the receiver. */
  final void onReceived() {
    timeoutsInARow = 0;
    requestsAnswered();
  }

  /** Credit has come, or word that there is none for now. */
  final void credited(long upToBytes, long nowPs) {
    controller.credited(nowPs, upToBytes);
    requestsAnswered();
  }

  private void requestsAnswered() {
    awaitsCredit = false;
    unansweredRequests = 0;
  }

  /** So many bytes have left the network. */
  final void arrivedBytes(long bytes) {
    inFlight -= bytes;
  }

  /** All packets before one have arrived; what waited to be sent again need not be. */
  final void arrivedBefore(long sequence) {
    spare(sent.arrivedBefore(sequence));
  }

  final void arrived(long sequence) {
    spare(sent.arrived(sequence));
  }

  /** What had been taken off what is in flight is counted as arrived, too. */
  private void spare(int bytes) {
    inFlight += bytes;
    repeatBacklog -= bytes;
  }

  /** Tells entropy and congestion control what an ACK says. */
  final void reportAck(long bytes, UetPacket ack, long rttPs, long nowPs) {
    boolean marked = ack.has(Packet.CE);
    entropy.onFeedback(
        ack.value, marked ? EntropySource.Verdict.MARKED : EntropySource.Verdict.GOOD, nowPs);
    feedback.clear();
    feedback.ackedBytes = bytes;
    feedback.markedBytes = marked ? Math.max(1, bytes) : 0;
    feedback.rttPs = rttPs;
    feedback.inFlightBytes = inFlight;
    reportProgress(feedback);
    controller.acknowledged(nowPs, feedback);
  }

  /** A sample is good where it is clear which sending of the packet arrived. */
  final long roundTrip(UetPacket ack, long nowPs) {
    long sequence = sequence(ack.ackedPacket);
    if (!sent.isInFlight(sequence)) {
      return Feedback.NONE;
    }
    int expected = ack.has(UetPacket.REPEATED) ? 1 : 0;
    return sent.repeats(sequence) == expected ? nowPs - sent.sentPs(sequence) : Feedback.NONE;
  }

  /** Takes a NACK: the packet is sent again. */
  void onNack(UetPacket nack, long nowPs) {
    long sequence = sequence(nack.psn);
    if (sent.isInFlight(sequence)) { // else an ACK overtook it
      onNack(sequence, nack, nowPs - sent.sentPs(sequence), nowPs);
    }
  }

  /**
   * A packet in flight was refused.
   *
   * @param rttPs from sending it to the NACK; {@link Feedback#NONE} where that is not known
   */
  final void onNack(long sequence, UetPacket nack, long rttPs, long nowPs) {
    onReceived();
    int bytes = sent.bytes(sequence);
    boolean lastHop = nack.has(UetPacket.LAST_HOP);
    feedback.clear();
    feedback.missingBytes = bytes;
    feedback.rttPs = rttPs;
    feedback.lastHop = lastHop;
    feedback.inFlightBytes = inFlight;
    reportProgress(feedback);
    controller.refused(nowPs, feedback);
    miss(sequence, bytes);
    entropy.onFeedback(nack.value, verdict(nack, lastHop), nowPs);
  }

  /** All ways meet at the last switch: a value is not to blame for it. */
  private static EntropySource.Verdict verdict(UetPacket nack, boolean lastHop) {
    if (!lastHop) {
      return EntropySource.Verdict.TRIMMED;
    }
    return nack.has(Packet.CE) ? EntropySource.Verdict.MARKED : EntropySource.Verdict.GOOD;
  }

  final void miss(long sequence, int bytes) {
    sent.miss(sequence);
    inFlight -= bytes;
    repeatBacklog += bytes;
  }

  // --- the timeout ------------------------------------------------------------------------------

  /**
   * When the packet sent longest ago is given up, or, if none is in flight, credit asked for once
   * more, or a packet given up again that its host has held up since; {@code Long.MAX_VALUE} where
   * none of these is waited for.
   */
  @Override
  public final long deadlinePs() {
    if (!failure().isEmpty()) {
      return Long.MAX_VALUE;
    }
    long waitsFor = sent.oldest();
    if (waitsFor >= 0) {
      return sent.sentPs(waitsFor) + timeoutPs;
    }
    if (isStarved()) {
      return nextFrame() > 0 ? Math.max(requestedPs, lastSendPs) + timeoutPs : Long.MAX_VALUE;
    }
    return isWaitingForHost() ? Math.max(gaveUpPs, hostSentPs) + timeoutPs : Long.MAX_VALUE;
  }

  /**
   * Whether it waits for its host to send the first packet again, and counts how long: where the
   * host sends others meanwhile it only waits for its turn.
   */
  private boolean isWaitingForHost() {
    return settings.hasRetryLimit() && sent.anyMissing() && sent.firstMissing() == sent.first();
  }

  private boolean isStarved() {
    return credits && controller.creditBytes() <= 0;
  }

  @Override
  public final void timeOut(long nowPs) {
    long waitsFor = sent.oldest();
    if (waitsFor >= 0) {
      giveUp(waitsFor, nowPs);
    } else if (!isStarved()) {
      gaveUpPs = nowPs;
      timeoutsInARow++;
      countSilence(sent.first());
    }
    if (isStarved() && (waitsFor < 0 || nowPs - requestedPs >= settings.roundTripPs())) {
      if (awaitsCredit && nowPs - requestedPs >= timeoutPs) {
        countVainRequest();
      }
      requestDue = failure().isEmpty();
      awaitsCredit = true;
      requestedPs = nowPs;
    }
  }

  /**
   * A request that is not answered is as a packet that is not acknowledged: in uet-htsim it has a
   * number and a timeout like one ({@code UecSrc::sendRTS}).
   */
  private void countVainRequest() {
    unansweredRequests++;
    if (unansweredRequests > settings.retries().most()) {
      fail(
          "context closed: %s for credit without a response"
              .formatted(CountedNoun.of(unansweredRequests, "request")));
    }
  }

  void giveUp(long sequence, long nowPs) {
    gaveUpPs = nowPs;
    timeoutsInARow++;
    if (sequence == sent.first()) {
      countSilence(sequence);
    }
    int bytes = sent.bytes(sequence);
    entropy.onFeedback(0, EntropySource.Verdict.TIMED_OUT, nowPs);
    miss(sequence, bytes);
    feedback.clear();
    feedback.missingBytes = bytes;
    feedback.inFlightBytes = inFlight;
    reportProgress(feedback);
    controller.timedOut(nowPs, feedback);
  }

  /** Of others nothing need be counted: if one never arrives it will be the first. */
  private void countSilence(long first) {
    timeoutsOfPacket = first == timedOutPacket ? timeoutsOfPacket + 1 : 1;
    timedOutPacket = first;
    if (timeoutsOfPacket > settings.retries().most()) {
      fail(
          "context closed: %s of one packet without a response"
              .formatted(CountedNoun.of(timeoutsOfPacket, "timeout")));
    }
  }

  /** Whether to ask for credit with a packet of its own, since nothing can be sent; once. */
  final boolean takeRequest() {
    boolean due = requestDue;
    requestDue = false;
    return due;
  }

  /** Fills in a request for credit. */
  final void fillRequest(UetPacket packet) {
    packet.type = UetPacket.CREDIT_REQUEST;
    packet.priority = (byte) messageSettings.ackClass();
    packet.bytes = (short) messageSettings.framing().ack();
    packet.payload = 0;
    PostedFlows.Posted oldest = flows.oldest();
    packet.flow = oldest == null ? -1 : oldest.flow;
    packet.follow(route(), entropy.next(sent.end(), 0));
    packet.creditBytes = controller.requestBytes(backlog + repeatBacklog);
  }
}
