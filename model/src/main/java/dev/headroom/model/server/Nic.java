package dev.headroom.model.server;

import dev.headroom.model.machine.NicProduct;
import dev.headroom.model.machine.PcieSlot;
import dev.headroom.unit.Rate;
import java.util.Locale;

/**
 * NIC of a server, with one port.
 *
 * @param number among the NICs of its server
 * @param host what the scenario calls the host that it is
 * @param slot where it is plugged in
 * @param rate of its port
 * @param adapter which card it is
 * @param infiniband else Ethernet
 * @param mtu path MTU in bytes of payload
 * @param place of its host among all hosts of the fabric: addresses follow from it
 * @param up whether its link is up
 */
public record Nic(
    int number,
    String host,
    PcieSlot slot,
    Rate rate,
    NicProduct adapter,
    boolean infiniband,
    int mtu,
    int place,
    boolean up) {
  private static final long OUI = 0xa088c2L; // one of NVIDIA's

  /** As RDMA tools name it. */
  public String device() {
    return "mlx5_" + number;
  }

  /** As network tools name it. */
  public String netdev() {
    return infiniband ? "ib" + number : "ens" + (number + 1) + "np0";
  }

  /** MAC address. */
  public long mac() {
    return OUI << 24 | place + 0x100L;
  }

  /** GUID of the node: the MAC address with 0300 in its middle, as NVIDIA's NICs come. */
  public long guid() {
    return split(0x0300);
  }

  /**
   * GUID of the port: that of the node with InfiniBand; with Ethernet the EUI-64 of the MAC address
   * with its universal bit turned, as IPv6 makes interface identifiers.
   */
  public long portGuid() {
    return infiniband ? guid() : split(0xfffe) ^ 1L << 57;
  }

  /** The MAC address in two halves, with 16 bits between them. */
  private long split(long middle) {
    return (mac() >>> 24) << 40 | middle << 24 | (mac() & 0xffffff);
  }

  /** 10.x.y.z, by the place of its host. */
  public String ipv4() {
    int z = place % 250 + 1;
    int y = place / 250 % 250;
    return String.format(Locale.ROOT, "10.%d.%d.%d", place / 62_500, y, z);
  }

  /** Local identifier: 0 with Ethernet. */
  public int lid() {
    return infiniband ? place + 1 : 0;
  }
}
