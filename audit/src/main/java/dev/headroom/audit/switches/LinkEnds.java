package dev.headroom.audit.switches;

import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.vendors.SwitchVendors;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Facts that link rules keep of each link end. Of a switch they keep everything; of a host its
 * interfaces, RDMA ports and job settings without counters, and tables that may contain cabling.
 */
final class LinkEnds {
  /** One object for all of these rules, so that they share the notes. */
  static final Function<HostFacts, HostFacts> NOTES = LinkEnds::note;

  private static final Set<SubjectKind> KEPT =
      EnumSet.of(
          SubjectKind.HOST,
          SubjectKind.NETDEV,
          SubjectKind.RDMA,
          SubjectKind.PORT,
          SubjectKind.ENV,
          SubjectKind.ITEM,
          SubjectKind.MEASUREMENT);

  private LinkEnds() {}

  private static HostFacts note(HostFacts host) {
    if (SwitchVendors.qos(host).isPresent()) {
      return host.with(host.facts(), List.of());
    }
    FactSet kept = host.facts().filter(KEPT, key -> !key.startsWith("counter."));
    return host.with(kept, List.of());
  }
}
