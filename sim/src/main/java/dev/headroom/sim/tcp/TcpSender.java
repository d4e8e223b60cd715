package dev.headroom.sim.tcp;

import dev.headroom.congestion.Controller;
import dev.headroom.congestion.Feedback;
import dev.headroom.congestion.Signal;
import dev.headroom.sim.host.PacketSender;
import dev.headroom.sim.packet.FlowTuple;
import dev.headroom.sim.packet.Packet;
import dev.headroom.sim.packet.TcpPacket;
import org.jspecify.annotations.Nullable;

/**
 * Sending end of a TCP connection: what it may send, and its reaction to an ACK or an expired
 * deadline. A segment carries bytes of one flow of its {@link OutgoingStream}, as where each is one
 * write and Nagle's algorithm is off.
 *
 * <p>Losses are found by {@link SegmentsInFlight}; what is lost is sent again before anything new,
 * the first of it at once, the rest as the window allows (RFC 6675). Where the end of a flight is
 * lost a {@link TailLossProbe} finds out; the {@link RetransmissionTimeout} is the last resort.
 */
public final class TcpSender extends PacketSender {
  private final byte type;
  private final StreamLayout layout;
  private final long receiveBufferBytes;

  /** The flows of the connection. */
  final OutgoingStream stream;

  private final SegmentScoreboard sent = new SegmentScoreboard();
  private final RetransmissionTimeout timeout;
  private final @Nullable DeliveryRate rate;
  private final Feedback feedback = new Feedback(0);
  private final TcpHandshake handshake;
  private final SegmentsInFlight segmentsInFlight;
  private final TailLossProbe probe;
  private final TcpLossRecovery recovery = new TcpLossRecovery();
  private final SegmentWriter writer;

  private long windowUpTo;

  /** The first lost segment may leave whatever the window. */
  private boolean forced;

  /** The window was full when so much had been sent. */
  private long windowFullAt = -1;

  /** When the retransmission timeout is due; Long.MAX_VALUE where nothing is waited for. */
  private long timeoutAtPs = Long.MAX_VALUE;

  /** Its application, where that costs CPU. */
  KernelStack.@Nullable Writing writing;

  /** When the event that looks at the deadline is due; kept by the NIC. */
  public long lookAtPs = Long.MAX_VALUE;

  private int timeouts;

  /** Questions to a closed window that had no answer. */
  private int unansweredWindowProbes;

  public TcpSender(FlowTuple route, TcpSettings settings, Controller controller) {
    this(route, settings, controller, Packet.DATA);
  }

  /**
   * @param type of its segments: {@link Packet#DATA}, or {@link Packet#READ_REQUEST}
   */
  TcpSender(FlowTuple route, TcpSettings settings, Controller controller, int type) {
    super(route, controller, settings.layout().around());
    this.type = (byte) type;
    layout = settings.layout();
    receiveBufferBytes = settings.receiving().bufferBytes();
    stream = new OutgoingStream(layout);
    timeout = new RetransmissionTimeout(settings.retries().leastTimeoutPs());
    rate = controller.watches().contains(Signal.DELIVERY_RATE) ? new DeliveryRate() : null;
    handshake = new TcpHandshake(layout, settings.handshake());
    segmentsInFlight = new SegmentsInFlight(sent, timeout, rate, feedback);
    probe = new TailLossProbe(settings);
    writer = new SegmentWriter(route, settings, stream, sent);
    windowUpTo = receiveBufferBytes;
  }

  // --- flows ------------------------------------------------------------------------------------

  /**
   * The next flow that has been completed, oldest first, or null: all of it is acknowledged, and
   * the window tells that the application has read it.
   */
  public OutgoingStream.@Nullable Outgoing takeCompleted() {
    long readUpTo = windowUpTo - receiveBufferBytes;
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

  /** Bytes of the stream on their way, neither acknowledged nor given up. */
  long inFlightBytes() {
    return sent.inFlightBytes();
  }

  /** Whether it asks for data that the other end sends. */
  boolean isReadRequester() {
    return type == Packet.READ_REQUEST;
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
    return handshake.isOpen();
  }

  /** Bytes written and not acknowledged. */
  public long buffered() {
    return stream.writtenUpTo() - sent.firstByte();
  }

  // --- opening ----------------------------------------------------------------------------------

  /** Whether a first packet of the handshake is due now; it is made by {@link #fillOpening}. */
  public boolean mustOpen() {
    return handshake.isClosed() && !isDone();
  }

  /** Makes the packet that opens the connection, or goes on opening it; again after a timeout. */
  public void fillOpening(TcpPacket packet, long nowPs) {
    handshake.fill(packet, nowPs);
    writer.address(packet);
    timeoutAtPs = nowPs + timeout.ps();
  }

  /** Makes the third packet of the handshake. */
  public void fillHandshakeAck(TcpPacket packet) {
    writer.bare(packet, (byte) TcpPacket.HANDSHAKE_ACK);
  }

  /**
   * The peer answered a packet of the handshake. Returns whether another one is due: the MPA
   * request of iWARP.
   */
  public boolean accepted(TcpPacket answer, long nowPs) {
    if (!handshake.accept(answer)) {
      return false;
    }
    if (timeout.doublings() == 0) {
      timeout.sample(nowPs - handshake.leftPs());
    }
    timeoutAtPs = Long.MAX_VALUE;
    return !handshake.isOpen();
  }

  // --- sending ----------------------------------------------------------------------------------

  @Override
  public boolean canSend(long nowPs) {
    int length = nextLength();
    return length > 0
        && handshake.isOpen()
        && (forced
            || probe.isWanted()
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
    boolean last = fresh == 0 && probe.isWanted() && sent.end() > sent.first();
    return last ? sent.length(sent.end() - 1) : fresh;
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
    packet.type = type;
    writer.address(packet);
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
    writer.data(packet, segment, again);
    if (rate != null) {
      rate.sent(segment, sent.capacity(), nothingInFlight, nowPs);
    }
    noteLimits();
    afterSending(again, nowPs);
    return again;
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
    if (probe.isWanted()) {
      probe.sent(sent.endByte(), again);
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

  private void armProbe(long nowPs) {
    if (recovery.isUnderWay()) {
      probe.disarm();
    } else {
      probe.arm(sent, timeout, timeoutAtPs, nowPs);
    }
  }

  // --- answers ----------------------------------------------------------------------------------

  /** Takes an ACK. */
  public void acknowledged(TcpPacket ack, long nowPs) {
    windowUpTo = Math.max(windowUpTo, ack.windowUpTo);
    feedback.clear();
    boolean limited = sent.firstByte() < windowFullAt;
    unansweredWindowProbes = 0;
    boolean progress = segmentsInFlight.take(ack, nowPs);
    long missing = segmentsInFlight.giveUpOvertaken(recovery.isUnderWay(), nowPs);
    if (ack.has(Packet.CE)) {
      feedback.markedBytes = Math.max(1, feedback.ackedBytes);
    }
    feedback.appLimited = !limited;
    segmentsInFlight.report(nowPs);
    reportToController(missing, ack.has(TcpPacket.DUPLICATE), nowPs);
    if (progress) {
      boolean done = sent.first() == sent.end();
      timeoutAtPs = done ? Long.MAX_VALUE : nowPs + timeout.ps();
      if (done) {
        probe.withdraw();
      }
      armProbe(nowPs);
    } else if (sent.selected() > 0) {
      probe.disarm();
    }
  }

  private void reportToController(long missing, boolean duplicate, long nowPs) {
    feedback.ackedUpTo = sent.firstByte();
    feedback.sentUpTo = sent.endByte();
    feedback.inFlightBytes = sent.inFlightBytes();
    boolean over = recovery.endsAt(sent.firstByte());
    if (over) {
      segmentsInFlight.recovered();
      controller.acknowledged(nowPs, feedback);
    }
    if (missing > 0) {
      lost(missing, nowPs);
    } else if (probe.repaired(sent.firstByte(), duplicate)) {
      feedback.missingBytes = layout.segment();
      controller.lost(nowPs, feedback);
      feedback.missingBytes = 0;
    }
    if (!over) {
      controller.acknowledged(nowPs, feedback);
    }
  }

  private void lost(long missing, long nowPs) {
    forced |= recovery.begin(sent.endByte());
    probe.disarm();
    if (!recovery.isAfterTimeout()) {
      feedback.missingBytes = missing;
      controller.lost(nowPs, feedback);
      feedback.missingBytes = 0;
    }
  }

  // --- deadlines --------------------------------------------------------------------------------

  /** When something has to be done unless an ACK comes; {@code Long.MAX_VALUE} if never. */
  public long deadlinePs() {
    return Math.min(timeoutAtPs, Math.min(probe.atPs(), segmentsInFlight.reorderAtPs()));
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
    if (segmentsInFlight.reorderAtPs() <= nowPs) {
      feedback.clear();
      long missing = segmentsInFlight.giveUpOvertaken(recovery.isUnderWay(), nowPs);
      if (missing > 0) {
        noteFlight();
        lost(missing, nowPs);
      }
      return Due.DATA;
    }
    if (probe.atPs() <= nowPs) {
      probe.expire();
      timeoutAtPs = nowPs + timeout.ps();
      return Due.DATA;
    }
    return timeoutAtPs <= nowPs ? timeOut(nowPs) : Due.DATA;
  }

  private Due timeOut(long nowPs) {
    if (handshake.isOpen() && sent.first() == sent.end()) {
      timeoutAtPs = Long.MAX_VALUE;
      if (!isWindowClosed()) {
        return Due.DATA;
      }
      unansweredWindowProbes++;
      awaitWindow(nowPs);
      return Due.WINDOW;
    }
    timeout.backOff();
    timeouts++;
    timeoutAtPs = nowPs + timeout.ps();
    probe.disarm();
    if (!handshake.isOpen()) {
      return Due.OPENING;
    }
    probe.abandon();
    recovery.timedOut(sent.endByte());
    long missing = segmentsInFlight.giveUpOld(nowPs);
    feedback.clear();
    noteFlight();
    feedback.missingBytes = missing;
    controller.timedOut(nowPs, feedback);
    forced = true;
    return Due.DATA;
  }

  /** Notes for the controller, where no ACK came, how far sending has got. */
  private void noteFlight() {
    feedback.ackedUpTo = sent.firstByte();
    feedback.sentUpTo = sent.endByte();
    feedback.inFlightBytes = sent.inFlightBytes();
    feedback.deliveredBytes = rate == null ? 0 : rate.delivered();
  }

  /** Makes a question to a receiver whose window is closed. */
  public void fillWindowProbe(TcpPacket packet) {
    writer.bare(packet, (byte) TcpPacket.WINDOW_PROBE);
  }

  /**
   * Whether it can only wait for the application at the other end to read, so that the window opens
   * or its flow is complete: with nothing in flight no ACK is on its way that would tell.
   */
  public boolean isWindowClosed() {
    if (!handshake.isOpen() || isDone() || sent.first() < sent.end()) {
      return false;
    }
    long end = sent.endByte() + stream.nextLength();
    return stream.isCut() || (end <= stream.writtenUpTo() && end > windowUpTo);
  }

  /** Waits for the window to open, twice as long after every question that had no answer. */
  public void awaitWindow(long nowPs) {
    if (timeoutAtPs == Long.MAX_VALUE) {
      timeoutAtPs = nowPs + (timeout.ps() << Math.min(unansweredWindowProbes, 10));
    }
  }
}
