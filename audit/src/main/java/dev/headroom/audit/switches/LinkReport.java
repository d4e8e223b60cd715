package dev.headroom.audit.switches;

import dev.headroom.audit.Audit;
import dev.headroom.audit.Cabled;
import dev.headroom.formats.cabling.Claim.HostEnd;
import dev.headroom.formats.host.HostFacts;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What rules about links had to go by. */
public final class LinkReport {
  private LinkReport() {}

  /** Of all that an audit has taken; none where there are not hosts and switches. */
  public static Cabled of(Audit audit) {
    List<HostFacts> all = audit.noted(LinkEnds.NOTES);
    long switches = all.stream().filter(each -> SwitchQos.of(each).isPresent()).count();
    if (switches == 0 || switches == all.size()) {
      return Cabled.NONE;
    }
    List<Cabled.Link> links = Links.of(all).stream().map(LinkReport::told).toList();
    Set<HostEnd> joined = new HashSet<>();
    links.forEach(each -> joined.add(new HostEnd(each.host(), each.nic())));
    return new Cabled(
        links,
        Links.cabling(all).unjoined().stream()
            .filter(each -> !joined.contains(each.end()))
            .toList());
  }

  private static Cabled.Link told(Links.Link link) {
    return new Cabled.Link(
        link.host().name(), link.nic(), link.device().name(), link.port(), link.by(), link.seen());
  }
}
