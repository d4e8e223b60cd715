package dev.headroom.sim.fabric;

import org.jspecify.annotations.Nullable;

/**
 * One class of one port: its egress queue, and what came in through it and is still in the switch.
 * What every packet touches is here and small; the rest is in its {@link LaneRecord}.
 */
public final class Lane {
  final Port port;
  final LaneRecord record = new LaneRecord();
  final int headroomLimit;
  final byte priority;
  final boolean lossless;

  /** Whether the peer is to be silent, and whether it was last told so. */
  boolean xoff;

  boolean xoffTold;

  /** Whether the peer asked this side to be silent. */
  boolean paused;

  // Egress queue.
  @Nullable Packet head;
  @Nullable Packet tail;
  int queuedBytes;
  int peakBytes;
  int deficit;
  long packets;
  long sentBytes;

  // Ingress: what arrived here and still occupies the switch's buffer.
  int occupiedBytes;
  int headroomBytes;

  Lane(Port port, int priority, boolean lossless, long headroomLimit) {
    this.port = port;
    this.priority = (byte) priority;
    this.lossless = lossless;
    this.headroomLimit = (int) Math.min(Integer.MAX_VALUE, headroomLimit);
  }

  void append(Packet packet) {
    Packet last = tail;
    if (last == null) {
      head = packet;
    } else {
      last.next = packet;
    }
    tail = packet;
    queuedBytes += packet.bytes;
  }

  Packet removeHead() {
    Packet packet = head;
    if (packet == null) {
      throw new IllegalStateException("empty queue");
    }
    Packet following = packet.next;
    head = following;
    if (following == null) {
      tail = null;
    } else {
      packet.next = null;
    }
    queuedBytes -= packet.bytes;
    return packet;
  }

  void pause(long nowPs, long untilPs) {
    record.lastUntil(untilPs);
    if (!paused) {
      paused = true;
      record.begin(nowPs);
    }
  }

  void unpause(long nowPs) {
    paused = false;
    record.end(this, nowPs);
  }
}
