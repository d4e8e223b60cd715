package dev.headroom.wire.verbs;

import java.lang.foreign.MemorySegment;

/** Memory region: memory that a device may read or write (IBA 10.6). */
public interface MemoryRegion extends AutoCloseable {
  /** What this side names it by. */
  int lkey();

  /** What a peer names it by. */
  int rkey();

  /** The address by which a peer reaches its first byte. */
  long address();

  /** The memory itself. */
  MemorySegment memory();

  /** A piece of it, for a work request. */
  default ScatterGather slice(long offset, int bytes) {
    return new ScatterGather(address() + offset, bytes, lkey());
  }

  /** Takes it back: from now on nobody reaches it. */
  @Override
  void close();
}
