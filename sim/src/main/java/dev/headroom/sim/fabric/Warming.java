package dev.headroom.sim.fabric;

import org.jspecify.annotations.Nullable;

/**
 * Brings what the events of a window will touch into the cache in one go, where the misses overlap;
 * met one by one each would be waited for. In a large fabric nothing is still there from the window
 * before.
 */
final class Warming {
  /** So many packets of each wire and each queue: about what a busy link moves in two windows. */
  private static final int DEPTH = 6;

  private @Nullable Packet[] coming = {};
  private @Nullable Packet[] queued = {};

  /** The sum of what was read, for the caller to keep, as else nothing need be read. */
  long warm(Port[] ports) {
    if (coming.length != ports.length) {
      coming = new Packet[ports.length];
      queued = new Packet[ports.length];
    }
    long sum = 0;
    for (int i = 0; i < ports.length; i++) {
      Port port = ports[i];
      sum += port.warm();
      coming[i] = port.firstArriving();
      queued[i] = port.firstQueued();
    }
    // Each packet names the next: one of every list at a time, since those of a list cannot
    // overlap.
    for (int depth = 0; depth < DEPTH; depth++) {
      sum += follow(coming) + follow(queued);
    }
    for (int i = 0; i < ports.length; i++) {
      if (ports[i].device instanceof Switch) {
        continue;
      }
      sum += ports[i].device.warm(ports[i].firstArriving());
    }
    return sum;
  }

  private static long follow(@Nullable Packet[] packets) {
    long sum = 0;
    for (int i = 0; i < packets.length; i++) {
      Packet packet = packets[i];
      if (packet != null) {
        sum += packet.tailPs + packet.flags;
        packets[i] = packet.next;
      }
    }
    return sum;
  }
}
