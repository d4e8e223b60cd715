package dev.headroom.model.collective;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Tuning model by which RCCL chooses on AMD's GPUs. It consists of {@code ncclTopoTuneModel} and
 * {@code ncclTopoGetAlgoTime} of its {@code src/graph/tuning.cc}, which takes the sum of a GPU's
 * xGMI links for the bandwidth of all channels together, and of {@code
 * rcclUpdateCollectiveProtocol}, which chooses the protocol by size alone. Constants and version:
 * {@link RcclConstants}.
 *
 * <p>Left out: the schedules that it takes from MSCCL and MSCCL++ for small sizes on one machine.
 */
final class RcclTuning extends TuningModel {
  /** What LL has for reductions and broadcasts beyond its share, on one machine. */
  private static final double ROOTED_LL = 1.65;

  /**
   * What part of its links RCCL's rings reach: 315.7 and 316.9 GB/s of the 336 of eight MI300X, 319
   * of eight MI325X, all-reduces of 8 and 16 GiB (hisohara/ai-scripts, training/01_rccl-smoketest;
   * AMD's system acceptance guide).
   */
  private static final double LINKS_REACHED = 0.94;

  RcclTuning(Communicator communicator) {
    super(communicator);
  }

  @Override
  public List<AlgorithmChoice> choices(Collective collective, long bytes) {
    List<AlgorithmChoice> byTime = super.choices(collective, bytes);
    OptionalLong mostOfLl = mostOfLl(collective);
    if (byTime.isEmpty() || mostOfLl.isEmpty()) {
      return byTime;
    }
    boolean isLl = bytes <= mostOfLl.getAsLong();
    if (!isLl && communicator.nodes() == 1) {
      return byTime; // only what is small is cut there
    }
    NcclProtocol protocol = isLl ? NcclProtocol.LL : NcclProtocol.SIMPLE;
    NcclAlgorithm algorithm = byTime.getFirst().algorithm();
    List<AlgorithmChoice> taken = new ArrayList<>(byTime);
    byTime.stream()
        .filter(choice -> choice.algorithm() == algorithm && choice.protocol() == protocol)
        .findFirst()
        .ifPresent(choice -> {
          taken.remove(choice);
          taken.addFirst(choice);
        });
    return taken;
  }

  /** The largest size that goes by LL whatever the model says; empty where the model decides. */
  private OptionalLong mostOfLl(Collective collective) {
    int ranks = communicator.ranks();
    boolean isAlone = communicator.nodes() == 1;
    return switch (collective) {
      case ALL_REDUCE -> isAlone ? OptionalLong.empty() : OptionalLong.of(1_048_576);
      case REDUCE_SCATTER -> OptionalLong.of((isAlone ? 352_128L : 655_360L) * ranks);
      case ALL_GATHER -> isAlone ? OptionalLong.empty() : OptionalLong.of(98_304L * ranks);
      default -> OptionalLong.empty();
    };
  }

  @Override
  public double microseconds(
      Collective collective, NcclAlgorithm algorithm, NcclProtocol protocol, long bytes) {
    double bandwidth = algorithmBandwidth(collective, algorithm, protocol);
    if (algorithm == NcclAlgorithm.TREE || communicator.nodes() > 1) {
      bandwidth *= RcclConstants.correction(algorithm, protocol, bytes);
    }
    return latencyUs(collective, algorithm, protocol) + bytes / (1000 * bandwidth);
  }

  @Override
  public double baseUs(NcclAlgorithm algorithm, NcclProtocol protocol) {
    return RcclConstants.baseUs(protocol);
  }

  @Override
  public double localHopUs(NcclAlgorithm algorithm, NcclProtocol protocol) {
    double hop = RcclConstants.xgmiUs(algorithm, protocol);
    return algorithm == NcclAlgorithm.RING ? Math.max(hop, postUs(protocol)) : hop;
  }

  /** Of trees, also for rings: what RCCL has for those is no time. */
  @Override
  public double networkHopUs(NcclAlgorithm algorithm, NcclProtocol protocol) {
    return RcclConstants.networkUs(NcclAlgorithm.TREE, protocol);
  }

  @Override
  public double latencyUs(Collective collective, NcclAlgorithm algorithm, NcclProtocol protocol) {
    double base = baseUs(algorithm, protocol);
    double intra = localHopUs(algorithm, protocol);
    int nodes = communicator.nodes();
    boolean isExposed = communicator.ranksPerNode() == 1;
    double inter = RcclConstants.networkUs(isExposed ? NcclAlgorithm.TREE : algorithm, protocol);
    if (algorithm == NcclAlgorithm.TREE) {
      return base + 2 * ((communicator.ranksPerNode() - 1) * intra + floorLog2(nodes) * inter);
    }
    if (collective == Collective.BROADCAST || collective == Collective.REDUCE) {
      // Of chunks that are passed on, Simple has a tree's hop.
      NcclAlgorithm like =
          protocol == NcclProtocol.SIMPLE ? NcclAlgorithm.TREE : NcclAlgorithm.RING;
      double hop =
          nodes == 1
              ? RcclConstants.xgmiUs(like, protocol)
              : RcclConstants.networkUs(like, protocol);
      return base + collective.ringSteps(communicator.ranks()) * hop;
    }
    return base + stepsUs(collective, intra, inter);
  }

  @Override
  public double algorithmBandwidth(
      Collective collective, NcclAlgorithm algorithm, NcclProtocol protocol) {
    if (!exists(collective, algorithm, protocol)) {
      return 0;
    }
    int nodes = communicator.nodes();
    double bus = links() * RcclConstants.share(nodes, algorithm, protocol);
    boolean isRooted = collective == Collective.BROADCAST || collective == Collective.REDUCE;
    if (isRooted && protocol == NcclProtocol.LL && nodes == 1) {
      bus *= ROOTED_LL;
    }
    int ranks = communicator.ranks();
    return algorithm == NcclAlgorithm.RING ? bus * ranks / collective.ringSteps(ranks) : bus / 2;
  }

  /** Rings for all, trees for all-reduce; trees by LL alone where there is one machine. */
  private boolean exists(Collective collective, NcclAlgorithm algorithm, NcclProtocol protocol) {
    boolean isWhole = communicator.graphs().of(algorithm).channels() > 0;
    boolean isTree =
        algorithm == NcclAlgorithm.TREE
            && collective == Collective.ALL_REDUCE
            && (protocol == NcclProtocol.LL || communicator.nodes() > 1);
    boolean isRing = algorithm == NcclAlgorithm.RING && collective.isTuned();
    return isWhole && protocol != NcclProtocol.LL128 && (isTree || isRing);
  }

  /** The sum of a GPU's links, 10^9 bytes a second: what all channels are taken to have. */
  private double links() {
    ChannelGraph ring = communicator.graphs().ring();
    return ring.channels() * ring.intraGBps();
  }

  /**
   * What the links carry. On one machine of n GPUs, each of which has a link to every other, n - 1
   * rings use each link once. Of those that leave it by a NIC each, and so pass one link less,
   * there are n.
   */
  @Override
  public double insideBandwidth(
      Collective collective, NcclAlgorithm algorithm, NcclProtocol protocol) {
    double gpus = communicator.ranksPerNode();
    boolean leaves = communicator.nodes() > 1 && gpus > 1;
    return LINKS_REACHED * (leaves ? links() * gpus / (gpus - 1) : links());
  }
}
