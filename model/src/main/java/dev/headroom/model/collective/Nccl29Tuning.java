package dev.headroom.model.collective;

import dev.headroom.model.collective.NcclConstants.Hop;

/**
 * Tuning model by which NCCL 2.8.3 to 2.9.9 chose: {@code ncclTopoTuneModel} and {@code
 * ncclTopoGetAlgoTime} of {@code src/graph/tuning.cc}, without CollNet and the variables that
 * change it. Rings and trees are all it has.
 *
 * <p>It differs from 2.30.7 in that LL128 has a limit of its own for each collective, LL a quarter
 * or a third of the bandwidth, and a hop of a tree with Simple the time of a chunk. Immutable.
 */
final class Nccl29Tuning extends TuningModel {
  /** connect.cc: each channel of the search becomes two of the communicator. */
  private static final int COPIES = 2;

  Nccl29Tuning(Communicator communicator) {
    super(communicator);
  }

  @Override
  public double microseconds(
      Collective collective, NcclAlgorithm algorithm, NcclProtocol protocol, long bytes) {
    double bandwidth = algorithmBandwidth(collective, algorithm, protocol);
    double latency = latencyUs(collective, algorithm, protocol);
    if (algorithm == NcclAlgorithm.TREE) {
      bandwidth *= Nccl29Constants.treeCorrection(protocol, bytes);
    } else if (collective == Collective.ALL_REDUCE
        && protocol == NcclProtocol.SIMPLE
        && communicator.nodes() > 1
        && bytes >= communicator.ranks() / 16.0 * 65536) {
      latency *= 1.9; // the "plateau effect" of rings
    }
    return latency + bytes / (1000 * bandwidth);
  }

  @Override
  public double baseUs(NcclAlgorithm algorithm, NcclProtocol protocol) {
    return Nccl29Constants.baseUs(algorithm, protocol);
  }

  @Override
  public double localHopUs(NcclAlgorithm algorithm, NcclProtocol protocol) {
    double hop = Nccl29Constants.hopUs(localHop(algorithm), algorithm, protocol);
    return communicator.nodes() > 1 && protocol == NcclProtocol.LL ? 1.8 * hop : hop;
  }

  @Override
  public double networkHopUs(NcclAlgorithm algorithm, NcclProtocol protocol) {
    return Nccl29Constants.hopUs(Hop.NET, algorithm, protocol);
  }

  private Hop localHop(NcclAlgorithm algorithm) {
    return communicator.graphs().of(algorithm).intra() == PathClass.NVL ? Hop.NVLINK : Hop.PCI;
  }

  @Override
  public double latencyUs(Collective collective, NcclAlgorithm algorithm, NcclProtocol protocol) {
    double base = baseUs(algorithm, protocol);
    double intra = localHopUs(algorithm, protocol);
    double inter = networkHopUs(algorithm, protocol);
    if (algorithm == NcclAlgorithm.TREE) {
      int others = communicator.ranksPerNode() - 1;
      return base + 2 * (others * intra + floorLog2(communicator.nodes()) * inter);
    }
    boolean isChain = collective == Collective.BROADCAST || collective == Collective.REDUCE;
    return base + (isChain ? chainUs(collective, protocol) : stepsUs(collective, intra, inter));
  }

  /** With all channels in the same order of GPUs one hop is all it pays for. */
  private double chainUs(Collective collective, NcclProtocol protocol) {
    Hop hop = communicator.nodes() == 1 ? localHop(NcclAlgorithm.RING) : Hop.NET;
    if (communicator.graphs().ring().sameChannels()) {
      return Nccl29Constants.hopUs(hop, NcclAlgorithm.RING, protocol);
    }
    NcclAlgorithm like = protocol == NcclProtocol.SIMPLE ? NcclAlgorithm.TREE : NcclAlgorithm.RING;
    return collective.ringSteps(communicator.ranks()) * Nccl29Constants.hopUs(hop, like, protocol);
  }

  @Override
  public double algorithmBandwidth(
      Collective collective, NcclAlgorithm algorithm, NcclProtocol protocol) {
    if (!exists(collective, algorithm)) {
      return 0;
    }
    ChannelGraph graph = communicator.graphs().of(algorithm);
    if (graph.channels() == 0 || (protocol == NcclProtocol.LL128 && !keepsLinesWhole(graph))) {
      return 0;
    }
    double perChannel = communicator.nodes() <= 2 ? graph.intraGBps() : graph.interGBps();
    double bus = busBandwidth(collective, algorithm, protocol, perChannel);
    int ranks = communicator.ranks();
    return algorithm == NcclAlgorithm.TREE ? bus / 2 : bus * ranks / collective.ringSteps(ranks);
  }

  private static boolean exists(Collective collective, NcclAlgorithm algorithm) {
    return collective.isTuned()
        && (algorithm == NcclAlgorithm.RING
            || (algorithm == NcclAlgorithm.TREE && collective == Collective.ALL_REDUCE));
  }

  /** LL128 needs stores of 128 bytes to arrive in one piece. */
  private static boolean keepsLinesWhole(ChannelGraph graph) {
    return graph.inter().compareTo(PathClass.PXB) <= 0
        && graph.intra().compareTo(PathClass.NVL) <= 0;
  }

  @Override
  public double insideBandwidth(
      Collective collective, NcclAlgorithm algorithm, NcclProtocol protocol) {
    double perChannel = communicator.graphs().of(algorithm).intraGBps();
    return busBandwidth(collective, algorithm, protocol, perChannel);
  }

  private double busBandwidth(
      Collective collective, NcclAlgorithm algorithm, NcclProtocol protocol, double perChannel) {
    int channels = communicator.graphs().of(algorithm).channels();
    double bus = Nccl29Constants.allChannels(communicator, channels * perChannel);
    double lines = channels * Nccl29Constants.ll128Max(collective);
    if (algorithm == NcclAlgorithm.TREE) {
      double tree = Math.min(bus * .92, channels * Nccl29Constants.tree(communicator));
      return switch (protocol) {
        case LL -> Math.min(tree / 3.8, Nccl29Constants.llMax(communicator));
        case LL128 -> Math.min(tree * (communicator.nodes() == 1 ? 7.0 / 9 : .915), lines);
        case SIMPLE -> tree;
      };
    }
    return switch (protocol) {
      case LL -> Math.min(Nccl29Constants.llMax(communicator), bus / partOfLl(collective));
      case LL128 -> Math.min(bus * (communicator.ranksPerNode() < 2 ? .7 : .92), lines);
      case SIMPLE -> bus;
    };
  }

  private double partOfLl(Collective collective) {
    boolean isFew =
        communicator.nodes() > 1
            || collective == Collective.ALL_REDUCE
            || collective == Collective.REDUCE;
    return isFew ? 4 : 3;
  }

  @Override
  public double channelLimit(Collective collective, NcclProtocol protocol) {
    return protocol == NcclProtocol.LL128 && collective.isTuned()
        ? Nccl29Constants.ll128Max(collective) / COPIES
        : Double.POSITIVE_INFINITY;
  }
}
