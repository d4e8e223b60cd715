package dev.headroom.sim.ns3;

/** The IP address of a node in Alibaba's HPCC simulator ({@code node_id_to_ip}): 11.x.y.1. */
public final class Ns3Address {
  private Ns3Address() {}

  /** Of a node by its number. */
  public static int of(int node) {
    return 0x0b000001 + ((node / 256) << 16) + ((node % 256) << 8);
  }
}
