package dev.headroom.sim.host;

import dev.headroom.sim.packet.Packet;
import dev.headroom.sim.packet.PacketPool;

/**
 * Endpoint of a transport at one host: handling of the flows posted there and the packets that
 * arrive.
 */
public abstract class TransportEndpoint {
  protected final Host host;
  protected final HostRegistry hosts;

  /** Whether it asks to see {@linkplain #leaving packets leave}. */
  final boolean watchesWire;

  private PacketPool pool;

  protected TransportEndpoint(Host host, HostRegistry hosts, boolean watchesWire) {
    this.host = host;
    this.hosts = hosts;
    this.watchesWire = watchesWire;
    pool = host.partition.pool;
  }

  /** Lets it take its packets from a pool other than the first. */
  final void takeFrom(PacketPool another) {
    pool = another;
  }

  /** A packet of the class that this transport sends, to be filled in. */
  public final Packet fresh() {
    return pool.take();
  }

  /** A packet for a sender to fill in. */
  Packet freshFor(PacketSender sender) {
    return pool.take();
  }

  /** A flow is to be sent, or asked for. */
  public abstract void post(int flow, long bytes, long nowPs);

  /** A packet has come; whose it is now. */
  public abstract void receive(Packet packet, long nowPs);

  /**
   * A sender has made a packet, which leaves now; its next time to send is set.
   *
   * @param again whether it was sent before
   */
  public abstract void sent(PacketSender sender, Packet packet, boolean again, long nowPs);

  /**
   * The NIC may not reach the memory that a sender's next packet carries.
   *
   * @return whether the sender has given up over it, so that there is no such packet
   */
  public boolean onAccessDenied(PacketSender sender, long nowPs) {
    return false;
  }

  /** A packet that its NIC had read ahead leaves now; only where {@link #sent} was before that. */
  public void departs(Packet packet, long nowPs) {}

  /** A packet goes into the transmitter; only if it watches the wire. */
  public void leaving(Packet packet, long nowPs) {}

  /** The transmitter has taken a packet; only if it watches the wire. */
  public void transmitting(long nowPs) {}

  /** Packets that have come and wait here. */
  protected int held() {
    return 0;
  }

  /** Whether it grants credit, and schedules events for that. */
  protected boolean grantsCredit() {
    return false;
  }

  /** Credit may be granted. */
  public void grant(long nowPs) {
    throw new IllegalStateException("this transport grants no credit");
  }
}
