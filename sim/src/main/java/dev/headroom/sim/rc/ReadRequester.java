package dev.headroom.sim.rc;

import dev.headroom.congestion.roce.LineRateController;
import dev.headroom.sim.host.SendQueue;
import dev.headroom.sim.packet.FlowTuple;
import dev.headroom.sim.packet.Packet;
import org.jspecify.annotations.Nullable;

/**
 * Requester of READ (InfiniBand specification, volume 1, chapter 9): it sends one request for a
 * message and takes the responses in order. Sequence numbers are the responses': a request has that
 * of the first response to it, and the next request comes as many further on as there are
 * responses.
 *
 * <p>Nothing is acknowledged. A response beyond the one that is due says that some were lost: the
 * rest is asked for again, from the missing one on, once a gap.
 */
public final class ReadRequester extends RcRequester {
  /** Requests that may be on their way or being answered. */
  private final long mostMessages;

  private final long windowBytes;
  private final NakThrottle nakThrottle;
  private final NotificationPoint notifications;

  /** Whether the response just taken has brought a gap to light. */
  private boolean missed;

  /**
   * @param route of the requests
   */
  public ReadRequester(FlowTuple route, RcSettings settings, long lineBps) {
    this(route, settings, lineBps, null);
  }

  /**
   * @param workQueue what software knows of its send queue; null where it knows all at once
   */
  ReadRequester(FlowTuple route, RcSettings settings, long lineBps, @Nullable SendQueue workQueue) {
    super(route, settings, new LineRateController(lineBps), workQueue);
    mostMessages = messageSettings.outstanding().mostReads();
    windowBytes = messageSettings.outstanding().windowBytes();
    nakThrottle = new NakThrottle(settings.acks().nakIntervalPs());
    notifications = new NotificationPoint(settings.marks());
  }

  @Override
  public boolean canSend(long nowPs) {
    return mayAsk();
  }

  private boolean mayAsk() {
    return sending != null
        && isPosted(mostMessages)
        && (next == unacked
            || (next - unacked) * messageSettings.mtu() + messageLeft <= windowBytes)
        && failure().isEmpty();
  }

  /**
   * Not while it waits for responses: a writer whose window is full is looked at again with the
   * next ACK, but nobody acknowledges a request, and hosts that ask as ns-3's do who is next would
   * forget their other senders over it.
   */
  @Override
  public boolean hasMore() {
    return mayAsk();
  }

  @Override
  public Task task() {
    return Task.ASKS;
  }

  @Override
  public boolean fill(Packet packet, long nowPs) {
    QueuePairFlow transfer = sending;
    if (transfer == null) {
      throw new IllegalStateException("no request to send");
    }
    address(packet, transfer.flow);
    packet.type = Packet.READ_REQUEST;
    packet.psn = psnOf(next);
    packet.payload = (int) messageLeft;
    packet.bytes = (short) messageSettings.framing().readRequest();
    long end = next + messageSettings.packets(messageLeft);
    boolean again = next < highest;
    transfer.retransmissions += (int) Math.max(0, Math.min(end, highest) - next);
    next = end;
    highest = Math.max(highest, next);
    firstUnsent = highest;
    flowLeft -= messageLeft;
    if (next == transfer.endSequence) {
      packet.set(Packet.LAST_OF_FLOW);
    }
    nextMessage(transfer);
    return again;
  }

  /**
   * Takes a response; returns whether it was the one that was due, so that its payload is placed.
   */
  public boolean take(Packet packet, long nowPs) {
    int ahead = Psn.distance(packet.psn, psnOf(unacked));
    missed = false;
    if (ahead == 0 && inFlight() && failure().isEmpty()) {
      nakThrottle.close();
      advance(unacked + 1, nowPs);
      return true;
    }
    if (ahead > 0 && nakThrottle.isDue(nowPs)) {
      missed = failure().isEmpty();
      goBack(nowPs);
    }
    return false;
  }

  /** Whether the response just taken has brought to light that some before it are missing. */
  public boolean missed() {
    return missed;
  }

  /** The other end misses a request: this one and all after it are sent again. */
  public void onNak(int psn) {
    long missing = unacked + Psn.distance(psn, psnOf(unacked));
    if (missing >= unacked && missing < next) {
      seek(missing);
    }
  }

  /** Whether the response just taken calls for a CNP, for its own mark or for one before. */
  public boolean shouldSendCnp(boolean marked, long nowPs) {
    boolean now = notifications.shouldSendCnp(marked, nowPs);
    if (now) {
      countCnp();
    }
    return now;
  }
}
