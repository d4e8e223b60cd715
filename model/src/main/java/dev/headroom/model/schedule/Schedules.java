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

/** Schedules by what they are asked for. */
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
   * @param channels to use at most; left out, as many as NCCL would
   * @param size of the collective, in bytes
   */
  public static Schedule of(
      Cluster cluster,
      Collective collective,
      Optional<Choice> choice,
      Optional<Integer> channels,
      long size) {
    Layout layout = new Layout(cluster);
    Communicator communicator = cluster.communicator();
    int used = channels.orElseGet(() -> channels(cluster, choice, size));
    if (choice.isEmpty()) {
      return collective.isRooted()
          ? new Star(layout, collective, used, size)
          : new Peers(layout, collective, used, size);
    }
    Algorithm algorithm = choice.get().algorithm();
    Protocol protocol = choice.get().protocol();
    ChannelGraph graph = communicator.graphs().of(algorithm);
    return switch (algorithm) {
      case RING -> new Ring(layout, collective, protocol, used, graph, size);
      case TREE ->
          new Tree(
              layout,
              protocol,
              used,
              graph,
              Chunks.treeChunk(communicator, protocol, used, size),
              size);
      case NVLS, NVLS_TREE -> {
        int heads = graph.channels();
        long chunk = Chunks.nvlsChunk(NvlsTuning.of(cluster), algorithm, used * heads, size);
        yield new Nvls(layout, used, heads, chunk, size);
      }
      case PAT -> new Pat(layout, collective, used, Chunks.patChunk(collective, used, size), size);
      case COLLNET_DIRECT -> {
        int heads = graph.channels();
        yield new CollNetDirect(layout, used, heads, Chunks.directChunk(used, heads, size), size);
      }
      case COLLNET_CHAIN ->
          new CollNetChain(
              layout, used, graph.ways(), Chunks.chainChunk(communicator, used, size), size);
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
      case NVLS, NVLS_TREE -> NvlsTuning.of(cluster).channels();
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
