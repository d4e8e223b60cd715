package dev.headroom.sim.packet;

import org.jspecify.annotations.Nullable;

/** FIFO of packets, linked through the packets themselves. */
public final class PacketQueue {
  private @Nullable Packet head;
  private @Nullable Packet tail;
  private int size;

  public int size() {
    return size;
  }

  /** The first, or null. */
  public @Nullable Packet peek() {
    return head;
  }

  /** Appends one that stands in no other row. */
  public void add(Packet packet) {
    Packet last = tail;
    if (last == null) {
      head = packet;
    } else {
      last.next = packet;
    }
    tail = packet;
    size++;
  }

  /** Takes the first off, or null. */
  public @Nullable Packet poll() {
    Packet first = head;
    if (first == null) {
      return null;
    }
    head = first.next;
    if (head == null) {
      tail = null;
    }
    first.next = null;
    size--;
    return first;
  }
}
