package dev.headroom.sim.fabric;

import dev.headroom.sim.measure.PauseSpan;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One class of one port: its egress queue, what came in through it and is still in the switch, and
 * its pause state in both directions.
 */
public final class Lane {
  /** Longest pauses kept one by one; beyond it they are only summed. */
  private static final int KEPT_SPANS = 256;

  final Port port;
  final int priority;
  final boolean lossless;

  // Egress queue.
  @Nullable Packet head;
  @Nullable Packet tail;
  long queuedBytes;
  long deficit;

  // Ingress: what arrived here and still occupies the switch's buffer.
  long occupiedBytes;
  long headroomBytes;
  boolean xoff;
  boolean xoffTold;

  // Paused by the peer.
  boolean paused;
  long pausedSincePs;
  long pausedUntilPs;

  // Thresholds.
  long headroomLimit;
  long kmin = Long.MAX_VALUE;
  long kmax = Long.MAX_VALUE;
  double pmax;

  // What was measured.
  long packets;
  long sentBytes;
  long dataBytes;
  long admittedBytes;
  long marks;
  long drops;
  long pauses;
  long pausedPs;
  long xoffs;
  long peakBytes;
  final List<PauseSpan> spans = new ArrayList<>(0);

  Lane(Port port, int priority, boolean lossless) {
    this.port = port;
    this.priority = priority;
    this.lossless = lossless;
  }

  void append(Packet packet) {
    Packet last = tail;
    if (last == null) {
      head = packet;
    } else {
      last.next = packet;
    }
    tail = packet;
    long bytes = queuedBytes + packet.bytes;
    queuedBytes = bytes;
    admittedBytes += packet.bytes;
  }

  Packet removeHead() {
    Packet packet = head;
    if (packet == null) {
      throw new IllegalStateException("empty queue");
    }
    head = packet.next;
    if (head == null) {
      tail = null;
    }
    packet.next = null;
    queuedBytes -= packet.bytes;
    return packet;
  }

  void pause(long nowPs, long untilPs) {
    pausedUntilPs = untilPs;
    if (!paused) {
      paused = true;
      pauses++;
      pausedSincePs = nowPs;
    }
  }

  void unpause(long nowPs) {
    paused = false;
    pausedPs += nowPs - pausedSincePs;
    if (spans.size() < KEPT_SPANS) {
      spans.add(
          new PauseSpan(
              port.device.node, port.number, port.peer().device.node, priority, pausedSincePs, nowPs));
    }
  }

  /** Time paused up to the end of a run; a pause still in force counts until it would expire. */
  long pausedPsBy(long endPs) {
    return paused ? pausedPs + Math.max(0, Math.min(endPs, pausedUntilPs) - pausedSincePs) : pausedPs;
  }

  void collectSpans(List<PauseSpan> into, long endPs) {
    into.addAll(spans);
    if (paused && spans.size() < KEPT_SPANS) {
      into.add(
          new PauseSpan(
              port.device.node,
              port.number,
              port.peer().device.node,
              priority,
              pausedSincePs,
              Math.max(pausedSincePs, Math.min(endPs, pausedUntilPs))));
    }
  }

  public long queuedBytes() {
    return queuedBytes;
  }

  public boolean isPaused() {
    return paused;
  }
}
