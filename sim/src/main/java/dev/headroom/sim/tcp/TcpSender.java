package dev.headroom.sim.tcp;

import dev.headroom.congestion.Controller;
import dev.headroom.congestion.Feedback;
import dev.headroom.congestion.Signal;
import dev.headroom.sim.fabric.Packet;
import dev.headroom.sim.fabric.Route;
import dev.headroom.sim.fabric.TcpPacket;
import dev.headroom.sim.host.Sender;
import org.jspecify.annotations.Nullable;

/**
 * The sending end of a TCP connection: its window, what is lost, and when to send it again. A
 * segment carries bytes of one flow of its {@link OutgoingStream}, as where each is one write and
 * Nagle's algorithm is off.
 *
 * <p>Losses are found by {@link Rack}; what is lost is sent again before anything new, the first of
 * it at once, the rest as the window allows (RFC 6675). Where the end of a flight is lost a probe
 * finds out (TLP, RFC 8985, section 7); the {@link RetransmissionTimeout} is the last resort.
 */
public final class TcpSender extends Sender {
  private enum Phase {
    CLOSED,
    SYN_SENT,
    MPA_SENT,
    OPEN
  }

  private final TcpSettings settings;
  private final StreamLayout layout;

  /** The flows of the connection. */
  final OutgoingStream stream;

  private final SentSegments sent = new SentSegments();
  private final RetransmissionTimeout timeout;
  private final Rack rack = new Rack();
  private final @Nullable DeliveryRate rate;
  private final Feedback feedback = new Feedback(0);
  private Phase phase;

  private long windowUpTo;
  private boolean recovering;
  private long recoversAt;

  /** The next segment may leave whatever the window: the first lost one, or a probe. */
  private boolean forced;

  private boolean probing;
  private long probedUpTo = -1;
  private boolean probeRepeated;

  /** The window was full when so much had been sent. */
  private long windowFullAt = -1;

  // Deadlines; Long.MAX_VALUE where nothing is waited for.
  private long timeoutAtPs = Long.MAX_VALUE;
  private long probeAtPs = Long.MAX_VALUE;
  private long reorderAtPs = Long.MAX_VALUE;

  /** Its application, where that costs CPU. */
  KernelStack.@Nullable Writing writing;

  /** When the event that looks at the deadline is due; kept by the NIC. */
  public long lookAtPs = Long.MAX_VALUE;

  private int timeouts;

  /** When the last packet of the handshake left. */
  private long openedPs;

  /** Questions to a closed window that had no answer. */
  private int questions;

  /** Recovering from a timeout: the window has been cut as far as it goes. */
  private boolean afterTimeout;

  public TcpSender(Route route, TcpSettings settings, Controller controller) {
    super(route, controller, settings.layout().around());
    this.settings = settings;
    layout = settings.layout();
    stream = new OutgoingStream(layout);
    timeout = new RetransmissionTimeout(settings.leastTimeoutPs());
    rate = controller.watches().contains(Signal.DELIVERY_RATE) ? new DeliveryRate() : null;
    phase = settings.handshake() ? Phase.CLOSED : Phase.OPEN;
    windowUpTo = settings.receiveBufferBytes();
  }

  // --- flows ------------------------------------------------------------------------------------

  /**
   * The next flow that has been completed, oldest first, or null: all of it is acknowledged, and
   * the window tells that the application has read it.
   */
  public OutgoingStream.@Nullable Outgoing takeCompleted() {
    long readUpTo = windowUpTo - settings.receiveBufferBytes();
    return stream.takeUpTo(Math.min(sent.firstByte(), readUpTo));
  }

  @Override
  public boolean isDone() {
    return stream.oldest() == null;
  }

  /** Payload of a flow that is known to have got there, all before it too. */
  public long acknowledgedBytes(OutgoingStream.Outgoing flow) {
    return stream.payloadUpTo(flow, sent.firstByte());
  }

  /** Timeouts of the connection so far. */
  public int timeouts() {
    return timeouts;
  }

  /** Timeouts since something was last heard. */
  public int timeoutsInARow() {
    return timeout.doublings();
  }

  /** Whether data may flow. */
  public boolean isOpen() {
    return phase == Phase.OPEN;
  }

  /** Bytes written and not acknowledged. */
  public long buffered() {
    return stream.writtenUpTo() - sent.firstByte();
  }

  // --- opening ----------------------------------------------------------------------------------

  /** Whether a first packet of the handshake is due now; it is made by {@link #fillOpening}. */
  public boolean mustOpen() {
    return phase == Phase.CLOSED && !isDone();
  }

  /** Makes the packet that opens the connection, or goes on opening it; again after a timeout. */
  public void fillOpening(TcpPacket packet, long nowPs) {
    if (phase == Phase.CLOSED) {
      phase = Phase.SYN_SENT;
    }
    boolean mpa = phase == Phase.MPA_SENT;
    packet.type = (byte) (mpa ? TcpPacket.MPA_REQUEST : TcpPacket.SYN);
    packet.bytes = (short) (mpa ? layout.mpaFrame() : layout.synFrame());
    address(packet);
    openedPs = nowPs;
    timeoutAtPs = nowPs + timeout.ps();
  }

  /** Makes the third packet of the handshake. */
  public void fillHandshakeAck(TcpPacket packet) {
    packet.type = TcpPacket.HANDSHAKE_ACK;
    packet.bytes = (short) layout.ackFrame(0);
    address(packet);
  }

  private void address(TcpPacket packet) {
    packet.priority = (byte) settings.dataClass();
    packet.follow(route());
    OutgoingStream.Outgoing oldest = stream.oldest();
    packet.flow = oldest == null ? -1 : oldest.flow;
    packet.payload = 0;
    packet.length = 0;
  }

  /**
   * The peer answered a packet of the handshake. Returns whether another one is due: the MPA
   * request of iWARP.
   */
  public boolean accepted(TcpPacket answer, long nowPs) {
    boolean mpa = answer.type == TcpPacket.MPA_REPLY;
    if (phase != (mpa ? Phase.MPA_SENT : Phase.SYN_SENT)) {
      return false;
    }
    if (timeout.doublings() == 0) {
      timeout.sample(nowPs - openedPs);
    }
    timeoutAtPs = Long.MAX_VALUE;
    phase = layout.isIwarp() && !mpa ? Phase.MPA_SENT : Phase.OPEN;
    return phase == Phase.MPA_SENT;
  }

  // --- sending ----------------------------------------------------------------------------------

  @Override
  public boolean canSend(long nowPs) {
    int length = nextLength();
    return length > 0
        && phase == Phase.OPEN
        && (forced
            || probing
            || sent.inFlightBytes() + length <= Math.max(length, controller.windowBytes()));
  }

  @Override
  public boolean hasMore() {
    return nextLength() > 0;
  }

  /** Bytes of the next segment; 0 if there is none to send, or no room for it at the receiver. */
  private int nextLength() {
    if (sent.anyLost()) {
      return sent.length(sent.firstLost());
    }
    int fresh = newLength();
    return fresh == 0 && probing && sent.end() > sent.first() ? sent.length(sent.end() - 1) : fresh;
  }

  private int newLength() {
    int length = stream.nextLength();
    long end = sent.endByte() + length;
    return end <= stream.writtenUpTo() && end <= windowUpTo ? length : 0;
  }

  @Override
  public boolean fill(Packet into, long nowPs) {
    TcpPacket packet = (TcpPacket) into;
    boolean nothingInFlight = sent.inFlightBytes() == 0;
    packet.type = Packet.DATA;
    address(packet);
    long segment;
    boolean again = true;
    if (sent.anyLost()) {
      segment = sent.firstLost();
      sent.repeat(segment, nowPs);
    } else if (newLength() > 0) {
      segment = sent.end();
      again = false;
      int payload = stream.cut(packet);
      sent.add(layout.streamBytes(payload), payload, nowPs);
    } else {
      segment = sent.end() - 1;
      sent.repeat(segment, nowPs);
    }
    describe(packet, segment);
    if (again) {
      stream.repeat(packet);
    }
    if (rate != null) {
      rate.sent(segment, sent.capacity(), nothingInFlight, nowPs);
    }
    noteLimits();
    afterSending(again, nowPs);
    return again;
  }

  private void describe(TcpPacket packet, long segment) {
    packet.sequence = sent.from(segment);
    packet.psn = (int) packet.sequence;
    packet.length = sent.length(segment);
    packet.payload = sent.payload(segment);
    packet.bytes = (short) layout.dataFrame(packet.length);
  }

  /** What stops the sender next: the window, or that there is nothing to send. */
  private void noteLimits() {
    if (newLength() == 0) {
      if (rate != null && !sent.anyLost() && !windowIsFull(layout.segment())) {
        rate.idle(sent.inFlightBytes());
      }
    } else if (windowIsFull(newLength())) {
      windowFullAt = sent.endByte();
    }
  }

  private boolean windowIsFull(int more) {
    return sent.inFlightBytes() + more > controller.windowBytes();
  }

  private void afterSending(boolean again, long nowPs) {
    if (probing) {
      probing = false;
      probedUpTo = sent.endByte();
      probeRepeated = again;
      timeoutAtPs = nowPs + timeout.ps();
    }
    forced = false;
    if (timeoutAtPs == Long.MAX_VALUE) {
      timeoutAtPs = nowPs + timeout.ps();
    }
    if (!again) {
      armProbe(nowPs);
    }
  }

  /** RFC 8985, section 7.2: two round trips, and more where an ACK may be delayed. */
  private void armProbe(long nowPs) {
    boolean may =
        settings.tailProbe()
            && probedUpTo < 0
            && !recovering
            && !sent.anyLost()
            && sent.selected() == 0
            && sent.inFlightBytes() > 0
            && timeout.smoothedPs() >= 0;
    if (!may) {
      probeAtPs = Long.MAX_VALUE;
      return;
    }
    boolean one = sent.end() - sent.first() == 1;
    long slackPs = one ? timeout.leastPs() : settings.probeSlackPs();
    probeAtPs = Math.min(nowPs + 2 * timeout.smoothedPs() + slackPs, timeoutAtPs);
  }

  // --- answers ----------------------------------------------------------------------------------

  /** Takes an ACK. */
  public void acknowledged(TcpPacket ack, long nowPs) {
    windowUpTo = Math.max(windowUpTo, ack.windowUpTo);
    feedback.clear();
    boolean limited = sent.firstByte() < windowFullAt;
    questions = 0;
    boolean progress = take(ack, nowPs);
    if (ack.has(TcpPacket.DUPLICATE)) {
      rack.duplicated(ack.ackUpTo, sent.endByte());
    }
    long missing = detectLosses(nowPs);
    if (ack.has(Packet.CE)) {
      feedback.markedBytes = Math.max(1, feedback.ackedBytes);
    }
    feedback.appLimited = !limited;
    if (rate != null) {
      rate.report(feedback, rack.leastRttPs(), nowPs);
    }
    tellController(missing, ack.has(TcpPacket.DUPLICATE), nowPs);
    if (progress) {
      boolean done = sent.first() == sent.end();
      timeoutAtPs = done ? Long.MAX_VALUE : nowPs + timeout.ps();
      probing &= !done;
      armProbe(nowPs);
    } else if (sent.selected() > 0) {
      probeAtPs = Long.MAX_VALUE;
    }
  }

  /** Notes what an ACK says has arrived; returns whether more of the stream is acknowledged. */
  private boolean take(TcpPacket ack, long nowPs) {
    long before = sent.first();
    long oldestPs = -1;
    long newestPs = -1;
    while (sent.first() < sent.end() && sent.to(sent.first()) <= ack.ackUpTo) {
      long segment = sent.first();
      if (!sent.isDelivered(segment)) {
        arrived(segment, nowPs);
        if (!sent.isRepeated(segment)) {
          oldestPs = oldestPs < 0 ? sent.sentPs(segment) : oldestPs;
          newestPs = sent.sentPs(segment);
        }
      }
      sent.passFirst();
    }
    int lowest = -1;
    for (int i = 0; i < ack.ranges; i++) {
      lowest = nextRange(ack, lowest);
      newestPs = Math.max(newestPs, takeRange(ack.rangeFrom(lowest), ack.rangeTo(lowest), nowPs));
    }
    if (oldestPs >= 0) {
      timeout.sample(nowPs - oldestPs);
    }
    feedback.rttPs = newestPs < 0 ? Feedback.NONE : nowPs - newestPs;
    return sent.first() > before;
  }

  /** The range of an ACK that begins next after another of it, so that all are taken in order. */
  private static int nextRange(TcpPacket ack, int after) {
    int next = -1;
    for (int i = 0; i < ack.ranges; i++) {
      boolean later = after < 0 || ack.rangeFrom(i) > ack.rangeFrom(after);
      if (later && (next < 0 || ack.rangeFrom(i) < ack.rangeFrom(next))) {
        next = i;
      }
    }
    return next;
  }

  /** Returns when the last segment was sent that is news and was sent once, or -1. */
  private long takeRange(long from, long to, long nowPs) {
    if (from < sent.firstByte()) {
      return -1; // an ACK that was overtaken
    }
    long newestPs = -1;
    long segment = sent.nextUndelivered(sent.segmentOf(from));
    while (segment < sent.end() && sent.to(segment) <= to) {
      arrived(segment, nowPs);
      if (!sent.isRepeated(segment)) {
        newestPs = sent.sentPs(segment);
      }
      sent.select(segment);
      segment = sent.nextUndelivered(segment);
    }
    return newestPs;
  }

  private void arrived(long segment, long nowPs) {
    feedback.ackedBytes += sent.length(segment);
    rack.arrived(sent.sentPs(segment), sent.to(segment), sent.isRepeated(segment), nowPs);
    if (rate != null) {
      rate.arrived(segment, sent.length(segment), sent.sentPs(segment), nowPs);
    }
  }

  /** Gives up segments that were sent before some that have arrived; returns their bytes. */
  private long detectLosses(long nowPs) {
    reorderAtPs = Long.MAX_VALUE;
    long missing = 0;
    long segment = sent.oldest();
    while (segment >= 0 && rack.precedes(sent.sentPs(segment), sent.to(segment))) {
      long lostAtPs =
          sent.sentPs(segment) + rack.patiencePs(recovering, sent.selected(), timeout.smoothedPs());
      if (lostAtPs > nowPs) {
        reorderAtPs = lostAtPs;
        break;
      }
      missing += sent.length(segment);
      sent.lose(segment);
      segment = sent.oldest();
    }
    return missing;
  }

  private void tellController(long missing, boolean duplicate, long nowPs) {
    feedback.ackedUpTo = sent.firstByte();
    feedback.sentUpTo = sent.endByte();
    feedback.inFlightBytes = sent.inFlightBytes();
    boolean over = recovering && sent.firstByte() >= recoversAt;
    if (over) {
      recovering = false;
      afterTimeout = false;
      rack.recovered();
      controller.acknowledged(nowPs, feedback);
    }
    if (missing > 0) {
      lost(missing, nowPs);
    } else if (probeRepaired(duplicate)) {
      feedback.missingBytes = layout.segment();
      controller.lost(nowPs, feedback);
      feedback.missingBytes = 0;
    }
    if (!over) {
      controller.acknowledged(nowPs, feedback);
    }
  }

  private void lost(long missing, long nowPs) {
    if (!recovering) {
      recovering = true;
      recoversAt = sent.endByte();
      forced = true;
    }
    probeAtPs = Long.MAX_VALUE;
    if (!afterTimeout) {
      feedback.missingBytes = missing;
      controller.lost(nowPs, feedback);
      feedback.missingBytes = 0;
    }
  }

  /**
   * Whether a probe that was a repetition has been acknowledged, and was needed: then what it
   * repeated was lost, and the window has to shrink (RFC 8985, section 7.4).
   */
  private boolean probeRepaired(boolean duplicate) {
    if (probedUpTo < 0 || sent.firstByte() < probedUpTo) {
      return false;
    }
    probedUpTo = -1;
    return probeRepeated && !duplicate;
  }

  // --- deadlines --------------------------------------------------------------------------------

  /** When something has to be done unless an ACK comes; {@code Long.MAX_VALUE} if never. */
  public long deadlinePs() {
    return Math.min(timeoutAtPs, Math.min(probeAtPs, reorderAtPs));
  }

  /** What has become due. */
  public enum Due {
    /** Nothing that needs a packet other than data. */
    DATA,
    /** The packet that opens the connection has to be sent again. */
    OPENING,
    /** The receiver's window is closed: ask whether it still is. */
    WINDOW
  }

  /** A deadline has passed. */
  public Due expire(long nowPs) {
    if (reorderAtPs <= nowPs) {
      feedback.clear();
      feedback.ackedUpTo = sent.firstByte();
      long missing = detectLosses(nowPs);
      if (missing > 0) {
        feedback.sentUpTo = sent.endByte();
        feedback.inFlightBytes = sent.inFlightBytes();
        feedback.deliveredBytes = rate == null ? 0 : rate.delivered();
        lost(missing, nowPs);
      }
      return Due.DATA;
    }
    if (probeAtPs <= nowPs) {
      probeAtPs = Long.MAX_VALUE;
      probing = true;
      timeoutAtPs = nowPs + timeout.ps();
      return Due.DATA;
    }
    return timeoutAtPs <= nowPs ? timeOut(nowPs) : Due.DATA;
  }

  private Due timeOut(long nowPs) {
    if (phase == Phase.OPEN && sent.first() == sent.end()) {
      timeoutAtPs = Long.MAX_VALUE;
      if (!isShutOut()) {
        return Due.DATA;
      }
      questions++;
      awaitWindow(nowPs);
      return Due.WINDOW;
    }
    timeout.back();
    timeouts++;
    timeoutAtPs = nowPs + timeout.ps();
    probeAtPs = Long.MAX_VALUE;
    if (phase != Phase.OPEN) {
      return Due.OPENING;
    }
    probing = false;
    probedUpTo = -1;
    afterTimeout = true;
    recovering = true;
    recoversAt = sent.endByte();
    long missing = loseOld(nowPs);
    feedback.clear();
    feedback.ackedUpTo = sent.firstByte();
    feedback.sentUpTo = sent.endByte();
    feedback.missingBytes = missing;
    feedback.inFlightBytes = sent.inFlightBytes();
    feedback.deliveredBytes = rate == null ? 0 : rate.delivered();
    controller.timedOut(nowPs, feedback);
    forced = true;
    return Due.DATA;
  }

  /** RFC 8985, section 6.3: the first segment, and all sent a round trip and a window ago. */
  private long loseOld(long nowPs) {
    long missing = 0;
    if (sent.isInFlight(sent.first())) {
      missing += sent.length(sent.first());
      sent.lose(sent.first());
    }
    long patiencePs = rack.patiencePs(true, sent.selected(), timeout.smoothedPs());
    long segment = sent.oldest();
    while (segment >= 0 && sent.sentPs(segment) + patiencePs <= nowPs) {
      missing += sent.length(segment);
      sent.lose(segment);
      segment = sent.oldest();
    }
    return missing;
  }

  /** Makes a question to a receiver whose window is closed. */
  public void fillWindowProbe(TcpPacket packet) {
    packet.type = TcpPacket.WINDOW_PROBE;
    packet.bytes = (short) layout.ackFrame(0);
    address(packet);
  }

  /**
   * Whether it can only wait for the application at the other end to read, so that the window opens
   * or its flow is complete: with nothing in flight no ACK is on its way that would tell.
   */
  public boolean isShutOut() {
    if (phase != Phase.OPEN || isDone() || sent.first() < sent.end()) {
      return false;
    }
    long end = sent.endByte() + stream.nextLength();
    return stream.isCut() || (end <= stream.writtenUpTo() && end > windowUpTo);
  }

  /** Waits for the window to open, twice as long after every question that had no answer. */
  public void awaitWindow(long nowPs) {
    if (timeoutAtPs == Long.MAX_VALUE) {
      timeoutAtPs = nowPs + (timeout.ps() << Math.min(questions, 10));
    }
  }
}
