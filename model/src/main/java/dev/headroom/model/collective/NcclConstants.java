package dev.headroom.model.collective;

/**
 * Constants of NCCL's tuning model: {@code ncclTunerConstantsDefaults} and {@code nvlsEfficiency}
 * of {@code src/graph/tuning.cc}, NCCL 2.30.7. Microseconds, and 10^9 bytes a second.
 */
@SuppressWarnings("EnumOrdinal") // tables, laid out as in the source
final class NcclConstants {
  /** What a hop goes over. */
  enum Hop {
    NVLINK,
    PCI,
    NET
  }

  /** Of an algorithm and a protocol (LL, LL128, Simple), whatever the number of ranks. */
  private static final double[][] BASE = {
    {6.8, 14.0, 8.4}, // tree
    {6.6, 14.0, 8.4}, // ring
    {0, 0, 0}, // CollNet direct
    {0, 0, 0}, // CollNet chain
    {0, 0, 0}, // NVLS
    {0, 0, 0}, // NVLS tree
    {8.0, 8.0, 8.0} // PAT
  };

  /** Of one hop, likewise. */
  private static final double[][][] HOPS = {
    { // NVLink
      {0.6, 1.25, 4.0},
      {0.6, 1.9, 3.4},
      {0, 0, 3.7},
      {0, 0, 2.8},
      {0, 0, 25},
      {0, 0, 25},
      {0, 0, 4.0}
    },
    { // PCIe
      {1.0, 1.9, 4.0},
      {1.0, 2.5, 5.7},
      {0, 0, 3.7},
      {0, 0, 2.8},
      {0, 0, 0},
      {0, 0, 0},
      {0, 0, 4.0}
    },
    { // network
      {5.0, 8.5, 14},
      {2.7, 4.0, 14.0},
      {0, 0, 31},
      {0, 0, 30},
      {0, 0, 18},
      {0, 0, 20.9},
      {0, 0, 14}
    }
  };

  /** By GPU on one node, by CPU on more (Intel in the first row, AMD in the second). */
  private static final double[][] LL_MAX = {
    {39.0, 39.0, 20.4}, {87.7, 22.5, 19.0}, {141.0, 45.0, 35.0}, {282.0, 90.0, 70.0}
  };

  // A channel's, by GPU; on one node, two, or more.
  private static final double[][] RING_LL128 = {
    {20.0, 20.0, 20.0}, {20.0, 20.0, 20.0}, {36.7, 36.7, 36.7}, {40.0, 40.0, 40.0}
  };
  private static final double[][] TREE_LL128 = {
    {20.0, 20.0, 20.0}, {20.0, 20.0, 20.0}, {36.7, 36.7, 29.0}, {55.6, 31.67, 20.0}
  };
  private static final double[][] TREE = {
    {26.5, 18.5, 10.0}, {24.0, 23.6, 17.8}, {38.7, 41.4, 36.0}, {70.0, 42.8, 24.0}
  };
  private static final double[][] NVLS_TREE = {
    {26.5, 18.5, 10.0}, {24.0, 23.6, 17.8}, {0.0, 57.7, 45.5}, {0.0, 96.0, 80.0}
  };

  private static final double[] NVLS_EFFICIENCY = {0, 0, 0.85, 0.74};

  /** How much of its bandwidth a tree reaches, for sizes of 64 B, 128 B, ... 256 MB. */
  private static final double[][] TREE_CORRECTION = {
    {1, 1, 1, 1, .9, .8, .7, .7, .7, .7, .6, .5, .4, .4, .5, .6, .7, .8, .9, 1, 1, 1, 1, 1},
    {1, 1, 1, 1, 1, .9, .8, .8, .8, .7, .6, .6, .6, .6, .6, .6, .8, .9, .9, .9, .9, 1, 1, 1},
    {.9, .9, .9, .9, .9, .9, .9, .8, .7, .6, .6, .5, .5, .5, .5, .6, .7, .8, .7, .7, .8, .9, .9, .9}
  };

  private NcclConstants() {}

  static double baseUs(NcclAlgorithm algorithm, NcclProtocol protocol) {
    return BASE[algorithm.ordinal()][protocol.ordinal()];
  }

  static double hopUs(Hop hop, NcclAlgorithm algorithm, NcclProtocol protocol) {
    return HOPS[hop.ordinal()][algorithm.ordinal()][protocol.ordinal()];
  }

  static double llMax(Communicator of) {
    int row = of.nodes() == 1 ? of.gpu().ordinal() : of.cpu() == CpuVendor.AMD ? 1 : 0;
    return LL_MAX[row][column(of)];
  }

  static double ringLl128(Communicator of) {
    return RING_LL128[of.gpu().ordinal()][column(of)];
  }

  static double treeLl128(Communicator of) {
    return TREE_LL128[of.gpu().ordinal()][column(of)];
  }

  static double tree(Communicator of) {
    return TREE[of.gpu().ordinal()][column(of)];
  }

  static double nvlsTree(Communicator of) {
    return NVLS_TREE[of.gpu().ordinal()][column(of)];
  }

  static double nvlsEfficiency(GpuGeneration gpu) {
    return NVLS_EFFICIENCY[gpu.ordinal()];
  }

  private static int column(Communicator of) {
    return Math.min(of.nodes(), 3) - 1;
  }

  /** What part of its bandwidth a tree reaches at a size; {@code last} sizes are in the table. */
  static double treeCorrection(NcclProtocol protocol, long bytes, int last) {
    int size = 63 - Long.numberOfLeadingZeros(bytes >> 6);
    return bytes >= 64 && size < last ? TREE_CORRECTION[protocol.ordinal()][size] : 1;
  }
}
