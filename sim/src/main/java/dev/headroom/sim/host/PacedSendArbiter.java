package dev.headroom.sim.host;

import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.kernel.EventQueue;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Send arbiter with pacing: senders that may send form a round and send one packet each; those that
 * wait are in a heap by the time of their next send, the least recent sender first. Who sends at
 * line rate waits too, for its own packet to be out: else it would stand in the round before those
 * whose pacing ends in the meantime, and take more than its share. Next to nothing a packet, for
 * any number of senders.
 */
final class PacedSendArbiter extends SendArbiter {
  private @Nullable PacketSender first;
  private @Nullable PacketSender last;
  private PacketSender[] paced = new PacketSender[4];
  private int size;
  private final int priority;

  /**
   * @param priority class that all of them send in
   */
  PacedSendArbiter(int priority) {
    this.priority = priority;
  }

  @Override
  boolean isHeld(Port port) {
    return port.holds(priority);
  }

  @Override
  void admit(PacketSender sender, long nowPs) {
    if (sender.nextSendPs <= nowPs) {
      append(sender);
    } else {
      defer(sender);
    }
  }

  private void append(PacketSender sender) {
    sender.place = PacketSender.Place.READY;
    sender.nextInRound = null;
    PacketSender end = last;
    if (end == null) {
      first = sender;
    } else {
      end.nextInRound = sender;
    }
    last = sender;
  }

  @Override
  @Nullable PacketSender take(long nowPs) {
    while (size > 0 && paced[0].nextSendPs <= nowPs) {
      append(removeTop());
    }
    PacketSender sender = removeFirst();
    while (sender != null && sender.nextSendPs > nowPs) { // slowed down while it stood here
      defer(sender);
      sender = removeFirst();
    }
    return sender;
  }

  private @Nullable PacketSender removeFirst() {
    PacketSender sender = first;
    if (sender == null) {
      return null;
    }
    first = sender.nextInRound;
    if (first == null) {
      last = null;
    }
    sender.nextInRound = null;
    sender.place = PacketSender.Place.IDLE;
    return sender;
  }

  @Override
  long nextPs(long nowPs) {
    if (first != null) {
      return 0;
    }
    return size > 0 ? paced[0].nextSendPs : EventQueue.NEVER;
  }

  @Override
  void defer(PacketSender sender) {
    sender.place = PacketSender.Place.PACED;
    if (size == paced.length) {
      paced = Arrays.copyOf(paced, 2 * size);
    }
    rise(sender, size++);
  }

  @Override
  void moved(PacketSender sender) {
    if (sender.place == PacketSender.Place.PACED) {
      rise(sender, sender.rank);
      sink(sender, sender.rank);
    }
  }

  /** Puts a sender in a gap of the heap, or above. */
  private void rise(PacketSender sender, int gap) {
    int i = gap;
    while (i > 0) {
      int up = (i - 1) >>> 1;
      if (!before(sender, paced[up])) {
        break;
      }
      put(paced[up], i);
      i = up;
    }
    put(sender, i);
  }

  private void put(PacketSender sender, int at) {
    paced[at] = sender;
    sender.rank = at;
  }

  private PacketSender removeTop() {
    PacketSender top = paced[0];
    sink(paced[--size], 0);
    return top;
  }

  /** Puts a sender in a gap of the heap, or below. */
  private void sink(PacketSender sender, int gap) {
    int i = gap;
    while (2 * i + 1 < size) {
      int child = 2 * i + 1;
      if (child + 1 < size && before(paced[child + 1], paced[child])) {
        child++;
      }
      if (!before(paced[child], sender)) {
        break;
      }
      put(paced[child], i);
      i = child;
    }
    put(sender, i);
  }

  private static boolean before(PacketSender a, PacketSender b) {
    if (a.nextSendPs != b.nextSendPs) {
      return a.nextSendPs < b.nextSendPs;
    }
    return a.lastSendPs != b.lastSendPs ? a.lastSendPs < b.lastSendPs : a.queuePair < b.queuePair;
  }
}
