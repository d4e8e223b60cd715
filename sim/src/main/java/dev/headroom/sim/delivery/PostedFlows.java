package dev.headroom.sim.delivery;

import dev.headroom.sim.packet.Packet;
import org.jspecify.annotations.Nullable;

/**
 * Flows of a connection, from posting to completion, each of them one message cut into packets,
 * whose numbers continue from flow to flow.
 */
public final class PostedFlows implements PayloadSource {
  private final int mtu;
  private @Nullable Posted oldest;
  private @Nullable Posted newest;
  private @Nullable Posted sending;
  private long sendingLeft;
  private long packets;

  /**
   * @param mtu payload of a full packet, in bytes
   */
  public PostedFlows(int mtu) {
    this.mtu = mtu;
  }

  /** A flow. */
  public static final class Posted {
    public final int flow;
    public final long bytes;
    private final long firstSequence;
    private final long endSequence;
    private int repeats;
    private @Nullable Posted next;

    private Posted(int flow, long bytes, long firstSequence, long endSequence) {
      this.flow = flow;
      this.bytes = bytes;
      this.firstSequence = firstSequence;
      this.endSequence = endSequence;
    }

    /** Packets of it that were sent again. */
    public int repeats() {
      return repeats;
    }
  }

  /** Appends a flow; returns its packets. */
  public long post(int flow, long bytes) {
    long more = packets(bytes, mtu);
    Posted added = new Posted(flow, bytes, packets, packets + more);
    packets += more;
    if (newest == null) {
      oldest = added;
    } else {
      newest.next = added;
    }
    newest = added;
    if (sending == null) {
      begin(added);
    }
    return more;
  }

  /** Packets of a flow; an empty flow is one packet. */
  public static long packets(long bytes, int mtu) {
    return Math.max(1, (bytes + mtu - 1) / mtu);
  }

  private void begin(@Nullable Posted flow) {
    sending = flow;
    sendingLeft = flow == null ? 0 : flow.bytes;
  }

  @Override
  public boolean hasNew() {
    return sending != null;
  }

  /** Whether the next packet that was never sent is a flow's first. */
  public boolean newBegins() {
    return sending != null && sendingLeft == sending.bytes;
  }

  @Override
  public int newPayload() {
    return (int) Math.min(mtu, sendingLeft);
  }

  @Override
  public void fillNew(Packet packet) {
    Posted flow = sending;
    if (flow == null) {
      throw new IllegalStateException("nothing to send");
    }
    packet.flow = flow.flow;
    packet.payload = newPayload();
    sendingLeft -= packet.payload;
    if (sendingLeft == 0) {
      begin(flow.next);
    }
  }

  @Override
  public void fillAgain(Packet packet, long sequence) {
    Posted flow = flowOf(sequence);
    flow.repeats++;
    packet.flow = flow.flow;
    long offset = (sequence - flow.firstSequence) * mtu;
    packet.payload = (int) Math.min(mtu, flow.bytes - offset);
  }

  private Posted flowOf(long sequence) {
    Posted flow = oldest;
    while (flow != null && flow.endSequence <= sequence) {
      flow = flow.next;
    }
    if (flow == null) {
      throw new IllegalStateException("a packet without a flow");
    }
    return flow;
  }

  /**
   * The next flow that is complete, oldest first, or null.
   *
   * @param first the first packet that is not known to have arrived together with all before it
   */
  public @Nullable Posted takeCompleted(long first) {
    Posted flow = oldest;
    if (flow == null || flow.endSequence > first) {
      return null;
    }
    oldest = flow.next;
    if (oldest == null) {
      newest = null;
    }
    return flow;
  }

  /** The oldest flow that is not complete, or null. */
  public @Nullable Posted oldest() {
    return oldest;
  }

  /** The flow of this number, if it is not complete, or null. */
  @Nullable Posted find(int flow) {
    Posted found = oldest;
    while (found != null && found.flow != flow) {
      found = found.next;
    }
    return found;
  }

  /** Payload of a flow in packets before one, by its number. */
  long bytesUpTo(Posted flow, long sequence) {
    long before = Math.min(sequence, flow.endSequence) - flow.firstSequence;
    return Math.min(flow.bytes, Math.max(0, before) * mtu);
  }
}
