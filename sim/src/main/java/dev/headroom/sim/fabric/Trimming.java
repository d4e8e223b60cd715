package dev.headroom.sim.fabric;

/**
 * Packet trimming (Ultra Ethernet specification 1.0; Handley et al., NDP, SIGCOMM 2017): data that
 * finds no room in a lossy queue goes on without its payload, in a class that goes before data, so
 * that the receiver knows of it within a round trip.
 *
 * @param frameBytes what is left of the frame
 * @param toClass its priority from then on
 */
record Trimming(int frameBytes, int toClass) {
  /** Whether a packet that finds no room may be trimmed. */
  boolean applies(Packet packet) {
    return packet.type == Packet.DATA && !packet.has(UetPacket.TRIMMED);
  }

  void trim(UetPacket packet, boolean atLastHop) {
    packet.dscp = (byte) (8 * toClass);
    packet.trim(Math.min(frameBytes, packet.bytes), toClass, atLastHop);
  }
}
