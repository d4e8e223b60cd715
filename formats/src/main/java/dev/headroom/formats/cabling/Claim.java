package dev.headroom.formats.cabling;

import dev.headroom.formats.fact.Evidence;

/**
 * One source's word that two ports are joined.
 *
 * @param end of the host
 * @param port of the switch
 * @param proof what sort of source
 * @param evidence the line that says it
 */
public record Claim(HostEnd end, SwitchEnd port, Proof proof, Evidence evidence) {
  /**
   * A port of a host.
   *
   * @param nic network interface, or RDMA device where only that is known
   */
  public record HostEnd(String host, String nic) {
    @Override
    public String toString() {
      return host + " " + nic;
    }
  }

  /** A port of a switch. */
  public record SwitchEnd(String name, String port) {
    @Override
    public String toString() {
      return name + " " + port;
    }
  }
}
