package dev.headroom.model.schedule;

/**
 * What NCCL's sends and receives move between two GPUs, piece by piece: 512 KiB at a time, as
 * between GPUs with NVLink ({@code NCCL_P2P_NVL_CHUNKSIZE}); of nothing one piece of nothing.
 *
 * @param bytes of all
 */
record Pieces(long bytes) {
  private static final long SIZE = 512 << 10;

  int count() {
    return Math.toIntExact(Math.max(1, Math.ceilDiv(bytes, SIZE)));
  }

  /** Bytes of a piece, from 0. */
  long at(int piece) {
    return Math.min(SIZE, bytes - piece * SIZE);
  }
}
