package dev.headroom.model.collective;

import dev.headroom.model.collective.NcclConstants.Hop;

/**
 * Tuning model by which NCCL chooses: {@code ncclTopoTuneModel} and {@code ncclTopoGetAlgoTime} of
 * {@code src/graph/tuning.cc}, NCCL 2.30.7, without the variables that change it.
 *
 * <p>For a ring over n ranks with s steps on c channels of b GB/s each,
 *
 * <pre>
 *   B = c * b * n / s        all-reduce: s = 2(n-1); all-gather, reduce-scatter: s = n-1
 *   L = base + (s - i) * intra + i * inter        i: steps between servers
 * </pre>
 *
 * with the hop latencies of {@link NcclConstants}. Immutable.
 */
final class NcclTuning extends TuningModel {
  NcclTuning(Communicator communicator) {
    super(communicator);
  }

  @Override
  public double microseconds(
      Collective collective, NcclAlgorithm algorithm, NcclProtocol protocol, long bytes) {
    double bandwidth = algorithmBandwidth(collective, algorithm, protocol);
    double latency = latencyUs(collective, algorithm, protocol);
    Communicator of = communicator;
    if (collective == Collective.ALL_REDUCE) {
      if (algorithm == NcclAlgorithm.TREE) {
        bandwidth *= NcclConstants.treeCorrection(protocol, bytes, 23);
      } else if (algorithm == NcclAlgorithm.NVLS_TREE
          && of.gpu() == GpuGeneration.BLACKWELL
          && of.cpu() != CpuVendor.ARM) {
        bandwidth *= NcclConstants.treeCorrection(protocol, bytes, 24);
      }
      boolean spread = bytes / ((long) of.channels() * of.ranks()) >= 64;
      if (algorithm == NcclAlgorithm.RING
          && protocol == NcclProtocol.SIMPLE
          && of.nodes() > 1
          && spread) {
        latency *= of.gpu() == GpuGeneration.VOLTA ? 1.9 : 1.4; // the "plateau effect" of rings
      }
    }
    return latency + bytes / (1000 * bandwidth);
  }

  @Override
  public double baseUs(NcclAlgorithm algorithm, NcclProtocol protocol) {
    return NcclConstants.baseUs(algorithm, protocol);
  }

  @Override
  public double localHopUs(NcclAlgorithm algorithm, NcclProtocol protocol) {
    // Where GPUs may not reach each other the search has NVLS go over the CPU; data do not.
    Hop way = algorithm.isNvls() ? Hop.NVLINK : intraHop(algorithm);
    return hopUs(way, algorithm, protocol);
  }

  private double hopUs(Hop way, NcclAlgorithm algorithm, NcclProtocol protocol) {
    double hop = NcclConstants.hopUs(way, algorithm, protocol);
    return algorithm == NcclAlgorithm.RING ? Math.max(hop, postUs(protocol)) : hop;
  }

  @Override
  public double networkHopUs(NcclAlgorithm algorithm, NcclProtocol protocol) {
    boolean isExposed = communicator.ranksPerNode() == 1;
    return NcclConstants.hopUs(Hop.NET, isExposed ? NcclAlgorithm.TREE : algorithm, protocol);
  }

  @Override
  public double latencyUs(Collective collective, NcclAlgorithm algorithm, NcclProtocol protocol) {
    double base = baseUs(algorithm, protocol);
    double intra = hopUs(intraHop(algorithm), algorithm, protocol);
    double inter = networkHopUs(algorithm, protocol);
    int nodes = communicator.nodes();
    int others = communicator.ranksPerNode() - 1;
    int levels = floorLog2(nodes);
    return switch (algorithm) {
      case RING -> base + ringUs(collective, protocol, intra, inter);
      case TREE ->
          collective == Collective.ALL_REDUCE ? base + 2 * (others * intra + levels * inter) : base;
      case COLLNET_DIRECT -> base + 2 * (Math.min(1, others) * intra + others * 0.4) + inter;
      case COLLNET_CHAIN -> base + 2 * others * intra + inter;
      case NVLS -> nodes > 1 ? intra + inter : intra;
      case NVLS_TREE -> base + intra + 2 * levels * inter;
      case PAT -> base + levels * (inter / 3.5) + communicator.ranks() * 2.8;
    };
  }

  private double ringUs(Collective collective, NcclProtocol protocol, double intra, double inter) {
    boolean isRooted = collective == Collective.BROADCAST || collective == Collective.REDUCE;
    return isRooted
        ? rootedRingUs(protocol, collective.ringSteps(communicator.ranks()))
        : stepsUs(collective, intra, inter);
  }

  /** With all channels in the same order of GPUs one hop is all it pays for. */
  private double rootedRingUs(NcclProtocol protocol, int steps) {
    Hop hop = communicator.nodes() == 1 ? intraHop(NcclAlgorithm.RING) : Hop.NET;
    if (communicator.graphs().ring().sameChannels()) {
      return NcclConstants.hopUs(hop, NcclAlgorithm.RING, protocol);
    }
    NcclAlgorithm like = protocol == NcclProtocol.SIMPLE ? NcclAlgorithm.TREE : NcclAlgorithm.RING;
    return steps * NcclConstants.hopUs(hop, like, protocol);
  }

  private Hop intraHop(NcclAlgorithm algorithm) {
    return communicator.graphs().of(algorithm).intra() == PathClass.NVL ? Hop.NVLINK : Hop.PCI;
  }

  @Override
  public double algorithmBandwidth(
      Collective collective, NcclAlgorithm algorithm, NcclProtocol protocol) {
    if (!exists(collective, algorithm, protocol)
        || !allowed(algorithm, protocol)
        || tooManyHeads(collective, algorithm)) {
      return 0;
    }
    double bus = busBandwidth(collective, algorithm, protocol);
    boolean gathers =
        collective == Collective.ALL_GATHER || collective == Collective.REDUCE_SCATTER;
    if (gathers && algorithm != NcclAlgorithm.RING) {
      return bus;
    }
    boolean inSteps = algorithm == NcclAlgorithm.RING || algorithm.isNvls();
    int ranks = communicator.ranks();
    return inSteps ? bus * ranks / collective.ringSteps(ranks) : bus / 2;
  }

  /** Whether NCCL has this algorithm for this collective at all. */
  private static boolean exists(
      Collective collective, NcclAlgorithm algorithm, NcclProtocol protocol) {
    boolean hasFlags = algorithm == NcclAlgorithm.RING || algorithm == NcclAlgorithm.TREE;
    if (!hasFlags && protocol != NcclProtocol.SIMPLE) {
      return false;
    }
    return switch (collective) {
      case BROADCAST, REDUCE -> algorithm == NcclAlgorithm.RING;
      case ALL_GATHER, REDUCE_SCATTER ->
          algorithm == NcclAlgorithm.RING
              || algorithm == NcclAlgorithm.PAT
              || algorithm == NcclAlgorithm.NVLS;
      case ALL_REDUCE -> algorithm != NcclAlgorithm.PAT;
      case ALL_TO_ALL, SEND_RECV, GATHER, SCATTER -> false;
    };
  }

  /** Whether this communicator can run it, and NCCL's defaults let it. */
  private boolean allowed(NcclAlgorithm algorithm, NcclProtocol protocol) {
    Communicator of = communicator;
    ChannelGraph graph = of.graphs().of(algorithm);
    if (graph.channels() == 0) {
      return false;
    }
    boolean here =
        switch (algorithm) {
          case COLLNET_DIRECT, COLLNET_CHAIN -> of.collNet() && of.ranksPerNode() <= 8;
          case NVLS -> graph.channels() > 1 && (of.nodes() == 1 || of.collNet());
          case NVLS_TREE -> graph.channels() > 1 && of.nodes() > 1;
          case PAT -> of.nodes() == of.ranks();
          case RING, TREE -> true;
        };
    return here && (protocol != NcclProtocol.LL128 || keepsLinesWhole(graph));
  }

  /** NVLS all-gather and reduce-scatter have every GPU for a head, and no more than 32 of them. */
  private boolean tooManyHeads(Collective collective, NcclAlgorithm algorithm) {
    return algorithm.isNvls()
        && collective != Collective.ALL_REDUCE
        && communicator.ranksPerNode() > 32;
  }

  /** LL128 needs stores of 128 bytes to arrive in one piece. */
  private boolean keepsLinesWhole(ChannelGraph graph) {
    PathClass farthest =
        communicator.gpu().compareTo(GpuGeneration.HOPPER) >= 0 ? PathClass.PXN : PathClass.PXB;
    return graph.inter().compareTo(farthest) <= 0 && graph.intra().compareTo(PathClass.NVB) <= 0;
  }

  @Override
  public double insideBandwidth(
      Collective collective, NcclAlgorithm algorithm, NcclProtocol protocol) {
    if (algorithm == NcclAlgorithm.NVLS_TREE) {
      return nvlsTreeBandwidth();
    }
    if (algorithm == NcclAlgorithm.NVLS) {
      return nvlsBandwidth();
    }
    ChannelGraph graph = communicator.graphs().of(algorithm);
    double bus = busBandwidth(collective, algorithm, protocol, graph.intraGBps());
    return Math.min(bus, graph.channels() * linesOfAmpere(collective, protocol));
  }

  /**
   * What a channel of the search moves at most with LL128 on A100: NCCL of their time had measured
   * it, and what replaced it (0.92 of the links) is of GPUs since then.
   */
  private double linesOfAmpere(Collective collective, NcclProtocol protocol) {
    boolean holds =
        communicator.gpu() == GpuGeneration.AMPERE
            && protocol == NcclProtocol.LL128
            && collective.isTuned();
    return holds ? Nccl29Constants.ll128Max(collective) : Double.POSITIVE_INFINITY;
  }

  private double busBandwidth(
      Collective collective, NcclAlgorithm algorithm, NcclProtocol protocol) {
    ChannelGraph graph = communicator.graphs().of(algorithm);
    boolean isLocal = communicator.nodes() <= 2 || algorithm.isCollNet();
    double perChannel = isLocal ? graph.intraGBps() : graph.interGBps();
    return busBandwidth(collective, algorithm, protocol, perChannel);
  }

  private double busBandwidth(
      Collective collective, NcclAlgorithm algorithm, NcclProtocol protocol, double perChannel) {
    Communicator of = communicator;
    ChannelGraph graph = of.graphs().of(algorithm);
    int channels = graph.channels();
    double bus = channels * perChannel;
    return switch (algorithm) {
      case RING ->
          switch (protocol) {
            case LL -> Math.min(NcclConstants.llMax(of), bus * .5);
            case LL128 -> Math.min(bus * .92, channels * NcclConstants.ringLl128(of));
            case SIMPLE -> bus;
          };
      case TREE -> treeBandwidth(collective, protocol, bus, graph);
      case PAT -> bus * .75;
      case COLLNET_DIRECT -> directBandwidth(bus, channels);
      case COLLNET_CHAIN -> bus;
      case NVLS, NVLS_TREE ->
          gathersWithoutNetwork(collective)
              ? 0
              : channels * nvlsChannelBandwidth(collective, algorithm, graph);
    };
  }

  /** Over several nodes all-gather and reduce-scatter would need a plugin that has them. */
  private boolean gathersWithoutNetwork(Collective collective) {
    return communicator.nodes() > 1 && collective != Collective.ALL_REDUCE;
  }

  private double treeBandwidth(
      Collective collective, NcclProtocol protocol, double channelsBandwidth, ChannelGraph graph) {
    Communicator of = communicator;
    double bus = channelsBandwidth;
    if (collective == Collective.ALL_REDUCE) {
      bus = Math.min(bus * .92, graph.channels() * NcclConstants.tree(of));
    }
    if (protocol == NcclProtocol.LL) {
      bus = Math.min(bus / 3.8, NcclConstants.llMax(of));
    } else if (protocol == NcclProtocol.LL128) {
      double lines = of.nodes() == 1 ? 7.0 / 9 : 120.0 / 128;
      bus = Math.min(bus * lines, graph.channels() * NcclConstants.treeLl128(of));
    }
    return graph.simpleTree() ? bus * .85 : bus;
  }

  private double directBandwidth(double bus, int channels) {
    double gpusPerNic = communicator.ranksPerNode() / (double) channels;
    double shared = bus / (gpusPerNic - (gpusPerNic - 1) / 2);
    return communicator.gpu().compareTo(GpuGeneration.HOPPER) >= 0 ? shared * .85 : shared;
  }

  /**
   * What the NVLink switch adds up or hands out for a GPU in an all-reduce by NVLS, in 10^9 bytes
   * of data a second.
   */
  private double nvlsBandwidth() {
    ChannelGraph graph = communicator.graphs().nvls();
    double gpus = communicator.ranksPerNode();
    return graph.channels()
        * nvlsChannelInside(Collective.ALL_REDUCE, graph)
        * (gpus / (2 * (gpus - 1)));
  }

  /** What channels of NVLSTree have at most, likewise, whatever the links have. */
  private double nvlsTreeBandwidth() {
    double ranks = communicator.ranks();
    return communicator.graphs().nvls().channels()
        * NcclConstants.nvlsTree(communicator)
        * (ranks / (2 * (ranks - 1)));
  }

  private double nvlsChannelInside(Collective collective, ChannelGraph graph) {
    double gpus = communicator.ranksPerNode();
    return graph.intraGBps()
        * NcclConstants.nvlsEfficiency(communicator.gpu())
        * (graph.channels() - 1)
        / graph.channels()
        * (collective == Collective.ALL_REDUCE ? 2 : (gpus - 1) / gpus);
  }

  private double nvlsChannelBandwidth(
      Collective collective, NcclAlgorithm algorithm, ChannelGraph graph) {
    Communicator of = communicator;
    double intra = nvlsChannelInside(collective, graph);
    if (algorithm == NcclAlgorithm.NVLS) {
      return Math.min(intra, graph.interGBps());
    }
    double inter = of.nodes() <= 2 ? 2 * graph.interGBps() : graph.interGBps();
    return Math.min(Math.min(intra, inter), NcclConstants.nvlsTree(of));
  }
}
