package dev.headroom.audit.rdma;

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

  /** Whether the port says what types its GIDs have. */
  static boolean typed(RdmaPort port) {
    return port.gids().stream().anyMatch(gid -> gid.type().isReported());
  }
}
