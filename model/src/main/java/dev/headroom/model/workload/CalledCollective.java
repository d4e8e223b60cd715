package dev.headroom.model.workload;

import dev.headroom.model.collective.Collective;
import java.util.Optional;

/**
 * The one collective that a workload is, whoever runs it.
 *
 * @param algorithm as files name it; empty for sends and receives
 * @param protocol of NCCL's, likewise; empty where there is none
 * @param ranks that take part
 * @param bytes as nccl-tests counts them
 * @param startPs when it is called
 * @param issuePs what calling it takes whoever calls: one after another they take no less each
 */
public record CalledCollective(
    Collective collective,
    String algorithm,
    String protocol,
    int ranks,
    long bytes,
    long startPs,
    long issuePs) {

  /** What each of many calls takes, of one that was done at a time. */
  public long timePs(long completionPs) {
    return Math.max(completionPs - startPs, issuePs);
  }

  /** That of flows that such a workload made; empty where another one made them. */
  public static Optional<CalledCollective> of(FlowProgram flows) {
    return NcclCollective.calledBy(flows).or(() -> GlooCollective.calledBy(flows));
  }
}
