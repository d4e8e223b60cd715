package dev.headroom.audit.switches;

import dev.headroom.audit.Audit;
import dev.headroom.audit.Cabled;
import dev.headroom.formats.host.HostFacts;
import java.util.List;

/** Summary of the inputs that link rules had. */
public final class LinkReport {
  private LinkReport() {}

  /** Of all that an audit has taken; none where there are not hosts and switches. */
  public static Cabled of(Audit audit) {
    List<HostFacts> all = audit.noted(LinkEnds.NOTES);
    Links links = Links.among(all);
    return links.joined().isEmpty() && links.unjoined().isEmpty()
        ? Cabled.NONE
        : new Cabled(links.joined().stream().map(LinkReport::told).toList(), links.unjoined());
  }

  private static Cabled.Link told(Links.Link link) {
    return new Cabled.Link(
        link.host().name(), link.nic(), link.device().name(), link.port(), link.by(), link.seen());
  }
}
