package dev.headroom.model.schedule;

import java.util.Arrays;

/**
 * Pieces of NCCL's sends and receives between two GPUs; an empty transfer is one empty piece.
 *
 * @param bytes of all
 * @param most that a piece has, in bytes
 */
record SendPieces(long bytes, long most) {
  /** Between GPUs with NVLink 512 KiB at a time ({@code NCCL_P2P_NVL_CHUNKSIZE}). */
  static SendPieces near(long bytes) {
    return new SendPieces(bytes, 512 << 10);
  }

  /** Between machines 128 KiB at a time ({@code NCCL_P2P_NET_CHUNKSIZE}). */
  static SendPieces apart(long bytes) {
    return new SendPieces(bytes, 128 << 10);
  }

  int count() {
    return Math.toIntExact(Math.max(1, Math.ceilDiv(bytes, most)));
  }

  /** Bytes of a piece, from 0; none beyond the last. */
  long at(long piece) {
    return Math.clamp(bytes - piece * most, 0, most);
  }

  /** What so many channels move of it side by side: parts that differ by at most a byte. */
  SendPieces[] parts(int parts) {
    SendPieces[] of = new SendPieces[parts];
    Arrays.setAll(of, part -> new SendPieces(NcclChunking.share(bytes, parts, part), most));
    return of;
  }
}
