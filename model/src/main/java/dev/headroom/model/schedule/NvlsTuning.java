package dev.headroom.model.schedule;

import dev.headroom.model.collective.ChannelGraph;
import dev.headroom.model.collective.Communicator;
import dev.headroom.model.collective.GpuGeneration;
import dev.headroom.model.collective.PathClass;
import dev.headroom.model.machine.Cluster;

/**
 * Channels and chunk sizes of NVLS and NVLSTree: {@code ncclNvlsTuning} and {@code
 * ncclNvlsTreeSm100Tuning} of {@code src/transport/nvls.cc}, NCCL 2.30.7.
 *
 * @param channels whatever the size
 * @param chunk a head's share of a row at most, in bytes
 * @param treeChunk the same of NVLSTree
 */
record NvlsTuning(int channels, long chunk, long treeChunk) {
  private static final long K64 = 64 << 10;
  private static final long K128 = 128 << 10;
  private static final long K256 = 256 << 10;

  // NICs of 400 and 800 Gb/s, in 10^9 bytes a second, with room for what NCCL finds less.
  private static final double FAST = 48;
  private static final double FASTEST = 96;

  /** With what the job says itself in place of what NCCL would choose. */
  static NvlsTuning of(Cluster cluster, ChunkingOptions cut) {
    NvlsTuning tuned = tuned(cluster, cut.nvlsChunk().orElse(K128));
    return new NvlsTuning(
        tuned.channels,
        cut.nvlsChunk().orElse(tuned.chunk),
        cut.nvlsTreeChunk().orElse(tuned.treeChunk));
  }

  /**
   * @param untuned chunk where there is nothing better for these machines
   */
  private static NvlsTuning tuned(Cluster cluster, long untuned) {
    Communicator of = cluster.communicator();
    if (of.gpu() == GpuGeneration.BLACKWELL && of.nodes() > 1) {
      return blackwells(of, cluster.machine().rails().nicRate().bps() / 8e9, untuned);
    }
    return untuned(of, of.gpu() == GpuGeneration.BLACKWELL ? 24 : 16, untuned);
  }

  private static NvlsTuning untuned(Communicator of, int channels, long chunk) {
    return new NvlsTuning(channels, chunk, of.nodes() >= 4 ? K64 : chunk);
  }

  private static NvlsTuning blackwells(Communicator of, double nicGBps, long untuned) {
    int nodes = of.nodes();
    int gpus = of.ranksPerNode();
    ChannelGraph graph = of.graphs().nvls();
    boolean isNear = graph.inter().compareTo(PathClass.PXB) <= 0;
    if (nodes == 2 && nicGBps >= FAST) {
      boolean small = gpus >= 16 || (gpus <= 8 && isNear && nicGBps < FASTEST);
      return gpus <= 4
          ? new NvlsTuning(32, K256, K256)
          : new NvlsTuning(32, K128, small ? K64 : K128);
    }
    if (nicGBps >= FASTEST) {
      return gpus <= 8
          ? new NvlsTuning(24, K256, K256)
          : new NvlsTuning(32, K128, gpus < 32 ? K128 : K64);
    }
    if (nicGBps >= FAST) {
      return new NvlsTuning(24, K128, isNear ? K64 : K128);
    }
    return untuned(of, 32, untuned);
  }
}
