package dev.headroom.wire.probe;

import java.net.InetAddress;
import java.util.Optional;

/**
 * Report on both paths between this machine and another: their effect on the packets of a probe.
 *
 * @param peer the other one
 * @param there the way to it
 * @param back the way from it, which routers may have differ from the other; empty if nothing could
 *     be received here, or nobody asked
 */
public record ProbeReport(InetAddress peer, PathReport there, Optional<PathReport> back) {
  public boolean isWell() {
    return there.troubles().isEmpty() && back.map(each -> each.troubles().isEmpty()).orElse(true);
  }

  /** Sent in all, by both machines. */
  public long packets() {
    return there.packets() + back.map(PathReport::packets).orElse(0L);
  }
}
