package dev.headroom.sim.retry;

import dev.headroom.sim.fabric.ClassQueue;
import dev.headroom.sim.fabric.EventKind;
import dev.headroom.sim.fabric.LinkControl;
import dev.headroom.sim.fabric.LinkRetry;
import dev.headroom.sim.fabric.LinkTiming;
import dev.headroom.sim.fabric.PauseFifo;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.packet.Packet;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Link-level retry at one port, as Ultra Ethernet has it (LLR; UE specification 1.0, link layer;
 * OCP SAI proposal "Link Layer Retry", 2025): go-back-N on the link. Both halves of it: what came
 * in with a wrong bit is refused, and what the peer refuses is sent again.
 *
 * <pre>
 *   receiver   a frame is bad: NACK when its last bit is in; what follows is discarded until it
 *              comes again
 *   sender     NACK: after the frame in transmission, all frames from that one on once more, PFC
 *              frames in between; then new ones
 *   a frame that is bad again after so many replays is given up
 * </pre>
 *
 * What is discarded is held here instead, and let in as its replay arrives. The sender knows how
 * many frames and bytes it replays, not the size of each: it shares the time out evenly. NACKs are
 * control ordered sets of 8 bytes, which wait for no frame and are never lost.
 */
public final class FrameRetry implements LinkRetry {
  /** A frame that is sent again, in the place of a class. */
  private static final int FRAME = NACK + 1;

  /** A control ordered set is a block of 64 bits (IEEE 802.3, clause 82). */
  private static final int CONTROL_BYTES = 8;

  // A message in a word: frames or the round, bytes, and how often the link had gone down.
  private static final int FRAME_BITS = 24;
  private static final int BYTE_BITS = 36;
  private static final long FRAMES = (1L << FRAME_BITS) - 1;
  private static final long BYTES = (1L << BYTE_BITS) - 1;
  private static final int DOWNS = 3;

  private final Port port;
  private final LinkControl link;
  private final int most;
  private final PauseFifo nacks = new PauseFifo();
  private final PauseFifo replays = new PauseFifo();

  // Receiving: frames and bytes that have come since the link came up, and what waits for a replay.
  private long comeFrames;
  private long comeBytes;
  private @Nullable Packet held;
  private @Nullable Packet lastHeld;
  private int attempts;
  private long round;

  // Sending.
  private long baseFrames;
  private long baseBytes;
  private long framesLeft;
  private long bytesLeft;
  private long roundSent;

  /** How often the link has gone down. */
  private int downs;

  private long nacksSent;
  private long framesReplayed;

  /**
   * @param most how often in a row a frame is sent again before it is given up
   */
  public FrameRetry(Port port, LinkControl link, int most) {
    this.port = port;
    this.link = link;
    this.most = most;
  }

  /** That of a port of a link that sends frames again. */
  public static FrameRetry of(Port port) {
    return (FrameRetry) Objects.requireNonNull(port.link.retry());
  }

  // --- receiving --------------------------------------------------------------------------------

  @Override
  public boolean takes(Packet packet, long nowPs) {
    boolean bad = held == null && link.isHit(packet); // what is held is looked at when it is let in
    if (held == null && !bad) {
      count(packet);
      return true;
    }
    port.partition.packetHops--; // it counts as having crossed when it is let in
    boolean first = held == null;
    hold(packet);
    if (first) {
      attempts = 0;
      sendNack(packet, nowPs);
    }
    return false;
  }

  private void count(Packet packet) {
    comeFrames++;
    comeBytes += packet.bytes;
  }

  private void hold(Packet packet) {
    Packet last = lastHeld;
    if (last == null) {
      held = packet;
    } else {
      last.next = packet;
    }
    lastHeld = packet;
  }

  /** The frame at the head is bad: asks for it and all after it. */
  private void sendNack(Packet packet, long nowPs) {
    attempts++;
    round++;
    nacksSent++;
    Port to = port.peer();
    long word = ((comeBytes & BYTES) << FRAME_BITS) | (comeFrames & FRAMES);
    long atPs = Math.max(nowPs, packet.tailPs) + nackFlightPs();
    send(to, atPs, NACK, word);
  }

  private long nackFlightPs() {
    return (long) Math.ceil(CONTROL_BYTES * 8e12 / port.wire().rateBps)
        + port.settings.link().propagationPs();
  }

  private void send(Port to, long atPs, int kind, long word) {
    if (to.partition == port.partition) {
      of(to).enter(atPs, kind, word);
    } else {
      long marked = word | ((long) (downs & DOWNS) << (FRAME_BITS + BYTE_BITS));
      port.partition.postPause(atPs, kind, marked, to);
    }
  }

  /** A message is on its way here. */
  void enter(long atPs, int kind, long word) {
    if (kind == NACK) {
      nacks.add(atPs, kind, word);
    } else {
      replays.add(atPs, kind, word);
    }
    port.events.schedule(atPs, EventKind.PAUSE, port.id);
  }

  /** Lost if the link has gone down since it was sent. */
  @Override
  public void enterFromPartition(long atPs, int kind, long word) {
    if (word >>> (FRAME_BITS + BYTE_BITS) == (downs & DOWNS)) {
      enter(atPs, kind, word & ((1L << (FRAME_BITS + BYTE_BITS)) - 1));
    }
  }

  @Override
  public void arrive(long nowPs) {
    while (!nacks.isEmpty() && nacks.effectPs() <= nowPs) {
      long word = nacks.quanta();
      nacks.remove();
      replayFrom(word, nowPs);
    }
    while (!replays.isEmpty() && replays.effectPs() <= nowPs) {
      long of = replays.quanta();
      replays.remove();
      if (of == (round & FRAMES)) {
        onReplay(nowPs);
      }
    }
  }

  /** The frame at the head of what is held has come once more. */
  private void onReplay(long nowPs) {
    Packet packet = held;
    if (packet == null) {
      throw new IllegalStateException(
          port.device.name + " port " + link.number + " has no pending replay");
    }
    boolean bad = link.isHit(packet);
    packet.tailPs = port.settings.link().deliverAtTail() ? nowPs : nowPs + frameTimePs(packet);
    if (bad && attempts < most) {
      sendNack(packet, nowPs);
      return;
    }
    held = packet.next;
    packet.next = null;
    if (held == null) {
      lastHeld = null;
    }
    attempts = 0;
    count(packet);
    port.partition.packetHops++;
    if (bad) {
      port.lose(packet, DropCause.BIT_ERROR);
    } else {
      link.deliver(packet, nowPs);
    }
  }

  private long frameTimePs(Packet packet) {
    LinkTiming wire = port.wire(); // both directions are alike at all times
    return wire.holdPs(packet.bytes, 0) - wire.gapPs();
  }

  // --- sending ----------------------------------------------------------------------------------

  /** The peer refuses a frame: how many have been sent from that one on. */
  private void replayFrom(long word, long nowPs) {
    framesLeft = (sentFrames() - baseFrames - word) & FRAMES;
    bytesLeft = (port.sentBytes() - baseBytes - (word >>> FRAME_BITS)) & BYTES;
    roundSent++;
    if (framesLeft > 0) {
      port.queueFlowControlOf(1 << NACK);
      port.trySend(nowPs);
    }
  }

  @Override
  public long replayNext(long nowPs) {
    if (framesLeft == 0) {
      return 0; // the link went down meanwhile
    }
    int bytes = (int) (bytesLeft / framesLeft);
    bytesLeft -= bytes;
    framesLeft--;
    framesReplayed++;
    if (framesLeft > 0) {
      port.queueFlowControlOf(1 << NACK);
    }
    long holdPs = port.wire().holdPs(bytes, 0);
    Port to = port.peer();
    long headPs = nowPs + port.delayPs();
    long atPs = to.settings.link().deliverAtTail() ? headPs + holdPs - port.wire().gapPs() : headPs;
    send(to, atPs, FRAME, roundSent & FRAMES);
    return holdPs;
  }

  private long sentFrames() {
    long frames = 0;
    for (ClassQueue classQueue : link.classQueues) {
      frames += classQueue == null ? 0 : classQueue.packets;
    }
    return frames;
  }

  // --- link state -------------------------------------------------------------------------------

  /** Both ends begin anew. */
  @Override
  public void cut() {
    downs++;
    while (held != null) {
      Packet packet = held;
      held = packet.next;
      packet.next = null;
      port.partition.packetHops++;
      port.lose(packet, DropCause.LINK_DOWN);
    }
    lastHeld = null;
    nacks.clear();
    replays.clear();
    comeFrames = 0;
    comeBytes = 0;
    baseFrames = sentFrames();
    baseBytes = port.sentBytes();
    framesLeft = 0;
    bytesLeft = 0;
    round = 0;
    roundSent = 0;
  }

  // --- for the books ----------------------------------------------------------------------------

  @Override
  public @Nullable Packet held() {
    return held;
  }

  @Override
  public long nacks() {
    return nacksSent;
  }

  @Override
  public long framesReplayed() {
    return framesReplayed;
  }
}
