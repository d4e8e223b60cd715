package dev.headroom.sim.delivery;

import dev.headroom.congestion.Controller;
import dev.headroom.congestion.Feedback;
import dev.headroom.sim.host.FlowProgress;
import dev.headroom.sim.host.PacketSender;
import dev.headroom.sim.host.Transport;
import dev.headroom.sim.message.Framing;
import dev.headroom.sim.message.MessageSettings;
import dev.headroom.sim.packet.FlowTuple;
import dev.headroom.sim.packet.Packet;
import dev.headroom.unit.CountedNoun;
import org.jspecify.annotations.Nullable;

/**
 * Sending end of a connection that retransmits only missing packets, before anything new. Sequence
 * numbers never wrap here; packets carry their low 32 bits.
 */
public abstract class PacketDeliverySender extends PacketSender {
  /** Packets given up in a row that tell of more than congestion. */
  private static final int SILENCE = 7;

  protected final MessageSettings messageSettings;
  protected final PostedFlows flows;
  protected final PacketScoreboard sent = new PacketScoreboard();
  private final PayloadSource pieces;
  private final Framing framing;

  /** When the next event comes that looks at the deadline; {@code Long.MAX_VALUE}: none does. */
  long timerPs = Long.MAX_VALUE;

  /** When its host last sent a packet of any connection, as of when the deadline was looked at. */
  protected long hostSentPs;

  /** Packets given up since the receiver was last heard of. */
  protected int timeoutsInARow;

  private boolean broken;
  private String failure = "";

  protected PacketDeliverySender(FlowTuple route, Controller controller, MessageSettings terms) {
    this(route, controller, terms, new PostedFlows(terms.mtu()));
  }

  private PacketDeliverySender(
      FlowTuple route, Controller controller, MessageSettings terms, PostedFlows flows) {
    this(route, controller, terms, flows, flows);
  }

  /**
   * @param flows that are posted to it
   * @param pieces of which its packets are: those flows, or else what it is asked for
   */
  protected PacketDeliverySender(
      FlowTuple route,
      Controller controller,
      MessageSettings terms,
      PostedFlows flows,
      PayloadSource pieces) {
    super(route, controller);
    this.messageSettings = terms;
    framing = terms.framing();
    this.flows = flows;
    this.pieces = pieces;
  }

  // --- flows ------------------------------------------------------------------------------------

  /** Appends a flow. */
  public void post(int flow, long bytes) {
    flows.post(flow, bytes);
  }

  /** The next flow that has been completed, oldest first, or null. */
  public final PostedFlows.@Nullable Posted takeCompleted() {
    return flows.takeCompleted(sent.first());
  }

  @Override
  public boolean isDone() {
    return flows.oldest() == null;
  }

  final FlowProgress progress(int flow) {
    PostedFlows.Posted posted = flows.find(flow);
    return posted == null
        ? FlowProgress.NONE
        : new FlowProgress(flows.bytesUpTo(posted, sent.first()), posted.repeats(), 0);
  }

  /** How much of a flow's payload was never sent. */
  public final long unsentBytes(int flow) {
    PostedFlows.Posted posted = flows.find(flow);
    return posted == null ? 0 : posted.bytes - flows.bytesUpTo(posted, sent.end());
  }

  // --- sending ----------------------------------------------------------------------------------

  @Override
  public final boolean hasMore() {
    return nextFrame() > 0;
  }

  /** Bytes of the next packet's frame; 0 if there is none to send. */
  protected final int nextFrame() {
    if (broken) {
      return 0;
    }
    if (sent.anyMissing()) {
      return sent.bytes(sent.firstMissing());
    }
    return pieces.hasNew() ? frame(pieces.newPayload()) : 0;
  }

  /** Bytes of the frame of a packet with so much payload. */
  protected int frame(int payload) {
    return framing.dataFrame(payload, 0);
  }

  /**
   * Fills in the first packet that is missing, or else a new one; returns whether it is missing.
   */
  protected final boolean fillNext(Packet packet, long nowPs) {
    boolean again = sent.anyMissing();
    if (again) {
      long sequence = sent.firstMissing();
      pieces.fillAgain(packet, sequence);
      packet.bytes = (short) sent.bytes(sequence);
      packet.psn = (int) sequence;
      sent.repeat(sequence, nowPs);
    } else {
      pieces.fillNew(packet);
      packet.bytes = (short) frame(packet.payload);
      packet.psn = (int) sent.end();
      sent.add(packet.bytes, nowPs);
    }
    return again;
  }

  /** Tells how far it has come, in bytes of frames. */
  protected final void reportProgress(Feedback feedback) {
    feedback.ackedUpTo = sent.firstByte();
    feedback.sentUpTo = sent.endByte();
  }

  /** The sequence number near those on their way whose low bits a packet carries. */
  protected final long sequence(int psn) {
    return sent.first() + (psn - (int) sent.first());
  }

  /** It sends nothing any more, and what is underway will never be completed. */
  protected final void fail(String why) {
    failure = why;
    broken = true;
  }

  /** Why it has given up; empty where it has not. */
  public final String failure() {
    return failure;
  }

  /** How long it has heard nothing, where that is long; else empty. */
  public String stallReason() {
    return timeoutsInARow < SILENCE
        ? ""
        : "no ACK for %s in a row".formatted(CountedNoun.of(timeoutsInARow, "packet"));
  }

  /** Bytes of frames on their way; {@link Transport#UNCOUNTED} where it hears of none. */
  public abstract long inFlightBytes();

  // --- the timeout ------------------------------------------------------------------------------

  /** When something has to be done without news; {@code Long.MAX_VALUE} where nothing is. */
  public abstract long deadlinePs();

  /** The deadline has passed. */
  public abstract void timeOut(long nowPs);

  /** Timeouts since something was last heard. */
  public final int timeoutsInARow() {
    return timeoutsInARow;
  }
}
