package dev.headroom.model.collective;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Model by which the library of a communicator's GPUs chooses algorithm and protocol: {@link
 * NcclTuning}, {@link Nccl29Tuning} or {@link RcclTuning}.
 *
 * <p>Of each algorithm and protocol it knows a latency L and an algorithm bandwidth B, and expects
 * a collective of S bytes to take L + S / B. It takes the one that it expects to be done first.
 */
public abstract sealed class TuningModel permits NcclTuning, Nccl29Tuning, RcclTuning {
  /** Whose model this is. */
  final Communicator communicator;

  TuningModel(Communicator communicator) {
    this.communicator = communicator;
  }

  /** The model of the library that such GPUs have, of the communicator's release. */
  public static TuningModel of(Communicator communicator) {
    return switch (communicator.gpu().library()) {
      case NCCL ->
          switch (communicator.release()) {
            case V2_30_7 -> new NcclTuning(communicator);
            case V2_9_9 -> new Nccl29Tuning(communicator);
          };
      case RCCL -> new RcclTuning(communicator);
    };
  }

  /**
   * Everything that the library has for a collective at a size: what it takes, and then the others,
   * fastest first; of equals its own first.
   */
  public List<AlgorithmChoice> choices(Collective collective, long bytes) {
    List<AlgorithmChoice> choices = new ArrayList<>();
    for (NcclAlgorithm algorithm : NcclAlgorithm.values()) {
      for (NcclProtocol protocol : NcclProtocol.values()) {
        if (offers(collective, algorithm, protocol)) {
          choices.add(
              new AlgorithmChoice(
                  algorithm, protocol, microseconds(collective, algorithm, protocol, bytes)));
        }
      }
    }
    choices.sort(Comparator.comparingDouble(AlgorithmChoice::microseconds));
    return choices;
  }

  /** What it takes, of an algorithm or a protocol if one is forced; empty if it has nothing. */
  public final Optional<AlgorithmChoice> choose(
      Collective collective,
      long bytes,
      Optional<NcclAlgorithm> algorithm,
      Optional<NcclProtocol> protocol) {
    return choices(collective, bytes).stream()
        .filter(choice -> algorithm.map(forced -> forced == choice.algorithm()).orElse(true))
        .filter(choice -> protocol.map(forced -> forced == choice.protocol()).orElse(true))
        .findFirst();
  }

  /** Whether it considers this. */
  public final boolean offers(
      Collective collective, NcclAlgorithm algorithm, NcclProtocol protocol) {
    return algorithmBandwidth(collective, algorithm, protocol) > 0;
  }

  /** How long it expects a collective of {@code bytes} to take, in microseconds. */
  public abstract double microseconds(
      Collective collective, NcclAlgorithm algorithm, NcclProtocol protocol, long bytes);

  /** What a collective takes whatever the number of its hops, in microseconds. */
  public abstract double baseUs(NcclAlgorithm algorithm, NcclProtocol protocol);

  /** What a hop within a machine takes, in microseconds. */
  public abstract double localHopUs(NcclAlgorithm algorithm, NcclProtocol protocol);

  /** What a hop over the network takes, the network itself included, in microseconds. */
  public abstract double networkHopUs(NcclAlgorithm algorithm, NcclProtocol protocol);

  /** What a collective takes at any size, in microseconds. */
  public abstract double latencyUs(
      Collective collective, NcclAlgorithm algorithm, NcclProtocol protocol);

  /**
   * Bytes of the collective's size over the time that they take beside the latency, in 10^9 a
   * second; 0 where the library does not consider it.
   */
  public abstract double algorithmBandwidth(
      Collective collective, NcclAlgorithm algorithm, NcclProtocol protocol);

  /**
   * What a GPU sends to the others of its machine in a collective, all channels together, in 10^9
   * bytes of data a second: as the bus bandwidth, without the network. With NVLS, what the switch
   * adds up or hands out for a GPU; with NVLSTree, no more of that.
   */
  public abstract double insideBandwidth(
      Collective collective, NcclAlgorithm algorithm, NcclProtocol protocol);

  /**
   * What each channel of the communicator moves at most, beside what the search has found for it,
   * in 10^9 bytes of data a second; infinite where the library has no such figure.
   */
  public double channelLimit(Collective collective, NcclProtocol protocol) {
    return Double.POSITIVE_INFINITY;
  }

  /**
   * What the CPU takes to post a step over the network, in microseconds ({@code getNetOverhead} of
   * {@code src/graph/tuning.cc}, the same in both): steps within a machine are posted no faster
   * than those beside them. 0 where there is one machine.
   */
  final double postUs(NcclProtocol protocol) {
    if (communicator.nodes() == 1) {
      return 0;
    }
    double post = communicator.cpu() == CpuVendor.AMD ? 2 : 1;
    return protocol == NcclProtocol.SIMPLE ? 3 * post : post;
  }

  /**
   * What the steps of a ring without a root take, in microseconds, of which each machine but one
   * has one between machines, two in an all-reduce.
   */
  final double stepsUs(Collective collective, double localHop, double networkHop) {
    int steps = collective.ringSteps(communicator.ranks());
    int between = (collective == Collective.ALL_REDUCE ? 2 : 1) * (communicator.nodes() - 1);
    return (steps - between) * localHop + between * networkHop;
  }

  static int floorLog2(long n) {
    return 63 - Long.numberOfLeadingZeros(n);
  }
}
