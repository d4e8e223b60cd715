package dev.headroom.audit.rdma;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.host.GidEntry;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.RdmaPort;
import dev.headroom.formats.rdma.RdmaKeys;

/** Rule that reports a RoCE port without a routable GID. */
final class NoRoutableGid extends PortRule {
  NoRoutableGid() {
    super(
        RuleInfo.error("gid.none-routable")
            .title("each RoCE port has a RoCE v2 GID that can be routed")
            .needs(GIDS)
            .cause(
                "Only link-local GIDs, or none of RoCE v2: whoever chooses by itself ends at index 0,"
                    + " and nothing crosses a router. An interface without an address does that.")
            .modes(5, 8)
            .source("InfiniBand Architecture Specification, Annex A17 (RoCEv2); uccl PR 803"));
  }

  @Override
  protected void judge(HostFacts host, RdmaPort port, FindingCollector to) {
    if (port.isInfiniBand() || port.gids().stream().anyMatch(gid -> gid.type().equalTo("ib"))) {
      to.notApplicable(host.name(), "the port is InfiniBand");
      return;
    }
    if (port.gids().isEmpty() || !ReachableGid.typed(port)) {
      to.missingInput(host.name(), GIDS);
      return;
    }
    if (ReachableGid.best(port).isPresent()) {
      to.pass();
      return;
    }
    if (port.facts().text(port.subject(), RdmaKeys.GIDS_BREAK_OFF).isReported()) {
      to.missingInput(host.name(), "the rest of show_gids, which breaks off at " + name(port));
      return;
    }
    if (!port.areGidsListed()) {
      to.missingInput(host.name(), WHOLE_GIDS);
      return;
    }
    to.finding(host.name(), name(port), "none of its GIDs is of RoCE v2 and can be routed")
        .seen(
            port.gids().stream()
                .map(GidEntry::gid)
                .flatMap(gid -> gid.findEvidence().stream())
                .limit(4)
                .toList())
        .fix(() ->
            Fix.advice("give its interface an IPv4 address, or a global IPv6 one, and bring it up"))
        .report();
  }
}
