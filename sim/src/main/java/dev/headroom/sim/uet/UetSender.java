package dev.headroom.sim.uet;

import dev.headroom.congestion.Controller;
import dev.headroom.congestion.Feedback;
import dev.headroom.sim.delivery.DeliveringSender;
import dev.headroom.sim.delivery.PostedFlows;
import dev.headroom.sim.fabric.Packet;
import dev.headroom.sim.fabric.Route;
import dev.headroom.sim.fabric.UetPacket;

/**
 * The sending end of a packet delivery context in mode RUD, reliable and unordered. Each packet has
 * an entropy value of its own, and so a way of its own; what is refused, or not heard of for too
 * long, is sent again before anything new. Every flow is one message.
 *
 * <p>Bytes in flight are counted in frames, and what an ACK says was received is taken off at once,
 * acknowledged by number or not (uet-htsim, {@code uec.cpp}).
 */
public final class UetSender extends DeliveringSender {
  private final UetSettings settings;
  private final EntropySource entropy;
  private final Feedback feedback = new Feedback(0);

  /** Bytes of frames that wait to be sent for the first time, and again. */
  private long backlog;

  private long repeatBacklog;

  private long inFlight;
  private long receivedBytes;

  /** When a request for credit was last due, and whether it still has to be sent. */
  private long requestedPs;

  private boolean requestDue;

  /**
   * @param key of the stream of random numbers for its entropy values
   */
  public UetSender(Route route, UetSettings settings, Controller controller, long key) {
    super(route, controller, settings.framing(), settings.mtu());
    this.settings = settings;
    entropy = settings.entropy(key);
  }

  @Override
  public void post(int flow, long bytes) {
    backlog += bytes + flows.post(flow, bytes) * settings.framing().dataHeader();
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
    packet.type = Packet.DATA;
    packet.priority = (byte) settings.dataClass();
    long window = controller.windowBytes() / settings.mtu();
    packet.follow(route(), entropy.next(sent.end(), window));
    boolean again = fillNext(packet, nowPs);
    if (again) {
      packet.set(UetPacket.REPEATED);
      repeatBacklog -= packet.bytes;
    } else {
      backlog -= packet.payload + settings.framing().dataHeader();
    }
    inFlight += packet.bytes;
    packet.creditBytes = 0;
    if (again
        || !flows.hasNew()
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

  // --- the timeout ------------------------------------------------------------------------------

  /**
   * When the packet sent longest ago is given up, or, if none is in flight, credit asked for once
   * more; {@code Long.MAX_VALUE} where neither is waited for.
   */
  @Override
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

  @Override
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
    PostedFlows.Posted oldest = flows.oldest();
    packet.flow = oldest == null ? -1 : oldest.flow;
    packet.follow(route(), entropy.next(sent.end(), 0));
    packet.creditBytes = controller.requestBytes(backlog + repeatBacklog);
  }
}
