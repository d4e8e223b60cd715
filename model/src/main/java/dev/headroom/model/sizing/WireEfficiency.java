package dev.headroom.model.sizing;

import dev.headroom.unit.Size;

/**
 * Payload share of the bytes on the wire: {@code S / (S + ceil(S/payload) * overhead + first)}.
 * Example: RoCEv2 in 4,096 B packets: 4,096 of 4,178 B, 98.0 %.
 *
 * @param format what each packet has beside payload
 * @param mtu of payload in RDMA, of IP packets in TCP, bytes
 * @param message bytes of each message, over 0
 * @param vlan whether packets are tagged
 */
public record WireEfficiency(PacketFormat format, int mtu, Size message, boolean vlan) {
  public WireEfficiency {
    ArgumentChecks.positive("the message", message.bytes(), message);
    ArgumentChecks.positive("the payload", format.payloadBytes(mtu), mtu);
    if (vlan && format == PacketFormat.INFINIBAND) {
      throw new IllegalArgumentException("InfiniBand has no VLAN tags");
    }
  }

  /** Packets of a message. */
  public long packets() {
    return Math.ceilDiv(message.bytes(), format.payloadBytes(mtu));
  }

  /** Bytes of a message on the wire, with preambles and gaps. */
  public long wireBytes() {
    int each = format.overheadBytes() + (vlan ? PacketFormat.VLAN_BYTES : 0);
    return message.bytes() + packets() * each + format.messageBytes();
  }

  /** Payload among them, 0 to 1. */
  public double share() {
    return (double) message.bytes() / wireBytes();
  }
}
