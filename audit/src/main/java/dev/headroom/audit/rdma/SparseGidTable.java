package dev.headroom.audit.rdma;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.formats.host.GidEntry;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.RdmaPort;

/**
 * Rule that reports a GID table whose first entries are empty, as in pods with macvlan or SR-IOV.
 */
final class SparseGidTable extends PortRule {
  SparseGidTable() {
    super(
        RuleInfo.warning("gid.sparse")
            .title("GID tables begin at index 0")
            .inputs(GIDS)
            .cause(
                "In a pod the entries of other namespaces are hidden. NCCL versions before 2.26 "
                    + "fail on the gap, and indices differ between pods.")
            .modes(6, 7)
            .source("NVIDIA/nccl#1573; multus-cni#1100"));
  }

  @Override
  protected void judge(HostFacts host, RdmaPort port, FindingCollector to) {
    if (port.isInfiniBand()) {
      to.notApplicable(host.name(), "the port is InfiniBand");
      return;
    }
    if (port.gids().isEmpty()) {
      to.missingInput(host.name(), GIDS);
      return;
    }
    int first = port.gids().stream().mapToInt(GidEntry::index).filter(i -> i >= 0).min().orElse(0);
    if (first == 0) {
      to.pass();
      return;
    }
    if (!port.isGidTableBegun()) {
      to.missingInput(host.name(), WHOLE_GIDS);
      return;
    }
    to.finding(host.name(), name(port), "its GID table begins at index " + first)
        .addEvidence(port.gids().getFirst().gid().findEvidence().stream().toList())
        .fix(ReachableGid::chosenByNccl)
        .report();
  }
}
