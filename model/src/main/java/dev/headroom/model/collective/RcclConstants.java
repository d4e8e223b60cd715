package dev.headroom.model.collective;

/**
 * Constants of RCCL's tuning model for MI300X and MI325X: {@code baseLat} and {@code
 * tuning_model_5} of {@code src/graph/tuning.cc}, ROCm/rccl 9e22c79. Microseconds.
 */
final class RcclConstants {
  /** Of LL and of Simple, whatever the number of ranks. */
  private static final double BASE_LL = 12;

  private static final double BASE_SIMPLE = 17;

  /**
   * How much of its bandwidth a tree reaches, for sizes of 64 B, 128 B, ... 4 GiB, and what is
   * larger.
   */
  private static final double[] TREE_LL = {
    .1, .1, .1, .1, .1, .1, 1, 1, 1, 1, 1, .6, 1, .9, 1, 1, .1, .1, .1, .1, .1, .1, .1, .1, .1, .1,
    .1
  };

  private static final double[] TREE_SIMPLE = {
    .1, .1, .1, .1, .1, .1, .1, .1, .1, .1, .1, .1, .1, .1, .1, .7, 1, 1, 1, 1, 1, .7, .7, .5, .6,
    .6, .6
  };

  /** The same of a ring over several machines. */
  private static final double[] RING_LL = {
    .1, .1, .1, .1, .1, .1, .1, .1, .1, .1, .1, 1, .2, 1, .4, .4, .1, .2, .2, .1, .1, .1, .1, .1,
    .1, .1, .1
  };

  private static final double[] RING_SIMPLE = {
    .1, .1, .1, .1, .1, .1, .1, .1, .1, .1, .1, .1, .1, .1, .1, .1, .1, .1, .1, .1, .1, .1, 1, .8,
    1, 1, 1
  };

  private RcclConstants() {}

  static double baseUs(NcclProtocol protocol) {
    return protocol == NcclProtocol.LL ? BASE_LL : BASE_SIMPLE;
  }

  /** A hop over xGMI. */
  static double xgmiUs(NcclAlgorithm algorithm, NcclProtocol protocol) {
    return algorithm == NcclAlgorithm.TREE
        ? protocol == NcclProtocol.LL ? 0.9 : 2.3
        : protocol == NcclProtocol.LL ? 0.8 : 2.1;
  }

  /**
   * A hop over the network as RCCL counts it. The 320 us of a ring are there to keep rings from
   * small sizes; no hop takes them.
   */
  static double networkUs(NcclAlgorithm algorithm, NcclProtocol protocol) {
    return algorithm == NcclAlgorithm.TREE
        ? protocol == NcclProtocol.LL ? 10.5 : 25
        : protocol == NcclProtocol.LL ? 9.5 : 320;
  }

  /** What part of the links' bandwidth an algorithm is taken to have. */
  static double share(int nodes, NcclAlgorithm algorithm, NcclProtocol protocol) {
    if (algorithm == NcclAlgorithm.RING) {
      return protocol == NcclProtocol.LL ? 0.08 : 1;
    }
    return protocol == NcclProtocol.LL ? 0.06 : nodes <= 2 ? 0.11 : 0.59;
  }

  /** What part of that it has at a size. */
  static double correction(NcclAlgorithm algorithm, NcclProtocol protocol, long bytes) {
    double[] by =
        algorithm == NcclAlgorithm.TREE
            ? protocol == NcclProtocol.LL ? TREE_LL : TREE_SIMPLE
            : protocol == NcclProtocol.LL ? RING_LL : RING_SIMPLE;
    int size = TuningModel.floorLog2(Math.max(1, bytes >> 6));
    return by[Math.min(size, by.length - 1)];
  }
}
