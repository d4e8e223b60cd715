package dev.headroom.model.collective;

import dev.headroom.model.collective.NcclConstants.Hop;

/**
 * Constants of the tuning model of NCCL 2.8.3 to 2.9.9 ({@code src/graph/tuning.cc}). Microseconds,
 * and 10^9 bytes a second. Rows are trees and rings, columns LL, LL128 and Simple.
 */
@SuppressWarnings("EnumOrdinal") // tables, laid out as in the source
final class Nccl29Constants {
  private static final double[][] BASE = {{4.4, 4.4, 0}, {3.6, 10.0, 8.4}};

  /** Over NVLink, PCIe and the network. Of trees with Simple that of a chunk of 256 KB. */
  private static final double[][][] HOPS = {
    {{.52, 1.25, 28}, {.47, 1.9, 3.4}},
    {{1.0, 1.9, 28}, {1.0, 2.5, 5.7}},
    {{5.0, 8.5, 28}, {2.7, 4.0, 9.6}}
  };

  /** What LL128 has of a channel of the search, by collective in the order of the enumeration. */
  private static final double[] LL128_MAX = {18.8, 12.0, 18.3, 15.2, 16.9};

  /** By GPU on one node, by CPU on more (Intel in the first row, AMD in the second). */
  private static final double[][] LL_MAX = {{39.0, 39.0, 20.4}, {87.7, 22.5, 19.0}};

  /** What a tree has of a channel, of Volta and Ampere, on one node, two, or more. */
  private static final double[][] TREE = {{26.5, 18.5, 10.0}, {24.0, 22.5, 16.0}};

  /** All channels of an Ampere. */
  private static final double AMPERE_MAX = 235;

  /** How much of its bandwidth a tree reaches with LL128, for sizes of 64 B to 256 MB. */
  private static final double[] LL128_TREE_CORRECTION = {
    1, 1, 1, 1, 1, .9, .8, .8, .8, .7, .6, .6, .6, .5, .6, .6, .7, .7, .8, .9, .9, .92, .92
  };

  private Nccl29Constants() {}

  static double baseUs(NcclAlgorithm algorithm, NcclProtocol protocol) {
    return BASE[algorithm.ordinal()][protocol.ordinal()];
  }

  static double hopUs(Hop hop, NcclAlgorithm algorithm, NcclProtocol protocol) {
    return HOPS[hop.ordinal()][algorithm.ordinal()][protocol.ordinal()];
  }

  static double ll128Max(Collective collective) {
    return LL128_MAX[collective.ordinal()];
  }

  static double llMax(Communicator of) {
    boolean second = of.nodes() == 1 ? isAmpere(of) : of.cpu() == CpuVendor.AMD;
    return LL_MAX[second ? 1 : 0][column(of)];
  }

  static double tree(Communicator of) {
    return TREE[isAmpere(of) ? 1 : 0][column(of)];
  }

  static double allChannels(Communicator of, double bandwidth) {
    return isAmpere(of) ? Math.min(bandwidth, AMPERE_MAX) : bandwidth;
  }

  private static boolean isAmpere(Communicator of) {
    return of.gpu() == GpuGeneration.AMPERE;
  }

  private static int column(Communicator of) {
    return Math.min(of.nodes(), 3) - 1;
  }

  /** What part of its bandwidth a tree reaches at a size. */
  static double treeCorrection(NcclProtocol protocol, long bytes) {
    if (protocol != NcclProtocol.LL128) {
      return NcclConstants.treeCorrection(protocol, bytes, LL128_TREE_CORRECTION.length);
    }
    int size = 63 - Long.numberOfLeadingZeros(bytes >> 6);
    return bytes >= 64 && size < LL128_TREE_CORRECTION.length ? LL128_TREE_CORRECTION[size] : 1;
  }
}
