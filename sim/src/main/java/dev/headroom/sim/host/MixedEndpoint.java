package dev.headroom.sim.host;

import dev.headroom.sim.packet.Packet;
import java.util.Arrays;

/**
 * Endpoint of several transports at one host, which passes each flow and each packet to its own
 * transport.
 */
final class MixedEndpoint extends TransportEndpoint {
  private final TransportEndpoint[] ends;
  private final int[] ofPair;

  /**
   * @param ofPair which end each queue pair belongs to
   */
  MixedEndpoint(Host host, HostRegistry hosts, TransportEndpoint[] ends, int[] ofPair) {
    super(host, hosts, Arrays.stream(ends).anyMatch(end -> end.watchesWire));
    this.ends = ends;
    this.ofPair = ofPair;
  }

  private TransportEndpoint of(Packet packet) {
    return ends[ofPair[packet.route.queuePair()]];
  }

  private TransportEndpoint of(PacketSender sender) {
    return ends[ofPair[sender.queuePair]];
  }

  @Override
  Packet freshFor(PacketSender sender) {
    return of(sender).fresh();
  }

  @Override
  public void post(int flow, long bytes, long nowPs) {
    ends[ofPair[hosts.queuePair(flow)]].post(flow, bytes, nowPs);
  }

  @Override
  public void receive(Packet packet, long nowPs) {
    of(packet).receive(packet, nowPs);
  }

  @Override
  public void sent(PacketSender sender, Packet packet, boolean again, long nowPs) {
    of(sender).sent(sender, packet, again, nowPs);
  }

  @Override
  public boolean onAccessDenied(PacketSender sender, long nowPs) {
    return of(sender).onAccessDenied(sender, nowPs);
  }

  @Override
  public void departs(Packet packet, long nowPs) {
    of(packet).departs(packet, nowPs);
  }

  @Override
  public void leaving(Packet packet, long nowPs) {
    TransportEndpoint end = of(packet);
    if (end.watchesWire) {
      end.leaving(packet, nowPs);
    }
  }

  @Override
  public void transmitting(long nowPs) {
    for (TransportEndpoint end : ends) {
      if (end.watchesWire) {
        end.transmitting(nowPs);
      }
    }
  }

  @Override
  protected int held() {
    return Arrays.stream(ends).mapToInt(TransportEndpoint::held).sum();
  }

  @Override
  protected boolean grantsCredit() {
    return Arrays.stream(ends).anyMatch(TransportEndpoint::grantsCredit);
  }

  @Override
  public void grant(long nowPs) {
    for (TransportEndpoint end : ends) {
      if (end.grantsCredit()) {
        end.grant(nowPs);
      }
    }
  }
}
