package dev.headroom.model.schedule;

import dev.headroom.model.collective.AlgorithmChoice;
import dev.headroom.model.collective.Collective;
import dev.headroom.model.collective.CollectiveLibrary;
import dev.headroom.model.collective.Communicator;
import dev.headroom.model.collective.GpuGeneration;
import dev.headroom.model.collective.NcclAlgorithm;
import dev.headroom.model.collective.NcclProtocol;
import dev.headroom.model.collective.NcclRelease;
import dev.headroom.model.collective.TuningModel;
import dev.headroom.model.machine.Cluster;
import dev.headroom.model.machine.Machine;
import java.util.Optional;

/**
 * Pace of a collective outside the network, by the constants of NCCL's own model.
 *
 * <p>Those workers of a GPU that are busy share what NCCL expects it to send to the others of its
 * machine, all channels together; none is faster than a channel of NCCL's search, nor, with RCCL,
 * than its part of the link that it shares with the same others throughout. Where a machine has one
 * GPU in the job nothing is shared but the NIC. A hop takes the latency that NCCL has for it; of
 * that over the network, 1 us is the fabric's own: a switch and two cables, which are simulated.
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

  /**
   * What a step of a worker of NVLS takes beside its bytes: to wait for its peers, to wait for the
   * first bytes, and to make what it wrote known. Eight H100 take 12.0, 19.4, 32.7 and 61.0 us for
   * a row in chunks of 16, 32, 64 and 128 KiB, by the growth of time from size to size of NVIDIA's
   * all_reduce_perf table (dgxc-benchmarking, microbenchmarks/nccl); the line through them is at 5
   * us where a row has no bytes.
   */
  private static final double NVLS_STEP_US = 5;

  private NcclPace() {}

  /**
   * How fast a collective goes that is called at time 0.
   *
   * @param choice of algorithm and protocol; none for sends and receives
   */
  public static CollectivePace of(
      NcclCalibration calibration,
      Cluster cluster,
      Collective collective,
      Optional<AlgorithmChoice> choice) {
    Communicator communicator = cluster.communicator();
    TuningModel model = TuningModel.of(communicator.by(NcclRelease.V2_30_7));
    NcclAlgorithm algorithm = choice.map(AlgorithmChoice::algorithm).orElse(NcclAlgorithm.RING);
    NcclProtocol protocol = choice.map(AlgorithmChoice::protocol).orElse(NcclProtocol.SIMPLE);
    double found =
        Math.min(
            communicator.graphs().of(algorithm).intraGBps() * share(protocol),
            TuningModel.of(communicator).channelLimit(collective, protocol));
    double all =
        choice.isEmpty()
            ? unchosenGBps(cluster, collective)
            : isAloneInMachine(cluster, algorithm)
                ? communicator.channels() * found
                : model.insideBandwidth(collective, algorithm, protocol);
    double channel =
        communicator.gpu().library() == CollectiveLibrary.RCCL && choice.isPresent()
            ? Math.min(found, all / communicator.channels())
            : found;
    double efficiency = calibration.efficiency();
    double scale = calibration.latencyScale();
    if (algorithm.isNvls()) {
      return nvls(calibration, cluster, model, algorithm, found);
    }
    boolean reads = protocol == NcclProtocol.SIMPLE && communicator.usesNvlinkReads();
    double ticks = ticks(communicator.gpu(), protocol);
    double hop = localUs(model, cluster, algorithm, protocol) * ticks * scale;
    double oneWay = model.networkHopUs(algorithm, protocol) / parts(algorithm);
    double network = (oneWay - FABRIC_US) * scale;
    double busy =
        algorithm == NcclAlgorithm.PAT
            ? PAT_STEP_US * scale
            : busyShare(calibration, communicator, protocol) * hop;
    return new CollectivePace(
        calibration.launchPs() + ps(model.baseUs(algorithm, protocol) * ticks),
        new CollectivePace.Delays(
            ps(hop - busy),
            ps(Math.max(0.1, algorithm == NcclAlgorithm.PAT ? network : network - busy)),
            ps(hop),
            ps(busy),
            algorithm == NcclAlgorithm.PAT ? ps(busy) : 0),
        new CollectivePace.Costs(
            1000 / (found * efficiency),
            channel < found ? 1000 / (channel * efficiency) : 0,
            1000 / (all * efficiency),
            calibration.hostPsPerByte(),
            calibration.ownPsPerByte(),
            1000 / switchGBps(cluster, algorithm)),
        inStep(algorithm, protocol),
        reads,
        NcclChunking.window(collective, algorithm, protocol));
  }

  /**
   * What part of a hop keeps its worker busy, unless it is said. With Simple who reads from a
   * neighbour waits for the first bytes each time, and an AMD GPU for all that it has written to be
   * acknowledged before it says so (a fence of the whole system, RCCL's prims_simple.h); what
   * others write is on its way.
   */
  private static double busyShare(
      NcclCalibration calibration, Communicator of, NcclProtocol protocol) {
    boolean waits = of.usesNvlinkReads() || of.gpu().library() == CollectiveLibrary.RCCL;
    return calibration.busyShare().orElse(protocol == NcclProtocol.SIMPLE && waits ? 1 : 0);
  }

  /**
   * NCCL has the same latencies for all GPUs with NVLink, and H100 keep to them. With LL and LL128
   * they are what threads take to look at each line and to pass it on, so many ticks of their
   * clock: of eight A100, up to 1.41 GHz where H100 have 1.98 (NVIDIA's data sheets), 1 to 64 KiB
   * take 1.4 to 1.6 times as long.
   */
  private static double ticks(GpuGeneration gpu, NcclProtocol protocol) {
    return gpu == GpuGeneration.AMPERE && protocol != NcclProtocol.SIMPLE ? 1.98 / 1.41 : 1;
  }

  /**
   * How many workers a thread block has where channels stay side by side: those of a ring with LL
   * or LL128 have as much to do in each step, and so have those of a tree with LL128, of which one
   * part reduces and the other broadcasts. What NCCL expects of trees with LL over several machines
   * is no limit of a GPU.
   */
  private static int inStep(NcclAlgorithm algorithm, NcclProtocol protocol) {
    return switch (algorithm) {
      case RING -> protocol == NcclProtocol.SIMPLE ? 0 : 1;
      case TREE -> protocol == NcclProtocol.LL128 ? 2 : 0;
      default -> 0;
    };
  }

  /**
   * With NVLS the three parts of a thread block, which give a row to the switch, add it up and take
   * it, work on three rows at a time, each on its own. NCCL's 25 us for the way there and back are
   * what these take for the first row of a small collective, and its 20.9 us from machine to
   * machine are such a step and the 14 us of any tree. What it expects of the links holds for large
   * ones, the steps of their rows included.
   */
  private static CollectivePace nvls(
      NcclCalibration calibration,
      Cluster cluster,
      TuningModel model,
      NcclAlgorithm algorithm,
      double channel) {
    double scale = calibration.latencyScale();
    double efficiency = calibration.efficiency();
    double all = nvlsGBps(cluster, model, algorithm);
    double hop = model.localHopUs(NcclAlgorithm.TREE, NcclProtocol.LL) * scale;
    double step = NVLS_STEP_US * scale;
    NcclAlgorithm way = algorithm == NcclAlgorithm.NVLS_TREE ? NcclAlgorithm.TREE : algorithm;
    double oneWay = model.networkHopUs(way, NcclProtocol.SIMPLE) / parts(algorithm);
    double network = (oneWay - FABRIC_US) * scale;
    double psPerByte = 1000 / all - NVLS_STEP_US * 1e6 / largestRow(cluster, algorithm);
    return new CollectivePace(
        calibration.launchPs() + ps(model.baseUs(NcclAlgorithm.RING, NcclProtocol.LL)),
        new CollectivePace.Delays(
            ps(hop), ps(Math.max(0.1, network)), ps(hop + step), ps(step), ps(step)),
        new CollectivePace.Costs(
            1000 / (channel * efficiency),
            0,
            psPerByte / efficiency,
            calibration.hostPsPerByte(),
            calibration.ownPsPerByte(),
            1000 / switchGBps(cluster, algorithm)),
        0,
        false,
        NcclChunking.window(Collective.ALL_REDUCE, algorithm, NcclProtocol.SIMPLE));
  }

  /**
   * What the switch adds up for a GPU: as one machine has it, since what the search finds of
   * several is no more than their NICs have.
   */
  private static double nvlsGBps(Cluster cluster, TuningModel model, NcclAlgorithm algorithm) {
    Cluster one = new Cluster(cluster.machine(), 1, false);
    double links =
        TuningModel.of(one.communicator())
            .insideBandwidth(Collective.ALL_REDUCE, NcclAlgorithm.NVLS, NcclProtocol.SIMPLE);
    return algorithm == NcclAlgorithm.NVLS
        ? links
        : Math.min(
            links, model.insideBandwidth(Collective.ALL_REDUCE, algorithm, NcclProtocol.SIMPLE));
  }

  /**
   * Bytes of a row that all channels of a machine work on at once where the collective is large.
   */
  private static double largestRow(Cluster cluster, NcclAlgorithm algorithm) {
    NvlsTuning tuning = NvlsTuning.of(cluster, ChunkingOptions.BY_NCCL);
    long chunk =
        algorithm == NcclAlgorithm.NVLS
            ? tuning.chunk()
            : Math.min(tuning.chunk(), tuning.treeChunk());
    int heads = cluster.communicator().graphs().of(algorithm).channels();
    return (double) chunk * heads * tuning.channels();
  }

  /**
   * Whether a GPU is alone in its machine: what NCCL's search finds inside is its NIC's share then,
   * and the network that carries it is simulated. Of what PAT reaches NCCL's model has a figure of
   * its own.
   */
  private static boolean isAloneInMachine(Cluster cluster, NcclAlgorithm algorithm) {
    return cluster.machine().gpus() == 1 && algorithm != NcclAlgorithm.PAT;
  }

  /**
   * Of sends and receives: between two GPUs each way no more than these have between them, and of
   * those that all send to one each its part of what that one has.
   */
  private static double unchosenGBps(Cluster cluster, Collective collective) {
    Machine machine = cluster.machine();
    return switch (collective) {
      case SEND_RECV -> machine.peers().pairGBps();
      case GATHER -> machine.peers().peerGBps() / Math.max(1, machine.gpus() - 1);
      default -> machine.peers().peerGBps();
    };
  }

  /** A hop within a machine; with CollNetDirect every peer of a GPU takes some time of its own. */
  private static double localUs(
      TuningModel model, Cluster cluster, NcclAlgorithm algorithm, NcclProtocol protocol) {
    double hop = model.localHopUs(algorithm, protocol);
    return switch (algorithm) {
      case COLLNET_DIRECT -> hop + DIRECT_PEER_US * (cluster.machine().gpus() - 1);
      default -> hop;
    };
  }

  /**
   * What a switch reduces of one NIC's. As NCCL has it for NVLS, the bus bandwidth over the network
   * is no more than a channel's, whoever reduces; of CollNet alone it expects no limit but that of
   * the NIC, which has one channel of its search.
   */
  private static double switchGBps(Cluster cluster, NcclAlgorithm algorithm) {
    double ranks = cluster.gpus();
    double channel = cluster.communicator().graphs().of(algorithm).interGBps();
    return algorithm.isCollNet() ? channel : channel * ranks / (2 * (ranks - 1));
  }

  /**
   * How many messages one after another NCCL has one hop's latency for. NVLS and CollNet go up to a
   * switch that reduces and down again; of a level of PAT it takes most for hidden.
   */
  private static double parts(NcclAlgorithm algorithm) {
    return switch (algorithm) {
      case NVLS, COLLNET_DIRECT, COLLNET_CHAIN -> 2;
      case PAT -> 3.5;
      default -> 1;
    };
  }

  /** What part of what passes is data: as NCCL's model has it for rings. */
  private static double share(NcclProtocol protocol) {
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
