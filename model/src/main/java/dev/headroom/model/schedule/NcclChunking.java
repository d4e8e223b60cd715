package dev.headroom.model.schedule;

import dev.headroom.model.collective.Collective;
import dev.headroom.model.collective.CollectiveLibrary;
import dev.headroom.model.collective.Communicator;
import dev.headroom.model.collective.NcclAlgorithm;
import dev.headroom.model.collective.NcclProtocol;
import dev.headroom.model.collective.NcclRelease;

/**
 * NCCL's division of a collective into channels and chunks ({@code enqueue.cc}, {@code
 * collectives.h} and {@code device.h} of NCCL 2.30.7). ROCm/rccl 0cbce2a of October 2024 has kept
 * what NCCL had before, and as 2.9.9 had it.
 */
public final class NcclChunking {
  private static final int MIN_SLICE = 32 << 10;

  private NcclChunking() {}

  /** Channels that a collective of this size uses: no more than keep their threads busy. */
  public static int channels(
      Communicator of, NcclAlgorithm algorithm, NcclProtocol protocol, long bytes) {
    int channels = of.channels();
    long threads = isRccl(of) ? 256 : protocol == NcclProtocol.LL128 ? 640 : 512;
    long each =
        switch (protocol) {
          case LL -> algorithm == NcclAlgorithm.RING ? 8L * of.ranks() : 8;
          case LL128 -> 8;
          case SIMPLE -> 64;
        };
    return (int) Math.max(1, Math.min(channels, bytes / (threads * each)));
  }

  private static boolean isRccl(Communicator of) {
    return of.gpu().library() == CollectiveLibrary.RCCL;
  }

  /**
   * The largest piece that a ring passes on in one step, in bytes. From or to a root RCCL passes on
   * the smaller ones the fewer there are.
   *
   * @param slot of a connection's buffer, in bytes
   * @param bytes of the collective
   */
  static long ringChunk(
      Communicator of,
      Collective collective,
      NcclProtocol protocol,
      long slot,
      int channels,
      long bytes) {
    boolean isRooted = collective == Collective.BROADCAST || collective == Collective.REDUCE;
    if (protocol != NcclProtocol.SIMPLE) {
      return slot;
    }
    if (!isRooted) {
      return 4 * slot;
    }
    long chunk = slot;
    for (int rounds = 64; isRccl(of) && rounds >= 8; rounds /= 2) {
      chunk = halved(chunk, rounds * 4096L, bytes, channels, rounds);
    }
    return chunk;
  }

  /** In how many slices a ring passes a piece on, so that sending it overlaps with receiving it. */
  static int slices(Collective collective, NcclProtocol protocol, long chunk) {
    boolean isRooted = collective == Collective.BROADCAST || collective == Collective.REDUCE;
    return protocol == NcclProtocol.SIMPLE && !isRooted && chunk > MIN_SLICE ? 2 : 1;
  }

  /** Messages that may be under way on a line: as many as fit the eight slots of its buffer. */
  public static int window(Collective collective, NcclAlgorithm algorithm, NcclProtocol protocol) {
    boolean pairs =
        algorithm == NcclAlgorithm.RING
            && protocol == NcclProtocol.SIMPLE
            && collective != Collective.BROADCAST
            && collective != Collective.REDUCE;
    return pairs ? 4 : 8;
  }

  /**
   * The piece that a tree passes on in one step, in bytes. RCCL and NCCL 2.9.9 take smaller ones
   * where there would be few to each level of the tree.
   *
   * @param slot of a connection's buffer, in bytes
   */
  static long treeChunk(
      Communicator of, NcclProtocol protocol, long slot, int channels, long bytes) {
    long chunk = slot;
    boolean halves = isRccl(of) || of.release() == NcclRelease.V2_9_9;
    if (protocol == NcclProtocol.SIMPLE && halves) {
      long depth = of.ranksPerNode() - 1L + (31 - Integer.numberOfLeadingZeros(of.nodes()));
      chunk = halved(chunk, 131072, bytes, channels, depth * 8);
      chunk = halved(chunk, 65536, bytes, channels, depth * 4);
      chunk = halved(chunk, 32768, bytes, channels, depth);
    }
    if (protocol == NcclProtocol.LL128) {
      double perNode = of.ranksPerNode();
      double steps = 1 + (31 - Integer.numberOfLeadingZeros(of.nodes())) + 0.1 * perNode;
      while (bytes < steps * 64 / perNode * channels * chunk && chunk > 131072) {
        chunk /= 2;
      }
      while (bytes < steps * 16 / perNode * channels * chunk && chunk > 32768) {
        chunk /= 2;
      }
    }
    return chunk;
  }

  /** The most that a message of PAT carries, in bytes. */
  static long patChunk(Collective collective, long slot, int channels, long bytes) {
    long chunk = slot;
    int worth = collective == Collective.ALL_GATHER ? 32 : 16;
    while (chunk * channels * worth > bytes && chunk > 65536) {
      chunk /= 2;
    }
    return chunk;
  }

  /**
   * A head's share of a row of NVLS, in bytes.
   *
   * @param slot of a connection's buffer, in bytes
   * @param concurrent channels times heads
   */
  static long nvlsChunk(
      NvlsTuning tuning, NcclAlgorithm algorithm, long slot, int concurrent, long bytes) {
    if (algorithm == NcclAlgorithm.NVLS) {
      long chunk = least(Math.min(slot, tuning.chunk()), 65536, bytes, 64L * concurrent);
      chunk = least(chunk, 32768, bytes, 8L * concurrent);
      return least(chunk, 16384, bytes, 2L * concurrent);
    }
    long chunk = Math.min(tuning.chunk(), tuning.treeChunk());
    chunk = least(chunk, 262144, bytes, 32L * concurrent);
    chunk = least(chunk, 131072, bytes, 16L * concurrent);
    chunk = least(chunk, 65536, bytes, 4L * concurrent);
    return least(chunk, 32768, bytes, concurrent);
  }

  /** Threads of NCCL's kernels with CollNet, times what each is worth in bytes. */
  private static final long COLLNET_WORTH = 640L * 512;

  /**
   * Channels that CollNetDirect uses: fewer where the heads' shares are small, at half the price
   * each time that there are half as many again as 16, 8, 4, 2 or 1.
   */
  static int directChannels(Communicator of, int heads, long bytes) {
    int channels = of.channels();
    long worth = COLLNET_WORTH * heads;
    boolean few = true;
    for (int floor = 16; floor >= 1 && few; floor /= 2) {
      few = bytes < channels * worth;
      while (few && channels > floor) {
        if (channels == floor + floor / 2) {
          worth /= 2;
        }
        channels--;
        few = bytes < channels * worth;
      }
    }
    return channels;
  }

  /** A head's share of a row of CollNetDirect, in bytes. */
  static long directChunk(long slot, int channels, int heads, long bytes) {
    int depth = 2;
    long each = (long) channels * heads;
    long chunk = halved(slot, 131072, bytes, each, depth * 64L);
    chunk = halved(chunk, 65536, bytes, each, depth * 8L);
    return halved(chunk, 32768, bytes, each, depth * 8L);
  }

  /** Channels that CollNetChain uses. */
  static int chainChannels(Communicator of, long bytes) {
    return (int) Math.max(1, Math.min(of.channels(), bytes / COLLNET_WORTH));
  }

  /** What goes along a chain of CollNet at once, in bytes. */
  static long chainChunk(Communicator of, long slot, int channels, long bytes) {
    int depth = of.ranksPerNode();
    long chunk = halved(Math.min(256 << 10, slot), 131072, bytes, channels, depth * 64L);
    chunk = halved(chunk, 65536, bytes, channels, depth * 8L);
    return halved(chunk, 32768, bytes, channels, depth);
  }

  /** A chunk halved, down to a floor, until there are so many rounds of all channels. */
  private static long halved(long chunk, long floor, long bytes, long each, long rounds) {
    long halved = chunk;
    while (bytes / (each * halved) < rounds && halved > floor) {
      halved /= 2;
    }
    return halved;
  }

  /** A smaller chunk where the size is not worth so many of the larger ones. */
  private static long least(long chunk, long smaller, long bytes, long chunks) {
    return chunk > smaller && bytes < chunks * chunk ? smaller : chunk;
  }

  /** The k-th of n parts that differ by at most a byte. */
  static long share(long whole, int n, int k) {
    return whole / n + (k < whole % n ? 1 : 0);
  }
}
