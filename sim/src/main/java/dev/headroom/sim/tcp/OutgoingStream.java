package dev.headroom.sim.tcp;

import dev.headroom.sim.packet.Packet;
import dev.headroom.sim.packet.TcpPacket;
import org.jspecify.annotations.Nullable;

/**
 * Flows of a connection, one after another in its stream: those posted, the one being cut into
 * segments, and the bytes that the application has written.
 */
public final class OutgoingStream {
  private final StreamLayout layout;
  private @Nullable Outgoing oldest;
  private @Nullable Outgoing newest;
  private @Nullable Outgoing sending;
  private long sendingLeft;
  private long posted;

  /** Bytes of the stream that the application has handed to the kernel. */
  private long writtenUpTo = Long.MAX_VALUE;

  OutgoingStream(StreamLayout layout) {
    this.layout = layout;
  }

  /** A flow on its connection, from posting to completion. */
  public static final class Outgoing {
    public final int flow;
    public final long bytes;
    private final long from;
    private final long to;
    private int repeats;
    private @Nullable Outgoing next;

    private Outgoing(int flow, long bytes, long from, long to) {
      this.flow = flow;
      this.bytes = bytes;
      this.from = from;
      this.to = to;
    }

    /** Segments of it that were sent again. */
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
    Outgoing added = new Outgoing(flow, bytes, posted, posted + layout.streamBytes(bytes));
    posted = added.to;
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

  /** The oldest flow that is not complete, or null. */
  public @Nullable Outgoing oldest() {
    return oldest;
  }

  /** Takes the oldest flow off if all of it lies below a byte of the stream; else null. */
  @Nullable Outgoing takeUpTo(long byteOfStream) {
    Outgoing flow = oldest;
    if (flow == null || flow.to > byteOfStream) {
      return null;
    }
    oldest = flow.next;
    if (oldest == null) {
      newest = null;
    }
    return flow;
  }

  /** Payload of a flow that lies below a byte of the stream. */
  long payloadUpTo(Outgoing flow, long byteOfStream) {
    long bytes = Math.min(byteOfStream, flow.to) - flow.from;
    if (bytes <= 0) {
      return 0;
    }
    long whole = bytes / layout.streamBytes(layout.payload());
    return flow.to <= byteOfStream ? flow.bytes : Math.min(flow.bytes, whole * layout.payload());
  }

  // --- what the application has written ---------------------------------------------------------

  /** The application writes to a socket that copies: nothing is sent that was not copied. */
  public void writeByHand() {
    writtenUpTo = 0;
  }

  /** Bytes of the stream posted and not written yet. */
  public long unwritten() {
    return Math.max(0, posted - writtenUpTo);
  }

  /** How far the application has written. */
  long writtenUpTo() {
    return writtenUpTo;
  }

  /** The application has written more. */
  public void written(long bytes) {
    writtenUpTo += bytes;
  }

  // --- segments ---------------------------------------------------------------------------------

  /** Whether all that was posted has been cut into segments. */
  boolean isCut() {
    return sending == null;
  }

  /** Bytes in the stream of the next new segment, written or not; 0 if all has been cut. */
  int nextLength() {
    return sending == null ? 0 : layout.streamBytes(nextPayload());
  }

  /** Payload of the next new segment. */
  private int nextPayload() {
    return (int) Math.min(layout.payload(), sendingLeft);
  }

  /** Cuts off the next segment, of which the packet then tells; returns its payload. */
  int cut(TcpPacket packet) {
    Outgoing flow = sending;
    if (flow == null) {
      throw new IllegalStateException("nothing to send");
    }
    int payload = nextPayload();
    packet.flow = flow.flow;
    sendingLeft -= payload;
    if (sendingLeft == 0) {
      packet.set(Packet.LAST_OF_FLOW);
      begin(flow.next);
    }
    return payload;
  }

  /** A packet tells of a segment that was cut before. */
  void repeat(TcpPacket packet) {
    Outgoing flow = flowOf(packet.sequence);
    flow.repeats++;
    packet.flow = flow.flow;
    if (packet.sequence + packet.length == flow.to) {
      packet.set(Packet.LAST_OF_FLOW);
    }
  }

  private Outgoing flowOf(long sequence) {
    Outgoing flow = oldest;
    while (flow != null && flow.to <= sequence) {
      flow = flow.next;
    }
    if (flow == null) {
      throw new IllegalStateException("a segment of no flow");
    }
    return flow;
  }
}
