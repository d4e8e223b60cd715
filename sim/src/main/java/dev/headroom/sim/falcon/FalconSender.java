package dev.headroom.sim.falcon;

import dev.headroom.congestion.Controller;
import dev.headroom.congestion.Feedback;
import dev.headroom.congestion.PlbRepathing;
import dev.headroom.congestion.UnpacedController;
import dev.headroom.congestion.roce.FalconSwift;
import dev.headroom.sim.delivery.PacketDeliverySender;
import dev.headroom.sim.delivery.PayloadSource;
import dev.headroom.sim.delivery.PostedFlows;
import dev.headroom.sim.kernel.Rng;
import dev.headroom.sim.packet.FalconPacket;
import dev.headroom.sim.packet.FlowTuple;
import dev.headroom.sim.packet.Packet;
import org.jspecify.annotations.Nullable;

/**
 * Sending end of a connection (Falcon 0.9, section 9.1), on one path at a time: that of the flow
 * label that its packets carry. New packets are numbered below the first that is not acknowledged
 * plus fcwnd, and no more than ncwnd are outstanding; what is sent again keeps to the same limits,
 * those sent again being counted apart (9.1.2). With PLB a timeout changes the way, too, as in
 * Linux: ACKs that do not come cannot tell of a dead one.
 *
 * <p>As it stands it pushes data; {@link PullRequestSender} and {@link PullDataSender} are the two
 * ends of what is read.
 */
class FalconSender extends PacketDeliverySender {
  /** Flow labels of IPv6 have 20 bits. */
  private static final int LABELS = 0xfffff;

  private final FalconSettings settings;
  private final FalconSettings.Acks acks;
  private final FalconSettings.Timeout timeout;
  private final LossDetector losses;
  private final @Nullable FalconSwift swift;
  private final @Nullable PlbRepathing pathChange;
  private final Feedback feedback = new Feedback(0);
  private final long labelKey;

  /** Bytes that a packet counts for in the windows, which count packets. */
  private final int unit;

  private int label;
  private long labelsDrawn;
  private long smoothedRttPs;
  private boolean sampled;
  private long lastReceivedPs;

  /** Packets sent and not acknowledged, and of them those on their way again. */
  private int outstanding;

  private int outstandingRepeats;
  private int sinceRequest;

  /** Packets acknowledged that the control has not been told of. */
  private int acked;

  /** Packets found missing that the control has not been told of. */
  private int missed;

  /** Of those acknowledged so far the ones that came with a mark. */
  private int marked;

  /**
   * @param labelKey of the stream of random numbers for its flow labels
   */
  FalconSender(FlowTuple route, FalconSettings settings, Controller controller, long labelKey) {
    this(
        route,
        settings,
        controller,
        labelKey,
        settings.fullFrame(),
        new PostedFlows(settings.messageSettings().mtu()));
  }

  /**
   * @param unit bytes of a full packet's frame
   */
  FalconSender(
      FlowTuple route,
      FalconSettings settings,
      Controller controller,
      long labelKey,
      int unit,
      PostedFlows flows) {
    this(route, settings, controller, labelKey, unit, flows, flows);
  }

  /**
   * @param pieces of which its packets are
   */
  FalconSender(
      FlowTuple route,
      FalconSettings settings,
      Controller controller,
      long labelKey,
      int unit,
      PostedFlows flows,
      PayloadSource pieces) {
    super(route, controller, settings.messageSettings(), flows, pieces);
    this.settings = settings;
    acks = settings.acks();
    timeout = settings.timeout();
    this.labelKey = labelKey;
    this.unit = unit;
    swift = swift(controller.itself());
    pathChange = settings.pathChange().map(PlbRepathing::new).orElse(null);
    losses =
        settings.rackTlp() ? new RackTlp(sent) : new GapLossDetector(sent, settings.reordering());
    smoothedRttPs = timeout.roundTripPs();
  }

  private static @Nullable FalconSwift swift(Controller control) {
    return switch (control) {
      case FalconSwift own -> own;
      case UnpacedController unpaced -> swift(unpaced.control());
      default -> null;
    };
  }

  // --- sending ----------------------------------------------------------------------------------

  @Override
  public boolean canSend(long nowPs) {
    if (nextFrame() == 0) {
      return false;
    }
    boolean again = sent.anyMissing();
    long sequence = again ? sent.firstMissing() : sent.end();
    return sequence - sent.first() < windowPackets()
        && (again ? outstandingRepeats : outstanding) < nicPackets();
  }

  /** Each packet counts as a full one, as in its windows. */
  @Override
  public long inFlightBytes() {
    return (long) outstanding * unit;
  }

  /** fcwnd, whole, at least 1; with other controls, or none, no more than the receiver takes. */
  private long windowPackets() {
    long packets = Math.max(1, controller.windowBytes() / unit);
    return swift == null ? Math.min(receiveWindow(), packets) : packets;
  }

  /** Packets that the receiver takes from the first missing one on. */
  int receiveWindow() {
    return settings.receiveWindow();
  }

  /** ncwnd: packets that begin something at the other end. */
  int nicPackets() {
    return swift == null ? Integer.MAX_VALUE : swift.nicPackets();
  }

  /** What its packets are. */
  int type() {
    return Packet.DATA;
  }

  @Override
  public boolean fill(Packet packet, long nowPs) {
    packet.type = (byte) type();
    packet.priority = (byte) messageSettings.dataClass();
    packet.follow(route(), label);
    boolean again = fillNext(packet, nowPs);
    if (again) {
      outstandingRepeats++;
    } else {
      outstanding++;
    }
    if (++sinceRequest >= acks.every() || nextFrame() == 0 || windowPackets() <= acks.window()) {
      sinceRequest = 0;
      packet.set(Packet.ACK_REQUEST);
    }
    return again;
  }

  // --- ACKs -------------------------------------------------------------------------------------

  /** Takes an ACK. */
  void acknowledged(FalconPacket ack, long nowPs) {
    timeoutsInARow = 0;
    long upTo = sequence(ack.psn);
    if (upTo < sent.first()) {
      return; // overtaken
    }
    lastReceivedPs = nowPs;
    double windowBefore = Math.min(windowPackets(), nicPackets());
    long rttPs = nowPs - ack.sentPs;
    smooth(rttPs);
    takeArrived(ack, upTo, nowPs);
    report(ack, rttPs, nowPs);
    boolean lost = losses.search(this, nowPs);
    if (ack.has(FalconPacket.OUT_OF_WINDOW)) {
      lost |= sendAgainOld(nowPs);
    }
    if (lost) {
      reportLoss(nowPs);
    }
    if (pathChange != null
        && swift != null
        && pathChange.acknowledged(acked, windowBefore, swift.delayPs(), swift.targetPs())) {
      changePath();
    }
    acked = 0;
  }

  /**
   * Takes what a packet of the other window says beside what it is for (9.1.6): the first one not
   * received. The control hears of it with the next ACK, which has times.
   */
  void onPiggybackedAck(int first, long nowPs) {
    long upTo = sequence(first);
    if (upTo > sent.first()) {
      timeoutsInARow = 0;
      lastReceivedPs = nowPs;
      for (long sequence = sent.first(); sequence < upTo; sequence++) {
        arrived(sequence, nowPs);
      }
      sent.arrivedBefore(upTo);
      if (losses.search(this, nowPs)) {
        reportLoss(nowPs);
      }
    }
  }

  private void changePath() {
    label = (int) Rng.bits(labelKey, labelsDrawn++) & LABELS;
  }

  private void smooth(long rttPs) {
    smoothedRttPs = sampled ? smoothedRttPs + (rttPs - smoothedRttPs) / 8 : rttPs;
    sampled = true;
  }

  private void takeArrived(FalconPacket ack, long upTo, long nowPs) {
    for (long sequence = sent.first(); sequence < upTo; sequence++) {
      arrived(sequence, nowPs);
    }
    sent.arrivedBefore(upTo);
    for (long bits = ack.bitmapLow; bits != 0; bits &= bits - 1) {
      arrived(upTo + Long.numberOfTrailingZeros(bits), nowPs);
    }
    for (long bits = ack.bitmapHigh; bits != 0; bits &= bits - 1) {
      arrived(upTo + Long.SIZE + Long.numberOfTrailingZeros(bits), nowPs);
    }
  }

  private void arrived(long sequence, long nowPs) {
    boolean inFlight = sent.isInFlight(sequence);
    if (inFlight || sent.isMissing(sequence)) {
      acked++;
      outstanding--;
      boolean repeated = sent.repeats(sequence) > 0;
      if (inFlight) {
        outstandingRepeats -= repeated ? 1 : 0;
        losses.arrived(sequence, sent.sentPs(sequence), repeated, nowPs);
      }
      sent.arrived(sequence);
    }
  }

  /** Windows count packets: each is worth a full one. */
  private void report(FalconPacket ack, long rttPs, long nowPs) {
    feedback.clear();
    feedback.ackedBytes = (long) acked * unit;
    feedback.rttPs = rttPs;
    feedback.hostDelayPs = ack.heldPs;
    feedback.hops = ack.hops;
    feedback.markedBytes = (long) takeMarked(ack) * unit;
    reportWindow();
    controller.acknowledged(nowPs, feedback);
    if (swift != null) {
      swift.buffered(nowPs, ack.level);
    }
  }

  /**
   * Marks are counted as packets come, packets as they are acknowledged: some wait for the next.
   */
  private int takeMarked(FalconPacket ack) {
    int now = Math.clamp(ack.marked - marked, 0, acked);
    marked += now;
    return now;
  }

  private void reportWindow() {
    feedback.inFlightBytes = inFlightBytes();
    feedback.ackedUpTo = sent.first() * unit;
    feedback.sentUpTo = sent.end() * unit;
  }

  // --- losses -----------------------------------------------------------------------------------

  /** A packet in flight is sent again. */
  void miss(long sequence) {
    missed++;
    outstandingRepeats -= sent.repeats(sequence) > 0 ? 1 : 0;
    sent.miss(sequence);
  }

  long smoothedRttPs() {
    return smoothedRttPs;
  }

  /** When the receiver was last heard of, or something sent to it. */
  long lastActivityPs() {
    return Math.max(lastReceivedPs, lastSendPs);
  }

  /**
   * The receiver dropped what was beyond its window: what is not known to be there is sent again,
   * once a round trip (9.1.4, OWN heuristic).
   */
  private boolean sendAgainOld(long nowPs) {
    boolean any = false;
    for (long sequence = sent.first(); sequence < sent.end(); sequence++) {
      if (sent.isInFlight(sequence) && nowPs - sent.sentPs(sequence) > smoothedRttPs) {
        miss(sequence);
        any = true;
      }
    }
    return any;
  }

  private void reportLoss(long nowPs) {
    fillMissed();
    controller.lost(nowPs, feedback);
  }

  private void fillMissed() {
    feedback.clear();
    feedback.missingBytes = (long) missed * unit;
    missed = 0;
    reportWindow();
  }

  @Override
  public long deadlinePs() {
    long oldest = sent.oldest();
    return oldest < 0
        ? Long.MAX_VALUE
        : Math.min(sent.sentPs(oldest) + timeoutPs(), losses.deadlinePs(this));
  }

  private long timeoutPs() {
    return timeout.afterPs(smoothedRttPs);
  }

  @Override
  public void timeOut(long nowPs) {
    if (losses.deadlinePs(this) <= nowPs) {
      if (losses.timeOut(this, nowPs)) {
        reportLoss(nowPs);
      }
      return;
    }
    timeoutsInARow++;
    miss(sent.oldest());
    if (pathChange != null) {
      changePath();
    }
    fillMissed();
    controller.timedOut(nowPs, feedback);
  }
}
