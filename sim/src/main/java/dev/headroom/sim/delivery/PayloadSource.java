package dev.headroom.sim.delivery;

import dev.headroom.sim.packet.Packet;

/** Source of the content of a connection's packets, in the order of their numbers. */
public interface PayloadSource {
  /** Whether there are packets that were never sent. */
  boolean hasNew();

  /** Payload of the next packet that was never sent. */
  int newPayload();

  /** Takes the next packet that was never sent: its flow and payload. */
  void fillNew(Packet packet);

  /** Fills in flow and payload of a packet that is sent again. */
  void fillAgain(Packet packet, long sequence);
}
