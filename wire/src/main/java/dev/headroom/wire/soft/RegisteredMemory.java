package dev.headroom.wire.soft;

import org.jspecify.annotations.Nullable;

/** Lookup of registered memory by its keys in one protection domain. */
interface RegisteredMemory {
  /** The region of this key in this domain, or null. */
  @Nullable SoftMemoryRegion local(int lkey);

  /** The region that a peer names so, or null. */
  @Nullable SoftMemoryRegion remote(int rkey);
}
