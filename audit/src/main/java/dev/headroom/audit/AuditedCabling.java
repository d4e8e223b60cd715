package dev.headroom.audit;

import dev.headroom.formats.cabling.Cabling;
import dev.headroom.formats.fact.Evidence;
import java.util.List;

/**
 * Cabling between the ports of audited hosts and the ports of audited switches.
 *
 * @param unconnected ports of hosts of which that is not known, and why
 */
public record AuditedCabling(List<Link> links, List<Cabling.Unjoined> unconnected) {
  public static final AuditedCabling NONE = new AuditedCabling(List.of(), List.of());

  /**
   * A link.
   *
   * @param by what says so: LLDP, a MAC table, a list
   * @param evidence the line that says so
   */
  public record Link(
      String host, String nic, String device, String port, String by, Evidence evidence) {}

  public AuditedCabling {
    links = List.copyOf(links);
    unconnected = List.copyOf(unconnected);
  }
}
