package dev.headroom.sim.uet;

import dev.headroom.congestion.Controller;
import dev.headroom.congestion.roce.LineRateController;
import dev.headroom.sim.host.Transport;
import dev.headroom.sim.packet.FlowTuple;
import dev.headroom.sim.packet.Packet;
import dev.headroom.sim.packet.UetPacket;

/**
 * Sending end in mode UUD, unreliable and unordered (Ultra Ethernet specification 1.0, packet
 * delivery sublayer): every packet is sent once, at line rate, and never acknowledged. A flow of
 * which a packet is lost never gets there.
 */
final class UudSender extends UetSender {
  private long next;

  UudSender(FlowTuple route, UetSettings settings, Controller line, long key) {
    super(route, settings, new LineRateController(line.rateBps(0)), key);
  }

  @Override
  public boolean canSend(long nowPs) {
    return flows.hasNew();
  }

  @Override
  public boolean fill(Packet into, long nowPs) {
    UetPacket packet = (UetPacket) into;
    address(packet, entropy.next(next, settings.entropy().values()));
    packet.bytes = (short) nextFrame();
    packet.psn = (int) next++;
    flows.fillNew(packet);
    return false;
  }

  @Override
  public long inFlightBytes() {
    return Transport.UNCOUNTED;
  }

  @Override
  public String stallReason() {
    return flows.hasNew() ? "" : "some packets did not arrive, and mode uud does not retransmit";
  }

  @Override
  public long deadlinePs() {
    return Long.MAX_VALUE;
  }

  @Override
  public void timeOut(long nowPs) {}
}
