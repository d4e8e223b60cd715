package dev.headroom.sim.cells;

import dev.headroom.sim.packet.Packet;
import dev.headroom.sim.packet.PacketQueue;
import org.jspecify.annotations.Nullable;

/**
 * Virtual output queue (VOQ): packets at a leaf that wait for credit to one host in one class. All
 * counts are of bytes since the start, so that one that is lost is made good by the next.
 */
public final class VirtualOutputQueue {
  private final PacketQueue waiting = new PacketQueue();

  /** Bytes of all packets that came to wait, and of those that went. */
  private long offered;

  private long sent;

  /** What was asked for, and how much of that was granted. */
  private long requestedBytes;

  private long granted;

  /** What had been granted when somebody last looked. */
  private long seen = -1;

  private long packets;
  private long marks;
  private long peakBytes;

  void add(Packet packet) {
    waiting.add(packet);
    offered += packet.bytes;
    packets++;
    peakBytes = Math.max(peakBytes, offered - sent);
  }

  /** The next packet, if there is credit left for its first byte; else null. */
  @Nullable Packet poll() {
    if (sent >= granted) {
      return null;
    }
    Packet packet = waiting.poll();
    if (packet != null) {
      sent += packet.bytes;
    }
    return packet;
  }

  /**
   * Whether it is time to ask for more: nothing more is on its way, or a whole credit's worth has
   * not been asked for.
   */
  boolean shouldRequestCredit(int creditBytes) {
    return offered > requestedBytes
        && (requestedBytes == granted || offered - requestedBytes >= creditBytes);
  }

  /** What was asked for so far. */
  long requestedBytes() {
    return requestedBytes;
  }

  /** Asks for all that waits: up to where. */
  long requestCredit() {
    requestedBytes = offered;
    return requestedBytes;
  }

  /** Whether credit is owed, and none has come since this was last asked. */
  boolean hasStalledCredit() {
    boolean same = seen == granted;
    seen = granted;
    return same && requestedBytes > granted;
  }

  /** Takes the first off, whether there is credit or not. */
  @Nullable Packet giveUp() {
    Packet packet = waiting.poll();
    if (packet != null) {
      sent += packet.bytes;
    }
    return packet;
  }

  void grant(long upTo) {
    granted = Math.max(granted, upTo);
  }

  long queuedBytes() {
    return offered - sent;
  }

  /** Counts whether a packet was marked that left. */
  void count(boolean marked) {
    marks += marked ? 1 : 0;
  }

  long packets() {
    return packets;
  }

  long marks() {
    return marks;
  }

  /** Most that ever waited. */
  long peakBytes() {
    return peakBytes;
  }

  @Nullable Packet first() {
    return waiting.peek();
  }
}
