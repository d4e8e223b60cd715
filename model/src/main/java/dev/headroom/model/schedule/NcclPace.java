package dev.headroom.model.schedule;

import dev.headroom.model.collective.Algorithm;
import dev.headroom.model.collective.Choice;
import dev.headroom.model.collective.Collective;
import dev.headroom.model.collective.Protocol;
import dev.headroom.model.collective.TuningModel;
import dev.headroom.model.machine.Cluster;
import java.util.Optional;

/**
 * How fast a collective goes beside the network, by the constants of NCCL's own model.
 *
 * <p>Those workers of a GPU that are busy share what NCCL expects it to send to the others of its
 * machine, all channels together; none is faster than a channel of NCCL's search. A hop takes the
 * latency that NCCL has for it; of that over the network, 1 us is the fabric's own: a switch and
 * two cables, which are simulated. With NVLS the latency is for the way to the heads and back.
 */
public final class NcclPace {
  private static final double FABRIC_US = 1;

  /**
   * What a step of PAT keeps its worker busy: NCCL has 2.8 us for each rank, of which there are two
   * for three steps.
   */
  private static final double PAT_STEP_US = 2.8 * 2 / 3;

  private NcclPace() {}

  /**
   * How fast a collective goes.
   *
   * @param startPs when it is called
   * @param choice of algorithm and protocol; none for sends and receives
   */
  public static Pace of(
      Calibration calibration,
      long startPs,
      Cluster cluster,
      Collective collective,
      Optional<Choice> choice) {
    TuningModel model = new TuningModel(cluster.communicator());
    Algorithm algorithm = choice.map(Choice::algorithm).orElse(Algorithm.RING);
    Protocol protocol = choice.map(Choice::protocol).orElse(Protocol.SIMPLE);
    double all =
        choice.isEmpty()
            ? cluster.machine().peerGBps()
            : algorithm.isNvls()
                ? model.nvlsBandwidth()
                : model.nvlinkBandwidth(collective, algorithm, protocol);
    double channel = cluster.communicator().graphs().of(algorithm).intraGBps() * share(protocol);
    double efficiency = calibration.efficiency();
    double scale = calibration.latencyScale();
    double hop = model.localHopUs(algorithm, protocol) * scale / (algorithm.isNvls() ? 2 : 1);
    double oneWay = model.networkHopUs(algorithm, protocol) / parts(algorithm);
    double network = (oneWay - FABRIC_US) * scale;
    double busy = algorithm == Algorithm.PAT ? PAT_STEP_US * scale : calibration.busyShare() * hop;
    double base = algorithm == Algorithm.NVLS ? 0 : model.baseUs(algorithm, protocol);
    return new Pace(
        startPs + calibration.launchPs() + ps(base),
        ps(hop - busy),
        ps(Math.max(0.1, algorithm == Algorithm.PAT ? network : network - busy)),
        ps(hop),
        ps(busy),
        algorithm == Algorithm.PAT ? ps(busy) : 0,
        1000 / (channel * efficiency),
        1000 / (all * efficiency),
        calibration.hostPsPerByte(),
        1000 / switchGBps(cluster),
        protocol != Protocol.SIMPLE,
        Chunks.window(collective, algorithm, protocol));
  }

  /**
   * What a switch reduces of one NIC's: as NCCL has it, the bus bandwidth over the network is no
   * more than a channel's, whoever reduces.
   */
  private static double switchGBps(Cluster cluster) {
    double ranks = cluster.gpus();
    return cluster.communicator().graphs().nvls().interGBps() * ranks / (2 * (ranks - 1));
  }

  /**
   * How many messages one after another NCCL has one hop's latency for. NVLS goes up to a switch
   * that reduces and down again; of a level of PAT it takes most for hidden.
   */
  private static double parts(Algorithm algorithm) {
    return switch (algorithm) {
      case NVLS -> 2;
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
