package dev.headroom.sim.fabric;

import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.measure.PauseLengths;
import dev.headroom.sim.measure.PauseSpan;
import dev.headroom.sim.packet.Cell;
import dev.headroom.sim.packet.Packet;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rarely used state of a class: pauses, marks and losses, kept apart from what every packet needs.
 */
public final class ClassCounters {
  /** Pauses kept one by one; beyond them they are only summed. */
  private static final int KEPT_SPANS = 256;

  public long flushedBytes;
  public long marks;
  public long drops;

  /** Packets sent here that did not come whole, their bytes, and how many had a wrong bit. */
  public long lostPackets;

  public long lostBytes;
  public long damaged;

  /** Who marks its packets, where somebody brought that along and one has come. */
  public @Nullable QueueMarker marker;

  /** Packets that lost their payload for want of room in the egress queue. */
  public long trims;

  /** Times the peer was told to be silent, repetitions apart. */
  public long xoffs;

  /** At a host: whether it has reason to want silence, and whether it asks for it without any. */
  public boolean wantsXoff;

  public boolean sendsPauseStorm;

  /** Whether XOFF was in force when the link came up, and has been ever since. */
  public boolean flapped;

  /** Whether the peer was last told to be silent. */
  public boolean xoffSent;

  public long pauses;

  /** The last to be queued ahead of data; it still is if the first of the queue is such a one. */
  @Nullable Cell lastAhead;

  private long pausedPs;
  private long pausedSincePs;
  private long pausedUntilPs;

  /** When the peer last asked for silence, and until when where that is not heeded. */
  private long lastXoffPs;

  private long ignoredPauseEndPs;
  private final List<PauseSpan> spans = new ArrayList<>(0);

  /** A packet on its way here has not come, or not as it was sent. */
  void lose(Packet packet, DropCause cause) {
    lostPackets++;
    lostBytes += packet.bytes;
    damaged += cause == DropCause.BIT_ERROR ? 1 : 0;
  }

  void begin(long nowPs) {
    pauses++;
    pausedSincePs = nowPs;
  }

  void lastUntil(long untilPs) {
    pausedUntilPs = untilPs;
  }

  public long untilPs() {
    return pausedUntilPs;
  }

  public long pausedSincePs() {
    return pausedSincePs;
  }

  /** The peer asked for silence in a class, whether heeded or not. */
  public void xoffReceived(long nowPs) {
    lastXoffPs = nowPs;
  }

  /** The same in a class whose pauses are not heeded. */
  public void ignoredXoffReceived(long untilPs) {
    ignoredPauseEndPs = untilPs;
  }

  /** Whether the peer asks for silence, or asked after a time. */
  public boolean hasXoff(ClassQueue classQueue, long nowPs, long afterPs) {
    return lastXoffPs > afterPs
        || ignoredPauseEndPs > nowPs
        || (classQueue.paused && pausedUntilPs > nowPs);
  }

  void end(ClassQueue classQueue, long nowPs) {
    pausedPs += nowPs - pausedSincePs;
    classQueue.port.partition.pauseLengths.add(nowPs - pausedSincePs);
    if (spans.size() < KEPT_SPANS) {
      spans.add(span(classQueue, nowPs));
    }
  }

  private PauseSpan span(ClassQueue classQueue, long toPs) {
    Port port = classQueue.port;
    return new PauseSpan(
        port.device.node,
        port.number(),
        port.peer().device.node,
        classQueue.priority,
        pausedSincePs,
        toPs);
  }

  /** Time paused up to the end of a run; a pause still in force counts until it would expire. */
  public long pausedPsBy(ClassQueue classQueue, long endPs) {
    return classQueue.paused ? pausedPs + openEnd(endPs) - pausedSincePs : pausedPs;
  }

  void collectSpans(ClassQueue classQueue, List<PauseSpan> into, long endPs) {
    into.addAll(spans);
    if (classQueue.paused && spans.size() < KEPT_SPANS) {
      into.add(open(classQueue, endPs));
    }
  }

  /** Adds the pause in force at the end of a run, if there is one. */
  void addOpen(ClassQueue classQueue, PauseLengths into, long endPs) {
    if (classQueue.paused) {
      into.add(openEnd(endPs) - pausedSincePs);
    }
  }

  /** The pause in force at the end of a run. */
  public PauseSpan open(ClassQueue classQueue, long endPs) {
    return span(classQueue, openEnd(endPs));
  }

  private long openEnd(long endPs) {
    return Math.max(pausedSincePs, Math.min(endPs, pausedUntilPs));
  }
}
