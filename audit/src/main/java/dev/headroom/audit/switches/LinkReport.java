package dev.headroom.audit.switches;

import dev.headroom.audit.Audit;
import dev.headroom.audit.AuditedCabling;
import dev.headroom.formats.host.HostFacts;
import java.util.List;

/** Summary of the inputs that link rules had. */
public final class LinkReport {
  private LinkReport() {}

  /** Of all that an audit has taken; none where there are not hosts and switches. */
  public static AuditedCabling of(Audit audit) {
    List<HostFacts> all = audit.noted(LinkEnds.NOTES);
    HostSwitchLinks links = HostSwitchLinks.ofHosts(all);
    return links.joined().isEmpty() && links.unconnected().isEmpty()
        ? AuditedCabling.NONE
        : new AuditedCabling(
            links.joined().stream().map(LinkReport::told).toList(), links.unconnected());
  }

  private static AuditedCabling.Link told(HostSwitchLinks.Link link) {
    return new AuditedCabling.Link(
        link.host().name(),
        link.nic(),
        link.device().name(),
        link.port(),
        link.by(),
        link.evidence());
  }
}
