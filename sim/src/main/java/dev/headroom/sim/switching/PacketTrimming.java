package dev.headroom.sim.switching;

import dev.headroom.sim.fabric.ClassQueue;
import dev.headroom.sim.packet.Packet;
import dev.headroom.sim.packet.UetPacket;
import org.jspecify.annotations.Nullable;

/**
 * Packet trimming (Ultra Ethernet specification 1.0; Handley et al., NDP, SIGCOMM 2017): data that
 * finds no room in a lossy queue is forwarded without its payload, in a class ahead of data, so
 * that the receiver learns of it within a round trip.
 *
 * @param frameBytes what is left of the frame
 * @param toClass its priority from then on
 * @param eitherOne whether every other time it is the last packet of the queue that is trimmed, and
 *     the one that came takes its place, so that none that always comes a moment late always loses
 *     (NDP, section 3.1)
 */
public record PacketTrimming(int frameBytes, int toClass, boolean eitherOne) {
  /** Whether a packet that finds no room may be trimmed. */
  boolean applies(Packet packet) {
    return packet.type == Packet.DATA && !packet.has(UetPacket.TRIMMED);
  }

  /** The last packet of a full queue, if it is to be trimmed instead of one that came; or null. */
  @Nullable UetPacket lastInstead(ClassQueue full) {
    return eitherOne
            && full.tail instanceof UetPacket last
            && last != full.head
            && applies(last)
            && full.port.link.draws.trim() < 0.5
        ? last
        : null;
  }

  void trim(UetPacket packet, boolean atLastHop) {
    packet.dscp = (byte) (8 * toClass);
    packet.trim(Math.min(frameBytes, packet.bytes), toClass, atLastHop);
  }
}
