package dev.headroom.run.figures;

import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.sizing.QpContext;
import java.util.BitSet;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Connection state at the busiest NIC of a run.
 *
 * @param queuePairs most queue pairs that end at one NIC
 * @param peers most other NICs that one exchanges data with
 * @param bytes of contexts for so many queue pairs; empty where their size is not published or they
 *     lie in host memory
 */
public record NicConnections(long queuePairs, long peers, OptionalLong bytes) {
  /** More flows than that are not looked through. */
  private static final int MOST_FLOWS = 10_000_000;

  /** So many pairs of hosts are told apart by a bit each. */
  private static final int MOST_HOSTS = 46_340;

  /** Counts them; empty where there are too many flows or hosts. */
  public static Optional<NicConnections> of(Scenario scenario) {
    FlowProgram flows = scenario.flows();
    int hosts = scenario.fabric().hosts().size();
    if (flows.flows() > MOST_FLOWS || hosts > MOST_HOSTS) {
      return Optional.empty();
    }
    long[] queuePairs = new long[hosts];
    long[] peers = new long[hosts];
    BitSet seen = new BitSet();
    BitSet together = new BitSet();
    for (int flow = 0; flow < flows.flows(); flow++) {
      int pair = flows.queuePair(flow);
      if (!seen.get(pair)) {
        seen.set(pair);
        int a = flows.source(flow);
        int b = flows.destination(flow);
        queuePairs[a]++;
        queuePairs[b]++;
        int both = Math.min(a, b) * hosts + Math.max(a, b);
        if (!together.get(both)) {
          together.set(both);
          peers[a]++;
          peers[b]++;
        }
      }
    }
    long most = most(queuePairs);
    boolean known = scenario.settings().get(TransportKnobs.TRANSPORT).hasQueuePairs();
    return Optional.of(
        new NicConnections(
            most,
            most(peers),
            known ? OptionalLong.of(most * QpContext.MLX5.bytes()) : OptionalLong.empty()));
  }

  private static long most(long[] counts) {
    long most = 0;
    for (long count : counts) {
      most = Math.max(most, count);
    }
    return most;
  }
}
