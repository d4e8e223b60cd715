package dev.headroom.wire.packet;

/**
 * Network layer that carries a base transport header, which determines the bytes that its ICRC
 * covers.
 */
public enum NetworkLayer {
  /** RoCEv2 over IPv4 and UDP. */
  IPV4,
  /** RoCEv2 over IPv6 and UDP. */
  IPV6,
  /** RoCEv1: a global route header in an Ethernet frame. */
  ETHERNET_GRH,
  /** InfiniBand with a global route header. */
  IB_GLOBAL,
  /** InfiniBand within a subnet: a local route header only. */
  IB_LOCAL
}
