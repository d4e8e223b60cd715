package dev.headroom.tune.advice;

import dev.headroom.unit.CountedNoun;
import java.util.List;

/**
 * Plan of an advice: the cluster, the traffic that it is tested with, and the effort.
 *
 * @param cluster the cluster
 * @param traffic one kind or more
 * @param inOrder whether NICs need packets in order, so that routing by packet is left out
 * @param devices names of tables of devices whose steps the values keep, such as {@code SONiC}
 * @param runs budget of the search
 * @param seed of the search
 * @param trialLimitMs longest time of a run, in milliseconds
 */
public record AdvicePlan(
    ClusterPlan cluster,
    List<TrafficChoice> traffic,
    boolean inOrder,
    List<String> devices,
    int runs,
    long seed,
    long trialLimitMs) {
  /** Fewest runs of a search over one kind of traffic, for each kind. */
  private static final int FEWEST_OF_KIND = 60;

  /** Runs of one kind in comparisons: routing, each change set back, and all of them. */
  private static final int RUNS_OF_KIND = 15 + 20 + 24;

  /** Runs of the comparisons that concern one kind only: queue pairs and classes. */
  private static final int RUNS_OF_TOPICS = 60;

  public AdvicePlan {
    traffic = List.copyOf(traffic);
    devices = List.copyOf(devices);
    if (traffic.isEmpty()) {
      throw new AdviceException("there is no traffic to test the fabric with");
    }
    if (traffic.stream().map(TrafficChoice::kind).distinct().count() < traffic.size()) {
      throw new AdviceException("a kind of traffic appears twice");
    }
    if (runs < fewestRuns(traffic.size())) {
      throw new AdviceException(
          "runs %d: too few for %s of traffic"
              .formatted(runs, CountedNoun.of(traffic.size(), "kind")));
    }
  }

  /** Fewest runs of a search over so many kinds of traffic. */
  public static int fewestRuns(int kinds) {
    return Math.max(2, kinds) * FEWEST_OF_KIND;
  }

  /** Runs of the whole advice at most: the search, and the comparisons before and after it. */
  public int mostRuns() {
    return runs + RUNS_OF_KIND * traffic.size() + RUNS_OF_TOPICS;
  }
}
