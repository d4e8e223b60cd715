package dev.headroom.model.workload;

import dev.headroom.model.collective.Collective;
import dev.headroom.model.flow.FlowProgram;
import java.util.Optional;

/**
 * Single collective of a workload, for any library.
 *
 * @param algorithm as files name it; empty for sends and receives
 * @param protocol of NCCL's, likewise; empty where there is none
 * @param ranks that take part
 * @param bytes as nccl-tests counts them
 * @param times how often it is done, one after another
 * @param startPs when it is called
 * @param issuePs what calling it takes whoever calls: one after another they take no less each
 */
public record CalledCollective(
    Collective collective,
    String algorithm,
    String protocol,
    int ranks,
    long bytes,
    long times,
    long startPs,
    long issuePs) {

  /** What each of many calls takes, of those that were all done at a time. */
  public long timePs(long completionPs) {
    return Math.max(durationPs(completionPs), issuePs);
  }

  /** The same if calling took no time. */
  public long durationPs(long completionPs) {
    return (completionPs - startPs) / times;
  }

  /** That of flows that such a workload made; empty where another one made them. */
  public static Optional<CalledCollective> of(FlowProgram flows) {
    return switch (flows) {
      case RingCollective ring -> Optional.of(ring.called());
      case AllToAll all -> Optional.of(all.called());
      default ->
          NcclCollective.calledBy(flows)
              .or(() -> GlooCollective.calledBy(flows))
              .or(() -> NicCollective.calledBy(flows));
    };
  }
}
