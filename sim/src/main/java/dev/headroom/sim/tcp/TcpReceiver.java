package dev.headroom.sim.tcp;

import dev.headroom.sim.packet.FlowTuple;
import dev.headroom.sim.packet.Packet;
import dev.headroom.sim.packet.TcpPacket;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The receiving end of a TCP connection. What comes in order is the application's at once; what
 * comes beyond a gap is held until the gap has closed, however complete it is: head-of-line
 * blocking.
 *
 * <p>An ACK is due after so many segments, or so long after the first of them; at once for what is
 * out of order, closes a gap or came before (RFC 5681, section 4.2), for the end of a flow, where a
 * mark begins or ends (DCTCP, RFC 8257, section 3.2), and for the first segments of a connection
 * and those after trouble, as Linux has it ({@code tcp_enter_quickack_mode}). The end of a flow:
 * Linux acknowledges what ends with a push once the application has read it ({@code
 * tcp_cleanup_rbuf}).
 */
public final class TcpReceiver {
  /** Segments that are acknowledged one by one at the start and after trouble. */
  private static final int QUICK = 16;

  /** The way back to the sender. */
  public final FlowTuple reverseTuple;

  private final TcpSettings settings;
  private final TcpSettings.Receiving receiving;
  private final long leastTimeoutPs;
  private final OutOfOrderQueue held = new OutOfOrderQueue();
  private long expected;
  private long read;
  private boolean readByHand;
  private long windowUpTo;

  // Ranges to name in ACKs, the one that grew last first, by a byte in each.
  private final long[] recent = new long[TcpPacket.MOST_RANGES];
  private int recents;

  // Ends of flows that have come beyond a gap.
  private long[] ends = new long[4];
  private int[] endOfFlow = new int[4];
  private int endCount;

  /** A flow whose end has just come in order. */
  private int completed = -1;

  private int unacknowledged;
  private int quick = QUICK;
  private boolean marked;
  private boolean duplicate;
  private int flow;
  private long ackAtPs = Long.MAX_VALUE;
  private long lastPs;

  /** Its application, where that costs CPU. */
  KernelStack.@Nullable Reading reading;

  /** Whether the event that looks at a delayed ACK is on its way; kept by the NIC. */
  public boolean ackPending;

  private long deliveredPayload;
  private long waitedSegments;
  private long waitedPs;
  private long heldSincePs;

  public TcpReceiver(TcpSettings settings, FlowTuple back, int flow) {
    this.settings = settings;
    receiving = settings.receiving();
    leastTimeoutPs = settings.retries().leastTimeoutPs();
    this.reverseTuple = back;
    this.flow = flow;
    windowUpTo = receiving.bufferBytes();
  }

  /**
   * Whether what came before a segment has to be acknowledged before it is taken: a mark begins or
   * ends, and ACKs say of all that they answer whether it was marked.
   */
  public boolean needsAckBefore(TcpPacket packet) {
    return unacknowledged > 0 && packet.has(Packet.CE) != marked;
  }

  /** Takes a segment; returns whether an ACK is due now. */
  public boolean take(TcpPacket packet, long nowPs) {
    flow = packet.flow;
    boolean changed = packet.has(Packet.CE) != marked;
    marked = packet.has(Packet.CE);
    duplicate = false;
    deliveredPayload = 0;
    if (nowPs - lastPs > leastTimeoutPs) {
      quick = QUICK;
    }
    lastPs = nowPs;
    long from = packet.sequence;
    long to = from + packet.length;
    if (to <= expected || held.rangeOf(from) >= 0) {
      duplicate = true;
      quick = QUICK;
      return true;
    }
    unacknowledged++;
    if (from != expected) {
      hold(packet, from, to, nowPs);
      return true;
    }
    boolean closes = held.size() > 0;
    advance(packet, to, nowPs);
    boolean now =
        changed
            || closes
            || packet.has(Packet.LAST_OF_FLOW)
            || quick > 0
            || unacknowledged >= receiving.ackEvery();
    if (!now && ackAtPs == Long.MAX_VALUE) {
      ackAtPs = nowPs + receiving.ackDelayPs();
    }
    return now;
  }

  private void hold(TcpPacket packet, long from, long to, long nowPs) {
    countWaiting(nowPs);
    waitedSegments++;
    held.add(from, to, packet.payload);
    remember(from);
    quick = QUICK;
    if (packet.has(Packet.LAST_OF_FLOW)) {
      noteEnd(packet.flow, to);
    }
  }

  private void noteEnd(int ofFlow, long to) {
    if (endCount == ends.length) {
      ends = Arrays.copyOf(ends, 2 * endCount);
      endOfFlow = Arrays.copyOf(endOfFlow, 2 * endCount);
    }
    ends[endCount] = to;
    endOfFlow[endCount++] = ofFlow;
  }

  private void advance(TcpPacket packet, long to, long nowPs) {
    expected = to;
    deliveredPayload = packet.payload;
    if (packet.has(Packet.LAST_OF_FLOW)) {
      if (readByHand) {
        noteEnd(packet.flow, to);
      } else {
        completed = packet.flow;
      }
    }
    if (held.payloadFrom(to) >= 0) {
      countWaiting(nowPs);
      deliveredPayload += held.payloadFrom(to);
      expected = held.takeFirst();
    }
    if (!readByHand) {
      read = expected;
    }
  }

  private void countWaiting(long nowPs) {
    waitedPs += held.heldSegments() * (nowPs - heldSincePs);
    heldSincePs = nowPs;
  }

  /** A flow all of whose bytes are the application's now, in order of the stream, or -1. */
  public int takeDelivered() {
    int now = completed;
    completed = -1;
    if (now >= 0) {
      return now;
    }
    int least = -1;
    for (int i = 0; i < endCount; i++) {
      if (ends[i] <= read && (least < 0 || ends[i] < ends[least])) {
        least = i;
      }
    }
    if (least < 0) {
      return -1;
    }
    now = endOfFlow[least];
    endCount--;
    ends[least] = ends[endCount];
    endOfFlow[least] = endOfFlow[endCount];
    return now;
  }

  /** Payload that the segment just taken made the application's, with all it had held up. */
  public long deliveredPayload() {
    return deliveredPayload;
  }

  /** The flow heard of last. */
  public int flow() {
    return flow;
  }

  // --- reading ----------------------------------------------------------------------------------

  /**
   * The application reads by copying, when it gets to it: until then the buffer holds what came.
   */
  public void readByHand() {
    readByHand = true;
  }

  /** Bytes in order that the application has not read. */
  public long unread() {
    return expected - read;
  }

  /**
   * The application has read; returns whether the sender has to be told: the window that it knows
   * of is at most half of the buffer, and could be twice as large (Linux {@code tcp_cleanup_rbuf}).
   */
  public boolean read(long bytes) {
    read += bytes;
    long known = windowUpTo - expected;
    long now = read + receiving.bufferBytes() - expected;
    return 2 * known <= receiving.bufferBytes() && now > 0 && now >= 2 * known;
  }

  // --- answers ----------------------------------------------------------------------------------

  /** When an ACK is due that waits for more segments; {@code Long.MAX_VALUE} where none is. */
  public long ackAtPs() {
    return ackAtPs;
  }

  /** Turns a packet into the ACK that says what has come. */
  public void fillAck(TcpPacket packet) {
    packet.type = Packet.ACK;
    packet.flags = (byte) (marked ? Packet.CE : 0);
    if (duplicate) {
      packet.set(TcpPacket.DUPLICATE);
      duplicate = false;
    }
    packet.ackUpTo = expected;
    windowUpTo = Math.max(windowUpTo, read + receiving.bufferBytes());
    packet.windowUpTo = windowUpTo;
    packet.ranges = 0;
    nameRanges(packet);
    packet.bytes = (short) settings.layout().ackFrame(packet.ranges);
    address(packet);
    quick = Math.max(0, quick - unacknowledged);
    unacknowledged = 0;
    ackAtPs = Long.MAX_VALUE;
  }

  /** Turns an opening packet into its answer. */
  public void fillAnswer(TcpPacket packet) {
    boolean mpa = packet.type == TcpPacket.MPA_REQUEST;
    packet.type = (byte) (mpa ? TcpPacket.MPA_REPLY : TcpPacket.SYN_ACK);
    packet.flags = 0;
    packet.bytes = (short) (mpa ? settings.layout().mpaFrame() : settings.layout().synFrame());
    address(packet);
  }

  private void address(TcpPacket packet) {
    packet.priority = (byte) settings.ackClass();
    packet.follow(reverseTuple);
    packet.flow = flow;
    packet.payload = 0;
    packet.length = 0;
  }

  /** The range that a byte is in is named first from now on. */
  private void remember(long sequence) {
    int at = held.rangeOf(sequence);
    int kept = 1;
    long displaced = sequence;
    for (int i = 0; i < recents && kept < recent.length + 1; i++) {
      long each = recent[i];
      int range = held.rangeOf(each);
      boolean drop = range < 0 || range == at;
      if (!drop) {
        recent[kept - 1] = displaced;
        displaced = each;
        kept++;
      }
    }
    if (kept <= recent.length) {
      recent[kept - 1] = displaced;
    }
    recents = Math.min(kept, recent.length);
  }

  private void nameRanges(TcpPacket packet) {
    for (int i = 0; i < recents; i++) {
      int range = held.rangeOf(recent[i]);
      if (range >= 0) {
        packet.addRange(held.from(range), held.to(range));
      }
    }
  }

  // --- what it measured -------------------------------------------------------------------------

  /** Segments that had to wait for one before them. */
  public long waitedSegments() {
    return waitedSegments;
  }

  /** How long all of them together have waited, in picoseconds. */
  public long waitedPs() {
    return waitedPs;
  }
}
