package dev.headroom.sim.nic;

import dev.headroom.sim.measure.CacheCounts;
import org.jspecify.annotations.Nullable;

/**
 * Location of the contexts of queue pairs when a NIC port needs them, and the stall that it causes:
 * in use, elsewhere on the chip, or in host memory.
 *
 * <pre>
 *     held up = 0                          worked on
 *               reload                     on the chip
 *               reload + miss              in host memory
 * </pre>
 *
 * of which WRITEs and SENDs hide a share. See {@link RandomReplacementCache} for how soon that
 * happens.
 */
public final class QpContextCache {
  private final NicTimes.ContextTimes times;
  private final @Nullable RandomReplacementCache near;
  private final @Nullable RandomReplacementCache onChip;

  /**
   * @param key of the random numbers by which contexts are given up
   */
  public QpContextCache(NicTimes.ContextTimes times, long key) {
    this.times = times;
    near = times.reloadPs() == 0 ? null : new RandomReplacementCache(times.near(), key);
    onChip = times.missPs() == 0 ? null : new RandomReplacementCache(times.onChip(), ~key);
  }

  /** By how much the port is held up by a message of a queue pair, in picoseconds. */
  public long heldUpPs(int queuePair, boolean hidden) {
    long ps = near == null || near.touch(queuePair) ? 0 : times.reloadPs();
    ps += onChip == null || onChip.touch(queuePair) ? 0 : times.missPs();
    return hidden ? Math.round(ps * (1 - times.hiddenShare())) : ps;
  }

  /** Where they are worked on; none where the rest of the chip is as near. */
  public CacheCounts near() {
    return near == null ? CacheCounts.NONE : near.counts();
  }

  /** On the chip; none where host memory is as near. */
  public CacheCounts onChip() {
    return onChip == null ? CacheCounts.NONE : onChip.counts();
  }
}
