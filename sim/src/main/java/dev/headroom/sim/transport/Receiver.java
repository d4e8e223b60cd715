package dev.headroom.sim.transport;

import dev.headroom.sim.fabric.Packet;
import dev.headroom.sim.fabric.Route;
import org.jspecify.annotations.Nullable;

/**
 * The responding end of WRITE and SEND: takes packets in order only, answers a gap with one NAK and
 * a SEND without a receive request with an RNR NAK, acknowledges where it is asked to, and tells of
 * ECN marks.
 */
public final class Receiver {
  /** What a packet calls for. */
  public enum Answer {
    NOTHING(-1),
    ACK(Packet.ACK),
    NAK(Packet.NAK),
    /** No receive request is posted for the message that it begins. */
    RNR_NAK(Packet.RNR_NAK);

    /** The packet type of the answer. */
    public final byte packetType;

    Answer(int packetType) {
      this.packetType = (byte) packetType;
    }
  }

  /** The way back to the sender, for answers. */
  public final Route back;

  private static final int ASKS = Packet.LAST_OF_MESSAGE | Packet.ACK_REQUEST;

  private final RcSettings settings;
  private final NotificationPoint notifications;
  private final Gap gap;
  private final @Nullable ReceiveQueue queue;
  private int expected;
  private boolean accepted;

  public Receiver(RcSettings settings, Route back) {
    this.settings = settings;
    this.back = back;
    notifications = new NotificationPoint(settings);
    gap = new Gap(settings.nakIntervalPs());
    boolean mayRunOut =
        settings.operation() == Operation.SEND && settings.receiveQueue().isBounded();
    queue = mayRunOut ? new ReceiveQueue(settings.receiveQueue()) : null;
    expected = Psn.of(settings.initialPsn());
  }

  /** Takes a data packet. */
  public Answer take(Packet packet, long nowPs) {
    int ahead = Psn.distance(packet.psn, expected);
    accepted = ahead == 0 && (queue == null || isReady(queue, packet, nowPs));
    if (accepted) {
      expected = Psn.of(expected + 1L);
      gap.close();
      return packet.has(ASKS) ? Answer.ACK : Answer.NOTHING;
    }
    if (ahead > 0) {
      return gap.isDue(nowPs) ? Answer.NAK : Answer.NOTHING;
    }
    if (ahead == 0) {
      gap.report(nowPs); // what follows is refused by the same NAK
      return Answer.RNR_NAK;
    }
    return settings.ackDuplicates() && packet.has(ASKS) ? Answer.ACK : Answer.NOTHING;
  }

  /** Whether there is a receive request for the message of a packet that is due. */
  private static boolean isReady(ReceiveQueue queue, Packet packet, long nowPs) {
    if (packet.has(Packet.FIRST_OF_MESSAGE) && !queue.take(nowPs)) {
      return false;
    }
    if (packet.has(Packet.LAST_OF_MESSAGE)) {
      queue.complete(nowPs);
    }
    return true;
  }

  /** Whether the packet just taken was in order, so that its payload was placed. */
  public boolean accepted() {
    return accepted;
  }

  /** The first packet number not received yet. */
  public int expected() {
    return expected;
  }

  /** Whether the packet just taken calls for a CNP, for its own mark or for one before. */
  public boolean notifies(boolean marked, long nowPs) {
    return notifications.notifies(marked, nowPs);
  }
}
