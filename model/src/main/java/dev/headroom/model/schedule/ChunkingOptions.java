package dev.headroom.model.schedule;

import dev.headroom.model.collective.NcclProtocol;
import java.util.Optional;

/**
 * Settings of a job for NCCL's chunking of collectives; NCCL decides those that are missing.
 *
 * @param channels to use, all of them whatever the size ({@code NCCL_MIN_NCHANNELS} and {@code
 *     NCCL_MAX_NCHANNELS} of one value, without what NCCL saves on little data)
 * @param buffer of each connection with Simple, in bytes: eight slots ({@code NCCL_BUFFSIZE})
 * @param nvlsChunk a head's share of a row of NVLS at most, in bytes ({@code NCCL_NVLS_CHUNKSIZE})
 * @param nvlsTreeChunk the same of NVLSTree, which keeps to both ({@code
 *     NCCL_NVLSTREE_MAX_CHUNKSIZE})
 */
public record ChunkingOptions(
    Optional<Integer> channels,
    Optional<Long> buffer,
    Optional<Long> nvlsChunk,
    Optional<Long> nvlsTreeChunk) {
  private static final int SLOTS = 8;

  /** NCCL decides all of it. */
  public static final ChunkingOptions BY_NCCL =
      new ChunkingOptions(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  /** Data that fits a slot of a connection's buffer. */
  long slotBytes(NcclProtocol protocol) {
    return protocol == NcclProtocol.SIMPLE && buffer.isPresent()
        ? buffer.get() / SLOTS
        : protocol.slotBytes();
  }
}
