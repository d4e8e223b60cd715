package dev.headroom.model.schedule;

import dev.headroom.model.collective.Algorithm;
import dev.headroom.model.collective.Choice;
import dev.headroom.model.collective.Collective;
import dev.headroom.model.collective.Communicator;
import dev.headroom.model.collective.Protocol;
import dev.headroom.model.collective.Release;
import dev.headroom.model.collective.TuningModel;
import dev.headroom.model.machine.Cluster;
import dev.headroom.model.machine.Machine;
import java.util.Optional;

/**
 * How fast a collective goes beside the network, by the constants of NCCL's own model.
 *
 * <p>Those workers of a GPU that are busy share what NCCL expects it to send to the others of its
 * machine, all channels together; none is faster than a channel of NCCL's search. Where a machine
 * has one GPU in the job nothing is shared but the NIC. A hop takes the latency that NCCL has for
 * it; of that over the network, 1 us is the fabric's own: a switch and two cables, which are
 * simulated. With NVLS the latency is for the way to the heads and back.
 *
 * <p>These are 2.30.7's constants whatever release chooses, since it is the same GPUs that move the
 * data: older ones have time for chunks in a tree's hop, which are simulated here. Only what a
 * release has for the most that a channel moves with LL128 is kept to.
 */
public final class NcclPace {
  private static final double FABRIC_US = 1;

  /** tuning.cc: what each peer of a GPU adds to a hop of CollNetDirect. */
  private static final double DIRECT_PEER_US = 0.4;

  /**
   * What a step of PAT keeps its worker busy: NCCL has 2.8 us for each rank, of which there are two
   * for three steps.
   */
  private static final double PAT_STEP_US = 2.8 * 2 / 3;

  private NcclPace() {}

  /**
   * How fast a collective goes that is called at time 0.
   *
   * @param choice of algorithm and protocol; none for sends and receives
   */
  public static Pace of(
      Calibration calibration, Cluster cluster, Collective collective, Optional<Choice> choice) {
    Communicator communicator = cluster.communicator();
    TuningModel model = TuningModel.of(communicator.by(Release.V2_30_7));
    Algorithm algorithm = choice.map(Choice::algorithm).orElse(Algorithm.RING);
    Protocol protocol = choice.map(Choice::protocol).orElse(Protocol.SIMPLE);
    double channel =
        Math.min(
            communicator.graphs().of(algorithm).intraGBps() * share(protocol),
            TuningModel.of(communicator).channelLimit(collective, protocol));
    double all =
        choice.isEmpty()
            ? unchosenGBps(cluster, collective)
            : hasNobodyNear(cluster, algorithm)
                ? communicator.channels() * channel
                : model.insideBandwidth(collective, algorithm, protocol);
    double efficiency = calibration.efficiency();
    double scale = calibration.latencyScale();
    double hop = localUs(model, cluster, algorithm, protocol) * scale;
    double oneWay = model.networkHopUs(algorithm, protocol) / parts(algorithm);
    double network = (oneWay - FABRIC_US) * scale;
    double busy = algorithm == Algorithm.PAT ? PAT_STEP_US * scale : calibration.busyShare() * hop;
    double base = algorithm == Algorithm.NVLS ? 0 : model.baseUs(algorithm, protocol);
    return new Pace(
        calibration.launchPs() + ps(base),
        ps(hop - busy),
        ps(Math.max(0.1, algorithm == Algorithm.PAT ? network : network - busy)),
        ps(hop),
        ps(busy),
        algorithm == Algorithm.PAT ? ps(busy) : 0,
        1000 / (channel * efficiency),
        1000 / (all * efficiency),
        calibration.hostPsPerByte(),
        calibration.ownPsPerByte(),
        1000 / switchGBps(cluster, algorithm),
        protocol != Protocol.SIMPLE,
        protocol == Protocol.SIMPLE && communicator.readsPeers(),
        Chunks.window(collective, algorithm, protocol));
  }

  /**
   * Whether a GPU is alone in its machine: what NCCL's search finds inside is its NIC's share then,
   * and the network that carries it is simulated. Of what PAT reaches NCCL's model has a figure of
   * its own.
   */
  private static boolean hasNobodyNear(Cluster cluster, Algorithm algorithm) {
    return cluster.machine().gpus() == 1 && algorithm != Algorithm.PAT;
  }

  /**
   * Of sends and receives: between two GPUs each way no more than these have between them, and of
   * those that all send to one each its part of what that one has.
   */
  private static double unchosenGBps(Cluster cluster, Collective collective) {
    Machine machine = cluster.machine();
    return switch (collective) {
      case SEND_RECV -> machine.pairGBps();
      case GATHER -> machine.peerGBps() / Math.max(1, machine.gpus() - 1);
      default -> machine.peerGBps();
    };
  }

  /**
   * A hop within a machine. That of NVLS is for the way to the heads and back; with CollNetDirect
   * every peer of a GPU takes some time of its own.
   */
  private static double localUs(
      TuningModel model, Cluster cluster, Algorithm algorithm, Protocol protocol) {
    double hop = model.localHopUs(algorithm, protocol);
    return switch (algorithm) {
      case NVLS, NVLS_TREE -> hop / 2;
      case COLLNET_DIRECT -> hop + DIRECT_PEER_US * (cluster.machine().gpus() - 1);
      default -> hop;
    };
  }

  /**
   * What a switch reduces of one NIC's. As NCCL has it for NVLS, the bus bandwidth over the network
   * is no more than a channel's, whoever reduces; of CollNet alone it expects no limit but that of
   * the NIC, which has one channel of its search.
   */
  private static double switchGBps(Cluster cluster, Algorithm algorithm) {
    double ranks = cluster.gpus();
    double channel = cluster.communicator().graphs().of(algorithm).interGBps();
    return algorithm.isCollNet() ? channel : channel * ranks / (2 * (ranks - 1));
  }

  /**
   * How many messages one after another NCCL has one hop's latency for. NVLS and CollNet go up to a
   * switch that reduces and down again; of a level of PAT it takes most for hidden.
   */
  private static double parts(Algorithm algorithm) {
    return switch (algorithm) {
      case NVLS, COLLNET_DIRECT, COLLNET_CHAIN -> 2;
      case PAT -> 3.5;
      default -> 1;
    };
  }

  /** What part of what passes is data: as NCCL's model has it for rings. */
  private static double share(Protocol protocol) {
    return switch (protocol) {
      case LL -> 0.5;
      case LL128 -> 0.92;
      case SIMPLE -> 1;
    };
  }

  private static long ps(double us) {
    return Math.round(us * 1e6);
  }
}
