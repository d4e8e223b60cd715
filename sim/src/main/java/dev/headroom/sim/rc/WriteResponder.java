package dev.headroom.sim.rc;

import dev.headroom.congestion.uet.ReceiverBuffers;
import dev.headroom.model.choice.LossRecovery;
import dev.headroom.sim.packet.FlowTuple;
import dev.headroom.sim.packet.Packet;
import org.jspecify.annotations.Nullable;

/**
 * Responder of WRITE and SEND: it takes data, answers it where an answer is due, and reports ECN
 * marks.
 */
public abstract sealed class WriteResponder permits GoBackNResponder, OutOfOrderResponder {
  /** No flow. */
  public static final int NONE = -1;

  static final int ASKS = Packet.LAST_OF_MESSAGE | Packet.ACK_REQUEST;

  /** What a packet calls for. */
  public enum Answer {
    NOTHING(-1),
    ACK(Packet.ACK),
    NAK(Packet.NAK),
    /** No receive request is posted for the message that it begins. */
    RNR_NAK(Packet.RNR_NAK),
    /** It was placed before others that are missing. */
    SELECTIVE_NAK(Packet.SELECTIVE_NAK);

    /** The packet type of the answer. */
    public final byte packetType;

    Answer(int packetType) {
      this.packetType = (byte) packetType;
    }

    /** Whether it says that a packet is missing. */
    boolean isNak() {
      return this == NAK || this == SELECTIVE_NAK;
    }
  }

  /** The way back to the sender, for answers. */
  public final FlowTuple back;

  final RcSettings settings;
  final SequenceNumbering numbering;
  final NakThrottle nakThrottle;
  private final NotificationPoint notifications;
  private final @Nullable ReceiverBuffers buffers;
  private long advertisedCredit;
  private boolean inError;

  /** The first packet number not received yet. */
  int expected;

  /** Whether the packet just taken was placed. */
  boolean accepted;

  /** How much of the payload of the packet just taken was placed before, if it was accepted. */
  int repeated;

  /** Whether a flow may have been delivered with it. */
  boolean mayDeliver;

  WriteResponder(RcSettings settings, FlowTuple back) {
    this.settings = settings;
    numbering = settings.numbering();
    this.back = back;
    notifications = new NotificationPoint(settings.marks());
    nakThrottle = new NakThrottle(settings.acks().nakIntervalPs());
    buffers = settings.admission().map(ReceiverBuffers::new).orElse(null);
    expected = numbering.of(numbering.first());
  }

  /** The receiver that the settings ask for. */
  public static WriteResponder of(RcSettings settings, FlowTuple back) {
    return settings.recovery().way() == LossRecovery.GO_BACK_N
        ? new GoBackNResponder(settings, back)
        : new OutOfOrderResponder(settings, back);
  }

  /** Takes a data packet. */
  public abstract Answer take(Packet packet, long nowPs);

  /**
   * Memory may not be reached: the queue pair is in error, and answers nothing any more.
   *
   * @return whether it was not so before
   */
  final boolean entersError() {
    boolean first = !inError;
    inError = true;
    return first;
  }

  /** Whether to ask for flows that the packet just taken has delivered. */
  public final boolean mayDeliver() {
    return mayDeliver;
  }

  /**
   * A flow of which the packet just taken was the last that was missing, or {@link #NONE}; to be
   * asked until it is.
   */
  public abstract int takeDelivered();

  /** Whether the packet just taken was placed. */
  public final boolean accepted() {
    return accepted;
  }

  /** Whether the packet just taken, which was not placed, had been before. */
  public abstract boolean hasTaken(Packet packet);

  /** Payload that was placed for the first time with the packet just taken, if it was accepted. */
  public final int placed(Packet packet) {
    return packet.payload - repeated;
  }

  /**
   * The flow that begins with this packet number is over for its sender, and what may still come of
   * it meets nobody who remembers it.
   */
  void forget(int psn) {}

  /** The packet number that an answer to the packet just taken names. */
  int responsePsn() {
    return expected;
  }

  /** The first packet number not received yet. */
  public final int expected() {
    return expected;
  }

  /** Payload bytes that its sender may send, since the start. */
  public final long granted() {
    advertisedCredit = buffers == null ? Long.MAX_VALUE : buffers.grantedBytes();
    return advertisedCredit;
  }

  /**
   * Payload has been taken out of the buffers.
   *
   * @return what its sender may now send, since the start, if that has grown; else -1
   */
  public final long copiedOut(int payload) {
    ReceiverBuffers own = buffers;
    if (own == null) {
      return -1;
    }
    own.copiedOut(payload);
    if (own.grantedBytes() == advertisedCredit) {
      return -1;
    }
    advertisedCredit = own.grantedBytes();
    return advertisedCredit;
  }

  /** Whether the packet just taken calls for a CNP, for its own mark or for one before. */
  public final boolean shouldSendCnp(boolean marked, long nowPs) {
    return notifications.shouldSendCnp(marked, nowPs);
  }
}
