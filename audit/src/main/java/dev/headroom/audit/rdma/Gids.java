package dev.headroom.audit.rdma;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.host.Gid;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.RdmaPort;
import java.util.Comparator;
import java.util.Optional;

/** Which GID of a port others can reach. */
public final class Gids {
  private Gids() {}

  /** RoCE v2, not link-local; one of IPv4 before one of IPv6. */
  public static Optional<Gid> best(RdmaPort port) {
    return port.gids().stream()
        .filter(gid -> gid.type().equalTo("v2") && !gid.isLinkLocal() && !gid.isEmpty())
        .min(
            Comparator.comparingInt((Gid gid) -> gid.isIpv4() ? 0 : 1)
                .thenComparingInt(Gid::index));
  }

  /** Whether the port says what types its GIDs have. */
  static boolean typed(RdmaPort port) {
    return port.gids().stream().anyMatch(gid -> gid.type().isSaid());
  }

  /**
   * Whether a table of GIDs breaks off in the middle of a port: its last line is of RoCE v1, that
   * of v2 which stands beside each is not there, and neither is the count of them below the table.
   */
  static boolean breakOff(HostFacts host, RdmaPort port) {
    Optional<Gid> last =
        port.gids().stream()
            .max(Comparator.comparingInt(Gid::index))
            .filter(gid -> gid.type().equalTo("v1"))
            .filter(gid ->
                gid.type().where().stream()
                    .noneMatch(line -> line.source().name().contains("gid_attrs")));
    return last.isPresent()
        && !host.facts().text(Subject.host(), "gids.found").isSaid()
        && port.gids().stream()
            .noneMatch(gid -> gid.type().equalTo("v2") && isSame(gid, last.get()));
  }

  private static boolean isSame(Gid one, Gid other) {
    return one.gid().isSaid() && other.gid().isSaid() && one.gid().get().equals(other.gid().get());
  }
}
