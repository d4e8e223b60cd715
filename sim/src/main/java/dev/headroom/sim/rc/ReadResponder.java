package dev.headroom.sim.rc;

import dev.headroom.congestion.Controller;
import dev.headroom.sim.message.Framing;
import dev.headroom.sim.packet.FlowTuple;
import dev.headroom.sim.packet.Packet;

/**
 * Responder of READ, which has the data: it answers requests one after another, at the rate of its
 * congestion control. The first, the last and an only response carry an AETH.
 *
 * <p>A request for something already asked for says that the other end has gone back: so does this
 * one, and forgets what it was at, as Linux's ipath driver did ({@code ipath_rc_rcv_error}).
 */
public final class ReadResponder extends RcSender {
  private final NakThrottle nakThrottle;
  private final Framing framing;

  /** The next response. */
  private long next;

  /** The first response not asked for yet, and so the number that the next request must have. */
  private long expected;

  private long highest;

  /**
   * Requests that are not fully answered, a ring of a power of two: for each its bytes, and its
   * flow, complemented if it ends it.
   */
  private long[] requests = new long[2 * 4];

  private int first;
  private int waiting;

  // The oldest of them.
  private long left;
  private boolean begun;
  private boolean inError;

  /**
   * @param route of the responses
   */
  public ReadResponder(FlowTuple route, RcSettings settings, Controller controller) {
    super(route, settings, controller);
    nakThrottle = new NakThrottle(settings.acks().nakIntervalPs());
    framing = messageSettings.framing();
  }

  /** Whether it has answered, or begun to answer, a request that is about to be taken. */
  public boolean hasAnswered(Packet request) {
    return expected + Psn.distance(request.psn, psnOf(expected)) < highest;
  }

  /** Takes a request; returns whether it calls for a NAK, since one before it is missing. */
  public boolean take(Packet request, long nowPs) {
    long wanted = expected + Psn.distance(request.psn, psnOf(expected));
    if (wanted > expected) {
      return nakThrottle.isDue(nowPs);
    }
    if (wanted < 0) {
      return false;
    }
    nakThrottle.close();
    if (wanted < expected) {
      waiting = 0;
      begun = false;
      next = wanted;
    }
    append(request);
    expected = wanted + messageSettings.packets(Integer.toUnsignedLong(request.payload));
    return false;
  }

  private void append(Packet request) {
    int size = requests.length / 2;
    if (waiting == size) {
      long[] larger = new long[4 * size];
      System.arraycopy(requests, 2 * first, larger, 0, 2 * (size - first));
      System.arraycopy(requests, 0, larger, 2 * (size - first), 2 * first);
      requests = larger;
      first = 0;
    }
    int at = slot(waiting++);
    requests[at] = Integer.toUnsignedLong(request.payload);
    requests[at + 1] = request.has(Packet.LAST_OF_FLOW) ? ~(long) request.flow : request.flow;
  }

  /** Where a request lies that so many others come before. */
  private int slot(int behind) {
    return 2 * (first + behind) & (requests.length - 1);
  }

  @Override
  public boolean canSend(long nowPs) {
    return waiting > 0;
  }

  @Override
  public Task task() {
    return begun ? Task.GOES_ON : Task.ANSWERS;
  }

  @Override
  public boolean fill(Packet packet, long nowPs) {
    if (waiting == 0) {
      throw new IllegalStateException("no request is pending");
    }
    int at = slot(0);
    boolean opens = !begun;
    if (opens) {
      begun = true;
      left = requests[at];
    }
    boolean endsFlow = requests[at + 1] < 0;
    int flow = (int) (endsFlow ? ~requests[at + 1] : requests[at + 1]);
    int payload = (int) Math.min(messageSettings.mtu(), left);
    left -= payload;
    boolean closes = left == 0;
    address(packet, flow);
    packet.type = Packet.DATA;
    packet.psn = psnOf(next);
    packet.payload = payload;
    packet.bytes = (short) framing.dataFrame(payload, opens || closes ? framing.aeth() : 0);
    if (opens) {
      packet.set(Packet.FIRST_OF_MESSAGE);
    }
    if (closes) {
      packet.set(Packet.LAST_OF_MESSAGE);
      if (endsFlow) {
        packet.set(Packet.LAST_OF_FLOW);
      }
      first = slot(1) / 2;
      waiting--;
      begun = false;
    }
    boolean again = next < highest;
    next++;
    highest = Math.max(highest, next);
    return again;
  }

  @Override
  public boolean hasMore() {
    return waiting > 0;
  }

  @Override
  public boolean isDone() {
    return waiting == 0;
  }

  /**
   * Memory may not be reached: the queue pair is in error, and answers nothing any more.
   *
   * @return whether it was not so before
   */
  boolean entersError() {
    boolean first = !inError;
    inError = true;
    waiting = 0;
    begun = false;
    return first;
  }

  /** The flow of the response that comes next; only where something is asked for. */
  int flowToAnswer() {
    long of = requests[slot(0) + 1];
    return (int) (of < 0 ? ~of : of);
  }

  /** The response that comes next. */
  int next() {
    return psnOf(next);
  }

  /** The first response not asked for yet: what a NAK names. */
  public int expected() {
    return psnOf(expected);
  }
}
