package dev.headroom.wire.probe;

import java.net.InetAddress;
import java.util.Optional;

/**
 * Report on both paths between this machine and another: their effect on the packets of a probe.
 *
 * @param peer the other one
 * @param forward the way to it
 * @param reverse the way from it, which routers may have differ from the other; empty if nothing
 *     could be received here, or nobody asked
 */
public record ProbeReport(InetAddress peer, PathReport forward, Optional<PathReport> reverse) {
  public boolean hasNoProblems() {
    return forward.problems().isEmpty()
        && reverse.map(each -> each.problems().isEmpty()).orElse(true);
  }

  /** Sent in all, by both machines. */
  public long packets() {
    return forward.packets() + reverse.map(PathReport::packets).orElse(0L);
  }
}
