package dev.headroom.audit.rdma;

import dev.headroom.audit.Card;
import dev.headroom.audit.Judgement;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.Variable;
import dev.headroom.formats.host.GidEntry;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.RdmaPort;
import java.util.Optional;

/**
 * Rule that reports a GID table whose first entries are empty, as in pods with macvlan or SR-IOV.
 */
final class GidSparse extends PortRule {
  GidSparse() {
    super(
        Card.warning("gid.sparse")
            .title("GID tables begin at index 0")
            .needs(GIDS)
            .cause(
                "In a pod the entries of other namespaces are hidden. Versions of NCCL before 2.26"
                    + " stumble over the gap, and indices differ from pod to pod.")
            .modes(6, 7)
            .source("NVIDIA/nccl#1573; multus-cni#1100"));
  }

  @Override
  protected void judge(HostFacts host, RdmaPort port, Judgement to) {
    if (port.isInfiniBand()) {
      to.notHere(host.name(), "the port is InfiniBand");
      return;
    }
    if (port.gids().isEmpty()) {
      to.needs(host.name(), GIDS);
      return;
    }
    int first = port.gids().stream().mapToInt(GidEntry::index).filter(i -> i >= 0).min().orElse(0);
    if (first == 0) {
      to.pass();
      return;
    }
    if (!port.isGidTableBegun()) {
      to.needs(host.name(), WHOLE_GIDS);
      return;
    }
    Optional<GidEntry> best = Gids.best(port);
    to.find(host.name(), name(port), "its GID table begins at index " + first)
        .seen(port.gids().getFirst().gid().findEvidence().stream().toList())
        .fix(() ->
            best.map(gid -> Fix.of(new Variable("NCCL_IB_GID_INDEX", String.valueOf(gid.index()))))
                .orElse(Fix.advice("let NCCL choose (2.26 or later)")))
        .report();
  }
}
