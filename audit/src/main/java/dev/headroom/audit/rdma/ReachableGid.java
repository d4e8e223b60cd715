package dev.headroom.audit.rdma;

import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.JobVariable;
import dev.headroom.audit.fix.ManualStep;
import dev.headroom.formats.host.GidEntry;
import dev.headroom.formats.host.RdmaPort;
import java.util.Comparator;
import java.util.Optional;

/** GID of a port that other hosts can reach. */
public final class ReachableGid {
  private ReachableGid() {}

  /** RoCE v2, not link-local; one of IPv4 before one of IPv6. */
  public static Optional<GidEntry> best(RdmaPort port) {
    return port.gids().stream()
        .filter(gid -> gid.type().equalTo("v2") && !gid.isLinkLocal() && !gid.isEmpty())
        .min(
            Comparator.comparingInt((GidEntry gid) -> gid.isIpv4() ? 0 : 1)
                .thenComparingInt(GidEntry::index));
  }

  /**
   * A fix for a wrong index. None is set: the index of an address differs between the ports of a
   * host and between starts of a pod, and one variable is for all of them.
   */
  static Fix chosenByNccl() {
    return Fix.of(
        JobVariable.unset("NCCL_IB_GID_INDEX"),
        ManualStep.of(
            "use NCCL 2.21 or later (2.26 in pods), which finds the RoCE v2 GID of each port by "
                + "itself; an older NCCL needs the index in /etc/nccl.conf of each container, "
                + "read from show_gids there when it starts"));
  }

  /** Whether the port says what types its GIDs have. */
  static boolean typed(RdmaPort port) {
    return port.gids().stream().anyMatch(gid -> gid.type().isReported());
  }
}
