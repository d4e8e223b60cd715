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
            .title("each RoCE port has a routable RoCE v2 GID")
            .inputs(GIDS)
            .cause(
                "The port has only link-local GIDs, or none of RoCE v2. Programs that choose a "
                    + "GID automatically use index 0, and no packet crosses a router. The usual "
                    + "cause is an interface without an IP address.")
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
      to.missingInput(host.name(), "the complete show_gids output; it ends at " + name(port));
      return;
    }
    if (!port.areGidsListed()) {
      to.missingInput(host.name(), WHOLE_GIDS);
      return;
    }
    to.finding(host.name(), name(port), "it has no routable RoCE v2 GID")
        .addEvidence(
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
