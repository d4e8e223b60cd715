package dev.headroom.audit.rdma;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.host.GidEntry;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.RdmaPort;
import java.util.List;
import java.util.Optional;

/** Rule that reports an {@code NCCL_IB_GID_INDEX} of a GID that no other host can reach. */
final class BadGidIndex extends PortRule {
  BadGidIndex() {
    super(
        RuleInfo.error("gid.index")
            .title("NCCL_IB_GID_INDEX selects a routable RoCE v2 GID")
            .inputs(GIDS, "NCCL_IB_GID_INDEX in the job's environment")
            .cause(
                "Index 3 is the IPv4 RoCE v2 GID on many hosts, but a different GID on others. "
                    + "Routers do not forward a link-local GID (fe80::) or RoCE v1, and a "
                    + "missing index fails at modify_qp.")
            .modes(5, 6, 8)
            .source(
                "NCCL environment variables, NCCL_IB_GID_INDEX; NVIDIA/nccl#426, #769; article S1:35"));
  }

  @Override
  protected void judge(HostFacts host, RdmaPort port, FindingCollector to) {
    ReportedValue<String> index = host.environment("NCCL_IB_GID_INDEX");
    if (!port.isInfiniBand() && !index.isReported() && !host.isEnvironmentComplete()) {
      to.missingInput(host.name(), "NCCL_IB_GID_INDEX in the job's environment");
      return;
    }
    if (port.isInfiniBand() || !index.matches(text -> text.strip().matches("\\d{1,3}"))) {
      to.notApplicable(host.name(), "no GID index is set, or the port is InfiniBand");
      return;
    }
    if (port.gids().isEmpty()) {
      to.missingInput(host.name(), GIDS);
      return;
    }
    int wanted = Integer.parseInt(index.get().strip());
    Optional<GidEntry> gid =
        port.gids().stream().filter(each -> each.index() == wanted).findFirst();
    String wrong =
        gid.isEmpty() || gid.get().isEmpty()
            ? "is not in its table"
            : gid.get().type().equalTo("v1")
                ? "is one of RoCE v1"
                : gid.get().isLinkLocal() ? "is link-local" : "";
    if (wrong.isEmpty()) {
      to.pass();
      return;
    }
    if (gid.isEmpty() && !isMissing(port, wanted)) {
      to.missingInput(host.name(), WHOLE_GIDS);
      return;
    }
    Optional<GidEntry> better = ReachableGid.best(port);
    to.finding(
            host.name(),
            name(port),
            "GID %d %s%s"
                .formatted(
                    wanted,
                    wrong,
                    better.map(each -> "; " + each.index() + " is routable").orElse("")))
        .addEvidence(gid.flatMap(each -> each.gid().findEvidence()).stream().toList())
        .addEvidence(index.findEvidence().stream().toList())
        .addEvidence(gid.isEmpty() ? named(port) : List.of())
        .fix(() ->
            better.isPresent()
                ? ReachableGid.chosenByNccl()
                : Fix.advice("give the interface a routable address"))
        .report();
  }

  /** Whether an entry that nobody shows is not there; the end of a table may be cut off. */
  private static boolean isMissing(RdmaPort port, int wanted) {
    return port.areGidsListed()
        || (port.isGidTableBegun() && port.gids().stream().anyMatch(gid -> gid.index() > wanted));
  }
}
