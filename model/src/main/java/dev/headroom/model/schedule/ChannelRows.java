package dev.headroom.model.schedule;

/**
 * Division of a collective into rows. Each channel has a share of the size and forwards it in rows,
 * of each of which every head has a piece. Shares of a whole differ by a byte at most.
 *
 * @param size of the collective, in bytes
 * @param heads who divide a row among themselves; 1 where a row is a piece
 * @param chunk the largest piece, in bytes
 */
record ChannelRows(long size, int channels, int heads, long chunk) {
  /** Rows of a channel; of nothing one row of nothing. */
  int count(int channel) {
    return Math.toIntExact(Math.max(1, Math.ceilDiv(share(channel), heads * chunk)));
  }

  /** Bytes of a head's piece of a row. */
  long piece(int channel, int row, int head) {
    return NcclChunking.share(bytes(channel, row), heads, head);
  }

  /** Bytes of a row, all heads' pieces together. */
  long bytes(int channel, int row) {
    long before = row * (heads * chunk);
    return Math.min(heads * chunk, share(channel) - before);
  }

  private long share(int channel) {
    return NcclChunking.share(size, channels, channel);
  }
}
