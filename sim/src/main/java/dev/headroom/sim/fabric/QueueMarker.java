package dev.headroom.sim.fabric;

import dev.headroom.sim.packet.Packet;

/** Decision in place of ECN thresholds which packets of one queue are marked. */
public interface QueueMarker {
  /** Whether to mark a packet that is about to be queued. */
  boolean marksComing(Packet packet, long nowPs);

  /** Whether to mark a packet that leaves. */
  boolean marksLeaving(Packet packet, long nowPs);
}
