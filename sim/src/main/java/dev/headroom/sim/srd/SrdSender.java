package dev.headroom.sim.srd;

import dev.headroom.congestion.Controller;
import dev.headroom.congestion.Feedback;
import dev.headroom.sim.delivery.PacketDeliverySender;
import dev.headroom.sim.packet.FlowTuple;
import dev.headroom.sim.packet.Packet;
import dev.headroom.sim.packet.SrdPacket;

/**
 * Sending end of a connection: each packet takes its own path, at the connection's rate and within
 * its limit on bytes in flight. A packet goes again, another way, when one has arrived that was
 * sent after it the same way, or when nothing is heard of it for some round trips. To SRD's own
 * control that is no sign of congestion, nor are marks.
 */
final class SrdSender extends PacketDeliverySender {
  private final SrdSettings settings;
  private final PathRtts pathRtts;
  private final SentByPath sentByPath;
  private final Feedback feedback = new Feedback(0);
  private long inFlight;
  private long smoothedRttPs;
  private boolean sampled;

  /** Frame bytes that the ACK being taken acknowledges. */
  private long acked;

  /**
   * @param key of the stream of random numbers for its ways
   */
  SrdSender(FlowTuple route, SrdSettings settings, Controller controller, long key) {
    super(route, controller, settings.messageSettings());
    this.settings = settings;
    pathRtts = new PathRtts(settings.pathCount(), settings.wayMemoryPs(), key);
    sentByPath = new SentByPath(settings.pathCount());
    smoothedRttPs = settings.roundTripPs();
  }

  @Override
  public boolean canSend(long nowPs) {
    int frame = nextFrame();
    return frame > 0 && inFlight + frame <= Math.max(frame, controller.windowBytes());
  }

  @Override
  public boolean fill(Packet into, long nowPs) {
    SrdPacket packet = (SrdPacket) into;
    packet.type = Packet.DATA;
    packet.priority = (byte) messageSettings.dataClass();
    packet.follow(route(), pathRtts.next(nowPs));
    boolean again = fillNext(packet, nowPs);
    packet.sentPs = nowPs;
    inFlight += packet.bytes;
    sentByPath.add(packet.way, sequence(packet.psn), nowPs);
    return again;
  }

  /** Takes an ACK. */
  void acknowledged(SrdPacket ack, long nowPs) {
    timeoutsInARow = 0;
    long rttPs = nowPs - ack.sentPs;
    smoothedRttPs = sampled ? smoothedRttPs + (rttPs - smoothedRttPs) / 8 : rttPs;
    sampled = true;
    pathRtts.onAck(ack.way, rttPs, nowPs);
    acked = 0;
    long upTo = sequence(ack.psn);
    for (long sequence = sent.first(); sequence < upTo; sequence++) {
      arrived(sequence);
    }
    sent.arrivedBefore(upTo);
    long base = sequence(ack.bitmapBase);
    for (long bits = ack.bitmap; bits != 0; bits &= bits - 1) {
      arrived(base + Long.numberOfTrailingZeros(bits));
    }
    long lost = takeLost(ack, nowPs);
    feedback.clear();
    feedback.ackedBytes = acked;
    feedback.markedBytes = ack.has(Packet.CE) ? acked : 0;
    feedback.rttPs = rttPs;
    feedback.inFlightBytes = inFlight;
    reportProgress(feedback);
    controller.acknowledged(nowPs, feedback);
    if (lost > 0) {
      feedback.clear();
      feedback.missingBytes = lost;
      feedback.inFlightBytes = inFlight;
      reportProgress(feedback);
      controller.lost(nowPs, feedback);
    }
  }

  @Override
  public long inFlightBytes() {
    return inFlight;
  }

  private void arrived(long sequence) {
    boolean wasInFlight = sent.isInFlight(sequence);
    if (wasInFlight || sent.isMissing(sequence)) {
      int bytes = sent.bytes(sequence);
      acked += bytes;
      inFlight -= wasInFlight ? bytes : 0;
      sent.arrived(sequence);
    }
  }

  /**
   * What went the way of this ACK's packet before it, and is not known to be there, is lost;
   * returns its bytes.
   */
  private long takeLost(SrdPacket ack, long nowPs) {
    long lost = 0;
    while (sentByPath.firstPs(ack.way) <= ack.sentPs) {
      long wentPs = sentByPath.firstPs(ack.way);
      long sequence = sentByPath.takeFirst(ack.way);
      if (sent.isInFlight(sequence) && sent.sentPs(sequence) == wentPs) {
        inFlight -= sent.bytes(sequence);
        lost += sent.bytes(sequence);
        sent.miss(sequence);
      }
    }
    if (lost > 0) {
      pathRtts.lost(ack.way, nowPs);
    }
    return lost;
  }

  @Override
  public long deadlinePs() {
    long oldest = sent.oldest();
    return oldest < 0 ? Long.MAX_VALUE : sent.sentPs(oldest) + timeoutPs();
  }

  private long timeoutPs() {
    return Math.max(settings.minTimeoutPs(), (long) (settings.timeoutScale() * smoothedRttPs));
  }

  @Override
  public void timeOut(long nowPs) {
    timeoutsInARow++;
    long sequence = sent.oldest();
    int bytes = sent.bytes(sequence);
    inFlight -= bytes;
    pathRtts.lost(sentByPath.wayOf(sequence, sent.sentPs(sequence)), nowPs);
    sent.miss(sequence);
    feedback.clear();
    feedback.missingBytes = bytes;
    feedback.inFlightBytes = inFlight;
    reportProgress(feedback);
    controller.timedOut(nowPs, feedback);
  }
}
