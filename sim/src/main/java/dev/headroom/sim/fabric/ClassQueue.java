package dev.headroom.sim.fabric;

import dev.headroom.sim.packet.Cell;
import dev.headroom.sim.packet.IngressAccounting;
import dev.headroom.sim.packet.Packet;
import org.jspecify.annotations.Nullable;

/**
 * Traffic class of one port: its egress queue, and the packets in the switch that came in through
 * it. What every packet touches is here, in one piece, since another object is another cache miss;
 * the rest is in its {@link ClassCounters}.
 */
public final class ClassQueue extends IngressAccounting {
  public final Port port;
  public final ClassCounters record = new ClassCounters();

  /** Its ECN thresholds. */
  public final EcnMarkingCurve marks;

  public final byte priority;
  public final boolean lossless;

  /** Whether the peer asked this side to be silent. */
  public boolean paused;

  // Egress queue.
  public @Nullable Packet head;
  public @Nullable Packet tail;
  public long queuedBytes;
  public long peakBytes;
  int deficit;
  public long packets;
  public long sentBytes;

  /** Of these, bytes of what carries no data. */
  public long controlBytes;

  ClassQueue(Port port, int priority) {
    this.port = port;
    this.priority = (byte) priority;
    marks = port.settings.marks().of(priority);
    lossless = (port.settings.pauses().lossless() & (1 << priority)) != 0;
  }

  /** The class that a packet in a switch is charged to, through which it came; null for none. */
  public static @Nullable ClassQueue chargedFor(Packet packet) {
    return (ClassQueue) packet.ingress;
  }

  /** Bytes of headroom that what comes in here may fill. */
  public long headroomLimit() {
    return lossless ? port.settings.pauses().headroomBytes() : 0;
  }

  /** Sets whether the peer is to be silent. */
  public void setXoff(boolean silent) {
    xoff = silent;
    record.flapped &= silent;
  }

  public void append(Packet packet) {
    Packet last = tail;
    if (last == null) {
      head = packet;
    } else {
      last.next = packet;
    }
    tail = packet;
    queuedBytes += packet.bytes;
  }

  /** Queues a cell that asks for credit or grants it before all data, behind others of its kind. */
  void putAhead(Cell control) {
    Packet before = head instanceof Cell first && first.isControl() ? record.lastAhead : null;
    if (before == null) {
      control.next = head;
      head = control;
    } else {
      control.next = before.next;
      before.next = control;
    }
    if (control.next == null) {
      tail = control;
    }
    record.lastAhead = control;
    queuedBytes += control.bytes;
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

  /** Takes the last packet out, which is not the only one. */
  public void removeTail(Packet last) {
    Packet before = head;
    while (before != null && before.next != last) {
      before = before.next;
    }
    if (before == null) {
      throw new IllegalStateException("packet is the only one in the queue");
    }
    before.next = null;
    tail = before;
    queuedBytes -= last.bytes;
  }

  /** Counts a packet that is sent. */
  void count(Packet packet) {
    packets++;
    sentBytes += packet.bytes;
    int isControl = -packet.type >> 31; // all bits or none: a branch here is foretold badly
    controlBytes += packet.bytes & isControl;
  }

  public void pause(long nowPs, long untilPs) {
    record.lastUntil(untilPs);
    if (!paused) {
      paused = true;
      record.begin(nowPs);
    }
  }

  public void unpause(long nowPs) {
    paused = false;
    record.end(this, nowPs);
  }
}
