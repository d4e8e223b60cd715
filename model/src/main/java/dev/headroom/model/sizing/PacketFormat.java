package dev.headroom.model.sizing;

/**
 * Packet overhead of a transport on the wire beside the payload, in bytes.
 *
 * <p>Ethernet: preamble 8, header 14, FCS 4, gap 12 (IEEE 802.3). RoCEv2: IPv4 20 or IPv6 40, UDP
 * 8, BTH 12, ICRC 4, and a RETH of 16 in the first packet of a WRITE (IBTA annex A17). InfiniBand:
 * LRH 8, BTH 12, ICRC 4, VCRC 2 (IBTA volume 1). TCP: IPv4 20 or IPv6 40, header 20, timestamps 12
 * (RFC 7323), all of which the MTU counts.
 */
public enum PacketFormat {
  ROCEV2(38 + 20 + 8 + 12 + 4, 0, 16),
  ROCEV2_IPV6(38 + 40 + 8 + 12 + 4, 0, 16),
  INFINIBAND(8 + 12 + 4 + 2, 0, 16),
  TCP(38 + 20 + 20 + 12, 20 + 20 + 12, 0),
  TCP_IPV6(38 + 40 + 20 + 12, 40 + 20 + 12, 0);

  /** An 802.1Q tag. */
  public static final int VLAN_BYTES = 4;

  private final int perPacket;
  private final int insideMtu;
  private final int perMessage;

  PacketFormat(int perPacket, int insideMtu, int perMessage) {
    this.perPacket = perPacket;
    this.insideMtu = insideMtu;
    this.perMessage = perMessage;
  }

  /** Whether the MTU is that of payload, 256 to 4096, as in InfiniBand and RoCE. */
  public boolean mtuIsPayload() {
    return insideMtu == 0;
  }

  /** Beside the payload of each packet. */
  public int overheadBytes() {
    return perPacket;
  }

  /** Beside that in the first packet of a message. */
  public int messageBytes() {
    return perMessage;
  }

  /**
   * Most payload of a packet.
   *
   * @throws IllegalArgumentException if the MTU is none of this format's
   */
  public int payloadBytes(int mtu) {
    if (mtuIsPayload()) {
      if (mtu < 256 || mtu > 4096 || Integer.bitCount(mtu) != 1) {
        throw new IllegalArgumentException(
            "the MTU is " + mtu + "; RDMA supports 256, 512, 1024, 2048 and 4096");
      }
      return mtu;
    }
    ArgumentChecks.within("the MTU", mtu, 576, 65_535);
    return mtu - insideMtu;
  }
}
