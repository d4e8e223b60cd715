package dev.headroom.model.schedule;

import dev.headroom.model.collective.Collective;
import dev.headroom.model.collective.Communicator;
import dev.headroom.model.collective.NcclProtocol;
import dev.headroom.model.collective.NcclRelease;

/** Share of each channel of a ring in a collective's data, in bytes. */
interface ChannelShares {
  long of(int channel);

  /**
   * As a communicator's release deals it out: 2.30.7 evenly, 2.9.9 in grains.
   *
   * @param chunk that a ring passes on in one step, in bytes
   * @param size of the collective, in bytes
   */
  static ChannelShares of(
      Communicator of,
      Collective collective,
      NcclProtocol protocol,
      int channels,
      long chunk,
      long size) {
    boolean isChain = collective == Collective.BROADCAST || collective == Collective.REDUCE;
    int pieces = isChain ? 1 : of.ranks();
    return of.release() == NcclRelease.V2_9_9
        ? inGrains(channels, pieces, chunk, grain(protocol), size)
        : even(channels, size);
  }

  /** Shares that differ by at most a byte. */
  static ChannelShares even(int channels, long size) {
    return channel -> NcclChunking.share(size, channels, channel);
  }

  /**
   * Loops of a whole chunk for each channel and piece, and for what is left chunks that are a
   * multiple of a grain ({@code src/collectives/device/*.h} and {@code computeColl} of NCCL 2.9.9):
   *
   * <pre>
   *   last chunk = ceil(rest / (channels * pieces * grain)) * grain
   * </pre>
   *
   * so that the first channels have a whole one each and the last ones may have nothing: of 4 MiB
   * over 8 GPUs with LL128 on 24 channels 13 have 38,400 bytes of each GPU's part, one has 25,088,
   * and 10 have none.
   *
   * @param pieces of a loop: one for each rank, or one along a chain
   */
  static ChannelShares inGrains(int channels, int pieces, long chunk, long grain, long size) {
    long all = (long) channels * pieces;
    long loop = all * chunk;
    long full = size / loop * pieces * chunk;
    long rest = size % loop;
    long last = Math.min(chunk, Math.ceilDiv(rest, all * grain) * grain) * pieces;
    return channel -> full + Math.clamp(rest - channel * last, 0, last);
  }

  /** LL128: half of what 640 threads take at once; the others: 8 bytes for each of 512 threads. */
  private static long grain(NcclProtocol protocol) {
    return protocol == NcclProtocol.LL128 ? 640L * 64 * 15 / 16 / 2 : 512L * 8;
  }
}
