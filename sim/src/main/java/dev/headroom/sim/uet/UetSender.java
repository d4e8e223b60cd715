package dev.headroom.sim.uet;

import dev.headroom.congestion.Controller;
import dev.headroom.congestion.Feedback;
import dev.headroom.sim.fabric.Packet;
import dev.headroom.sim.fabric.Route;
import dev.headroom.sim.fabric.UetPacket;
import dev.headroom.sim.host.Sender;
import org.jspecify.annotations.Nullable;

/**
 * The sending end of a packet delivery context in mode RUD, reliable and unordered. Each packet has
 * an entropy value of its own, and so a way of its own; what is refused, or not heard of for too
 * long, is sent again before anything new. Every flow is one message.
 *
 * <p>Bytes in flight are counted in frames, and what an ACK says was received is taken off at once,
 * acknowledged by number or not (uet-htsim, {@code uec.cpp}). Sequence numbers never wrap here;
 * packets carry their low 32 bits.
 */
public final class UetSender extends Sender {
  private final UetSettings settings;
  private final EntropySource entropy;
  private final SentPackets sent = new SentPackets();
  private final Feedback feedback = new Feedback(0);

  private @Nullable Outgoing oldest;
  private @Nullable Outgoing newest;
  private @Nullable Outgoing sending;
  private long sendingLeft;
  private long posted;

  /** Bytes of frames that wait to be sent for the first time, and again. */
  private long backlog;

  private long repeatBacklog;

  private long inFlight;
  private long receivedBytes;

  /** Whether the event that looks at the deadline is on its way; kept by the NIC. */
  public boolean timerPending;

  /** When a request for credit was last due, and whether it still has to be sent. */
  private long requestedPs;

  private boolean requestDue;

  /** Packets given up since the last ACK or NACK. */
  private int timeoutsInARow;

  /**
   * @param key of the stream of random numbers for its entropy values
   */
  public UetSender(Route route, UetSettings settings, Controller controller, long key) {
    super(route, controller);
    this.settings = settings;
    entropy = settings.entropy(key);
  }

  // --- flows ------------------------------------------------------------------------------------

  /** A flow on its context, from posting to completion. */
  public static final class Outgoing {
    public final int flow;
    public final long bytes;
    private final long firstSequence;
    private final long endSequence;
    private int repeats;
    private @Nullable Outgoing next;

    private Outgoing(int flow, long bytes, long firstSequence, long endSequence) {
      this.flow = flow;
      this.bytes = bytes;
      this.firstSequence = firstSequence;
      this.endSequence = endSequence;
    }

    /** Packets of it that were sent again. */
    public int repeats() {
      return repeats;
    }

    /** The flow posted after this one. */
    public @Nullable Outgoing next() {
      return next;
    }
  }

  /** Appends a flow. */
  public void post(int flow, long bytes) {
    long packets = settings.packets(bytes);
    Outgoing added = new Outgoing(flow, bytes, posted, posted + packets);
    posted += packets;
    backlog += bytes + packets * settings.framing().dataHeader();
    if (newest == null) {
      oldest = added;
    } else {
      newest.next = added;
    }
    newest = added;
    if (sending == null) {
      begin(added);
    }
  }

  private void begin(@Nullable Outgoing flow) {
    sending = flow;
    sendingLeft = flow == null ? 0 : flow.bytes;
  }

  /** The next flow that has been completed, oldest first, or null. */
  public @Nullable Outgoing takeCompleted() {
    Outgoing flow = oldest;
    if (flow == null || flow.endSequence > sent.first()) {
      return null;
    }
    oldest = flow.next;
    if (oldest == null) {
      newest = null;
    }
    return flow;
  }

  /** The oldest flow that is not complete, or null. */
  public @Nullable Outgoing oldest() {
    return oldest;
  }

  @Override
  public boolean isDone() {
    return oldest == null;
  }

  /** Payload of a flow that is known to have got there, all before it too. */
  public long acknowledgedBytes(Outgoing flow) {
    long packets = Math.min(sent.first(), flow.endSequence) - flow.firstSequence;
    return Math.min(flow.bytes, Math.max(0, packets) * settings.mtu());
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
  public boolean hasMore() {
    return nextFrame() > 0;
  }

  /** Bytes of the next packet's frame; 0 if there is none to send. */
  private int nextFrame() {
    if (sent.anyMissing()) {
      return sent.bytes(sent.firstMissing());
    }
    return sending == null ? 0 : frame(Math.min(settings.mtu(), sendingLeft));
  }

  private int frame(long payload) {
    return settings.framing().dataFrame((int) payload, 0);
  }

  @Override
  public boolean fill(Packet into, long nowPs) {
    UetPacket packet = (UetPacket) into;
    packet.type = Packet.DATA;
    packet.priority = (byte) settings.dataClass();
    long window = controller.windowBytes() / settings.mtu();
    packet.follow(route(), entropy.next(sent.end(), window));
    boolean again = sent.anyMissing();
    if (again) {
      fillAgain(packet, nowPs);
    } else {
      fillNew(packet, nowPs);
    }
    inFlight += packet.bytes;
    packet.creditBytes = 0;
    if (again
        || sending == null
        || controller.creditBytes() <= packet.bytes
        || inFlight + packet.bytes >= controller.windowBytes()) {
      packet.set(Packet.ACK_REQUEST);
    }
    return again;
  }

  /** The packet just filled in has been counted by the controller: asks for more credit. */
  public void request(UetPacket packet) {
    if (settings.credits()) {
      packet.creditBytes = controller.requestBytes(backlog + repeatBacklog);
    }
  }

  private void fillNew(UetPacket packet, long nowPs) {
    Outgoing flow = sending;
    if (flow == null) {
      throw new IllegalStateException("nothing to send");
    }
    int payload = (int) Math.min(settings.mtu(), sendingLeft);
    packet.flow = flow.flow;
    packet.payload = payload;
    packet.bytes = (short) frame(payload);
    packet.psn = (int) sent.end();
    backlog -= payload + settings.framing().dataHeader();
    sendingLeft -= payload;
    sent.add(packet.bytes, nowPs);
    if (sendingLeft == 0) {
      begin(flow.next);
    }
  }

  private void fillAgain(UetPacket packet, long nowPs) {
    long sequence = sent.firstMissing();
    Outgoing flow = flowOf(sequence);
    flow.repeats++;
    packet.flow = flow.flow;
    long offset = (sequence - flow.firstSequence) * settings.mtu();
    packet.payload = (int) Math.min(settings.mtu(), flow.bytes - offset);
    packet.bytes = (short) sent.bytes(sequence);
    packet.psn = (int) sequence;
    packet.set(UetPacket.REPEATED);
    repeatBacklog -= packet.bytes;
    sent.repeat(sequence, nowPs);
  }

  private Outgoing flowOf(long sequence) {
    Outgoing flow = oldest;
    while (flow != null && flow.endSequence <= sequence) {
      flow = flow.next;
    }
    if (flow == null) {
      throw new IllegalStateException("a packet of no flow");
    }
    return flow;
  }

  // --- answers ----------------------------------------------------------------------------------

  /** Takes an ACK. */
  public void acknowledged(UetPacket ack, long nowPs) {
    timeoutsInARow = 0;
    long news = Math.max(0, ack.receivedBytes - receivedBytes);
    receivedBytes += news;
    inFlight -= news;
    boolean marked = ack.has(Packet.CE);
    feedback.clear();
    feedback.ackedBytes = news;
    feedback.markedBytes = marked ? Math.max(1, news) : 0;
    feedback.rttPs = roundTrip(ack, nowPs);
    int wereMissing = sent.arrivedBefore(sequence(ack.psn));
    inFlight += wereMissing;
    repeatBacklog -= wereMissing;
    long base = sequence(ack.bitmapBase);
    for (long bits = ack.bitmap; bits != 0; bits &= bits - 1) {
      arrived(base + Long.numberOfTrailingZeros(bits));
    }
    entropy.heard(
        ack.value, marked ? EntropySource.Verdict.MARKED : EntropySource.Verdict.GOOD, nowPs);
    feedback.inFlightBytes = inFlight;
    controller.acknowledged(nowPs, feedback);
  }

  private void arrived(long sequence) {
    int wasMissing = sent.arrived(sequence);
    inFlight += wasMissing;
    repeatBacklog -= wasMissing;
  }

  /** A sample is good where it is clear which sending of the packet arrived. */
  private long roundTrip(UetPacket ack, long nowPs) {
    long sequence = sequence(ack.answers);
    if (!sent.isInFlight(sequence)) {
      return Feedback.NONE;
    }
    int expected = ack.has(UetPacket.REPEATED) ? 1 : 0;
    return sent.repeats(sequence) == expected ? nowPs - sent.sentPs(sequence) : Feedback.NONE;
  }

  /** Takes a NACK: the packet is sent again. */
  public void refused(UetPacket nack, long nowPs) {
    long sequence = sequence(nack.psn);
    if (!sent.isInFlight(sequence)) {
      return; // an ACK overtook it
    }
    timeoutsInARow = 0;
    int bytes = sent.bytes(sequence);
    boolean lastHop = nack.has(UetPacket.LAST_HOP);
    feedback.clear();
    feedback.missingBytes = bytes;
    feedback.rttPs = nowPs - sent.sentPs(sequence);
    feedback.lastHop = lastHop;
    feedback.inFlightBytes = inFlight;
    controller.refused(nowPs, feedback);
    miss(sequence, bytes);
    entropy.heard(nack.value, verdict(nack, lastHop), nowPs);
  }

  /** All ways meet at the last switch: a value is not to blame for it. */
  private static EntropySource.Verdict verdict(UetPacket nack, boolean lastHop) {
    if (!lastHop) {
      return EntropySource.Verdict.TRIMMED;
    }
    return nack.has(Packet.CE) ? EntropySource.Verdict.MARKED : EntropySource.Verdict.GOOD;
  }

  private void miss(long sequence, int bytes) {
    sent.miss(sequence);
    inFlight -= bytes;
    repeatBacklog += bytes;
  }

  private long sequence(int psn) {
    return sent.first() + (psn - (int) sent.first());
  }

  // --- the timeout ------------------------------------------------------------------------------

  /**
   * When the packet sent longest ago is given up, or, if none is in flight, credit asked for once
   * more; {@code Long.MAX_VALUE} where neither is waited for.
   */
  public long deadlinePs() {
    long waitsFor = sent.oldest();
    if (waitsFor >= 0) {
      return sent.sentPs(waitsFor) + settings.timeoutPs();
    }
    return isStarved() && nextFrame() > 0
        ? Math.max(requestedPs, lastSendPs) + settings.timeoutPs()
        : Long.MAX_VALUE;
  }

  private boolean isStarved() {
    return settings.credits() && controller.creditBytes() <= 0;
  }

  /** The deadline has passed. */
  public void timeOut(long nowPs) {
    long waitsFor = sent.oldest();
    if (waitsFor >= 0) {
      giveUp(waitsFor, nowPs);
    }
    if (isStarved() && (waitsFor < 0 || nowPs - requestedPs >= settings.roundTripPs())) {
      requestDue = true;
      requestedPs = nowPs;
    }
  }

  /** Packets given up since the receiver was last heard of. */
  public int timeoutsInARow() {
    return timeoutsInARow;
  }

  private void giveUp(long sequence, long nowPs) {
    timeoutsInARow++;
    int bytes = sent.bytes(sequence);
    entropy.heard(0, EntropySource.Verdict.TIMED_OUT, nowPs);
    miss(sequence, bytes);
    feedback.clear();
    feedback.missingBytes = bytes;
    feedback.inFlightBytes = inFlight;
    controller.timedOut(nowPs, feedback);
  }

  /** Whether to ask for credit with a packet of its own, since nothing can be sent; once. */
  public boolean takeRequest() {
    boolean due = requestDue;
    requestDue = false;
    return due;
  }

  /** Fills in a request for credit. */
  public void fillRequest(UetPacket packet) {
    packet.type = UetPacket.CREDIT_REQUEST;
    packet.priority = (byte) settings.controlClass();
    packet.bytes = (short) settings.framing().ack();
    packet.payload = 0;
    packet.flow = oldest == null ? -1 : oldest.flow;
    packet.follow(route(), entropy.next(sent.end(), 0));
    packet.creditBytes = controller.requestBytes(backlog + repeatBacklog);
  }
}
