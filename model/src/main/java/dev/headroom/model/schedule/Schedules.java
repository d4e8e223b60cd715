package dev.headroom.model.schedule;

import dev.headroom.model.collective.Algorithm;
import dev.headroom.model.collective.ChannelGraph;
import dev.headroom.model.collective.Choice;
import dev.headroom.model.collective.Collective;
import dev.headroom.model.collective.Communicator;
import dev.headroom.model.collective.Protocol;
import dev.headroom.model.collective.TuningModel;
import dev.headroom.model.machine.Cluster;
import java.util.Optional;

/** Factory of schedules for collectives. */
public final class Schedules {
  private Schedules() {}

  /**
   * What NCCL takes for a collective, of what there are schedules for; empty where it has nothing,
   * and for sends and receives.
   *
   * @param algorithm if one is forced
   * @param protocol if one is forced
   * @param size of the collective, in bytes
   */
  public static Optional<Choice> choice(
      Cluster cluster,
      Collective collective,
      Optional<Algorithm> algorithm,
      Optional<Protocol> protocol,
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
  public static boolean has(Collective collective, Algorithm algorithm) {
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
      Cluster cluster, Collective collective, Optional<Choice> choice, Cut cut, long size) {
    Layout layout = new Layout(cluster);
    Communicator communicator = cluster.communicator();
    int used = cut.channels().orElseGet(() -> channels(cluster, choice, size));
    if (choice.isEmpty()) {
      return collective.isRooted()
          ? new Star(layout, collective, used, size)
          : new Peers(layout, collective, used, size);
    }
    Algorithm algorithm = choice.get().algorithm();
    Protocol protocol = choice.get().protocol();
    ChannelGraph graph = communicator.graphs().of(algorithm);
    long slot = cut.slotBytes(protocol);
    return switch (algorithm) {
      case RING -> {
        long chunk = Chunks.ringChunk(communicator, collective, protocol, slot, used, size);
        Shares shares = Shares.of(communicator, collective, protocol, used, chunk, size);
        yield new Ring(layout, collective, protocol, used, graph, chunk, shares);
      }
      case TREE -> {
        long chunk = Chunks.treeChunk(communicator, protocol, slot, used, size);
        yield new Tree(layout, protocol, used, graph, chunk, size);
      }
      case NVLS, NVLS_TREE -> {
        int heads = graph.channels();
        NvlsTuning tuning = NvlsTuning.of(cluster, cut);
        long chunk = Chunks.nvlsChunk(tuning, algorithm, slot, used * heads, size);
        boolean isTree = algorithm == Algorithm.NVLS_TREE;
        yield new Nvls(layout, isTree, used, heads, chunk, size);
      }
      case PAT -> {
        long chunk = Chunks.patChunk(collective, slot, used, size);
        yield new Pat(layout, collective, used, chunk, size);
      }
      case COLLNET_DIRECT -> {
        int heads = graph.channels();
        long chunk = Chunks.directChunk(slot, used, heads, size);
        yield new CollNetDirect(layout, used, heads, chunk, size);
      }
      case COLLNET_CHAIN -> {
        long chunk = Chunks.chainChunk(communicator, slot, used, size);
        yield new CollNetChain(layout, used, graph.ways(), chunk, size);
      }
    };
  }

  /**
   * How many channels NCCL takes for a collective of so many bytes.
   *
   * @param choice of algorithm and protocol; none for sends and receives
   */
  public static int channels(Cluster cluster, Optional<Choice> choice, long size) {
    Communicator of = cluster.communicator();
    if (choice.isEmpty()) {
      return of.channels();
    }
    Algorithm algorithm = choice.get().algorithm();
    return switch (algorithm) {
      case RING, TREE, PAT -> Chunks.channels(of, algorithm, choice.get().protocol(), size);
      case NVLS, NVLS_TREE -> NvlsTuning.of(cluster, Cut.BY_NCCL).channels();
      case COLLNET_DIRECT -> Chunks.directChannels(of, of.graphs().of(algorithm).channels(), size);
      case COLLNET_CHAIN -> Chunks.chainChannels(of, size);
    };
  }

  /**
   * A send from the first GPU of a cluster of two to the second.
   *
   * @param size in bytes
   */
  public static Schedule send(Cluster cluster, long size) {
    return new OneWay(new Layout(cluster), cluster.communicator().channels(), size);
  }
}
