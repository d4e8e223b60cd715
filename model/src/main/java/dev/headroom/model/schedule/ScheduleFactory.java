package dev.headroom.model.schedule;

import dev.headroom.model.collective.AlgorithmChoice;
import dev.headroom.model.collective.ChannelGraph;
import dev.headroom.model.collective.Collective;
import dev.headroom.model.collective.Communicator;
import dev.headroom.model.collective.NcclAlgorithm;
import dev.headroom.model.collective.NcclProtocol;
import dev.headroom.model.collective.TuningModel;
import dev.headroom.model.machine.Cluster;
import java.util.Optional;

/** Factory of schedules for collectives. */
public final class ScheduleFactory {
  private ScheduleFactory() {}

  /**
   * What NCCL takes for a collective, of what there are schedules for; empty where it has nothing,
   * and for sends and receives.
   *
   * @param algorithm if one is forced
   * @param protocol if one is forced
   * @param size of the collective, in bytes
   */
  public static Optional<AlgorithmChoice> choice(
      Cluster cluster,
      Collective collective,
      Optional<NcclAlgorithm> algorithm,
      Optional<NcclProtocol> protocol,
      long size) {
    if (!collective.isTuned()) {
      return Optional.empty();
    }
    return TuningModel.of(cluster.communicator()).choices(collective, size).stream()
        .filter(choice -> has(collective, choice.algorithm()))
        .filter(choice -> algorithm.map(a -> a == choice.algorithm()).orElse(true))
        .filter(choice -> protocol.map(p -> p == choice.protocol()).orElse(true))
        .findFirst();
  }

  /** Whether there is one for a collective with it. */
  public static boolean has(Collective collective, NcclAlgorithm algorithm) {
    return switch (algorithm) {
      case RING -> true;
      case PAT -> collective == Collective.ALL_GATHER || collective == Collective.REDUCE_SCATTER;
      default -> collective == Collective.ALL_REDUCE;
    };
  }

  /**
   * That of a collective.
   *
   * @param choice of algorithm and protocol; none for sends and receives
   * @param cut what the job says of it
   * @param size of the collective, in bytes
   */
  public static Schedule of(
      Cluster cluster,
      Collective collective,
      Optional<AlgorithmChoice> choice,
      ChunkingOptions cut,
      long size) {
    ClusterLayout layout = new ClusterLayout(cluster);
    Communicator communicator = cluster.communicator();
    int used = cut.channels().orElseGet(() -> channels(cluster, choice, size));
    if (choice.isEmpty()) {
      return collective.isRooted()
          ? new NcclGatherScatter(layout, collective, used, size)
          : new PairwiseExchange(layout, collective, used, size);
    }
    NcclAlgorithm algorithm = choice.get().algorithm();
    NcclProtocol protocol = choice.get().protocol();
    ChannelGraph graph = communicator.graphs().of(algorithm);
    long slot = cut.slotBytes(protocol);
    return switch (algorithm) {
      case RING -> {
        long chunk = NcclChunking.ringChunk(communicator, collective, protocol, slot, used, size);
        ChannelShares shares =
            ChannelShares.of(communicator, collective, protocol, used, chunk, size);
        yield new NcclRing(layout, collective, protocol, used, graph, chunk, shares);
      }
      case TREE -> {
        long chunk = NcclChunking.treeChunk(communicator, protocol, slot, used, size);
        yield new NcclTree(layout, protocol, used, graph, chunk, size);
      }
      case NVLS, NVLS_TREE -> {
        int heads = graph.channels();
        NvlsTuning tuning = NvlsTuning.of(cluster, cut);
        long chunk = NcclChunking.nvlsChunk(tuning, algorithm, slot, used * heads, size);
        boolean isTree = algorithm == NcclAlgorithm.NVLS_TREE;
        yield new NcclNvls(layout, isTree, used, heads, chunk, size);
      }
      case PAT -> {
        long chunk = NcclChunking.patChunk(collective, slot, used, size);
        yield new NcclPat(layout, collective, used, chunk, size);
      }
      case COLLNET_DIRECT -> {
        int heads = graph.channels();
        long chunk = NcclChunking.directChunk(slot, used, heads, size);
        yield new CollNetDirect(layout, used, heads, chunk, size);
      }
      case COLLNET_CHAIN -> {
        long chunk = NcclChunking.chainChunk(communicator, slot, used, size);
        yield new CollNetChain(layout, used, graph.ways(), chunk, size);
      }
    };
  }

  /**
   * How many channels NCCL takes for a collective of so many bytes.
   *
   * @param choice of algorithm and protocol; none for sends and receives
   */
  public static int channels(Cluster cluster, Optional<AlgorithmChoice> choice, long size) {
    Communicator of = cluster.communicator();
    if (choice.isEmpty()) {
      return of.channels();
    }
    NcclAlgorithm algorithm = choice.get().algorithm();
    return switch (algorithm) {
      case RING, TREE, PAT -> NcclChunking.channels(of, algorithm, choice.get().protocol(), size);
      case NVLS, NVLS_TREE -> NvlsTuning.of(cluster, ChunkingOptions.BY_NCCL).channels();
      case COLLNET_DIRECT ->
          NcclChunking.directChannels(of, of.graphs().of(algorithm).channels(), size);
      case COLLNET_CHAIN -> NcclChunking.chainChannels(of, size);
    };
  }

  /**
   * A send from the first GPU of a cluster of two to the second.
   *
   * @param size in bytes
   */
  public static Schedule send(Cluster cluster, long size) {
    return new PointToPointSend(
        new ClusterLayout(cluster), cluster.communicator().channels(), size);
  }
}
