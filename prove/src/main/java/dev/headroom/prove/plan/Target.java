package dev.headroom.prove.plan;

import dev.headroom.unit.Rate;

/**
 * Link under test, by the NIC port of a host at its end.
 *
 * @param host name, by which commands reach it
 * @param address of the port, for the peer; the host's name where none is given
 * @param device RDMA device, such as {@code mlx5_0}; empty for the first
 * @param netdev network interface, such as {@code eth0}; empty for that of the device
 * @param rate of the link, in each direction
 */
public record Target(String host, String address, String device, String netdev, Rate rate) {
  /** Its name in evidence and reports. */
  public String name() {
    return device.isEmpty() ? host : host + ":" + device;
  }
}
