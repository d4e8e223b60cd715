package dev.headroom.formats.cabling;

import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.MachineNames;

/**
 * Evidence from one source that two ports are connected.
 *
 * @param end of the host
 * @param port of the switch
 * @param proof what sort of source
 * @param evidence the line that says it
 */
public record CablingEvidence(HostEnd end, SwitchEnd port, CablingSource proof, Evidence evidence) {
  /** The same, of machines by the names that they go by here. */
  CablingEvidence withResolvedMachines(MachineNames machines) {
    return new CablingEvidence(
        new HostEnd(named(machines, end.host()), end.nic()),
        new SwitchEnd(named(machines, port.name()), port.port()),
        proof,
        evidence);
  }

  private static String named(MachineNames machines, String name) {
    return machines.find(name).map(HostFacts::name).orElse(name);
  }

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
    /** Whether it is one port, whichever way tables and configurations write it. */
    public boolean isSame(SwitchEnd other) {
      return name.equalsIgnoreCase(other.name) && SwitchPortName.isSame(port, other.port);
    }

    @Override
    public String toString() {
      return name + " " + port;
    }
  }
}
