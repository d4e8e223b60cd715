package dev.headroom.wire.soft;

import org.jspecify.annotations.Nullable;

/**
 * A READ that is, or was, served.
 *
 * @param firstPsn the PSN of its first response, by a number that never wraps
 * @param region null if no bytes are asked for
 */
record ReadJob(
    long firstPsn, @Nullable SoftRegion region, int rkey, long address, long bytes, int mtu) {
  long endPsn() {
    return firstPsn + Math.max(1, (bytes + mtu - 1) / mtu);
  }

  /** The rest of it from a PSN on, if that is what is asked for; null if it is something else. */
  @Nullable ReadJob rest(long psn, int sameRkey, long from, long count) {
    long done = (psn - firstPsn) * mtu;
    boolean within =
        psn >= firstPsn
            && psn < endPsn()
            && sameRkey == rkey
            && from == address + done
            && count == bytes - done;
    return within ? new ReadJob(psn, region, rkey, from, count, mtu) : null;
  }
}
