package dev.headroom.wire.ibverbs;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.headroom.wire.verbs.Access;
import dev.headroom.wire.verbs.MemoryRegion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.util.Set;

/** Memory region that is registered with a native device. */
final class NativeMemoryRegion implements MemoryRegion {
  private final NativeProtectionDomain domain;
  private final MemorySegment handle;
  private final MemorySegment memory;
  private final Set<Access> access;
  private final int lkey;
  private final int rkey;
  private boolean open = true;

  NativeMemoryRegion(NativeProtectionDomain domain, MemorySegment memory, Set<Access> access) {
    this.domain = domain;
    this.memory = memory;
    this.access = Set.copyOf(access);
    try {
      handle =
          Libibverbs.struct(
              domain.device.library.register(domain.handle, memory, flags(access)),
              VerbsLayout.Region.SIZE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    lkey = handle.get(JAVA_INT, VerbsLayout.Region.LKEY);
    rkey = handle.get(JAVA_INT, VerbsLayout.Region.RKEY);
  }

  /** enum ibv_access_flags. */
  static int flags(Set<Access> access) {
    int flags = 0;
    for (Access each : access) {
      flags |=
          switch (each) {
            case LOCAL_WRITE -> 1;
            case REMOTE_WRITE -> 2;
            case REMOTE_READ -> 4;
            case REMOTE_ATOMIC -> 8;
          };
    }
    return flags;
  }

  /** Whether these bytes are of it. */
  boolean holds(long from, long bytes) {
    long offset = from - address();
    return bytes >= 0
        && offset >= 0
        && bytes <= memory.byteSize()
        && offset <= memory.byteSize() - bytes;
  }

  boolean may(Access what) {
    return access.contains(what);
  }

  @Override
  public int lkey() {
    return lkey;
  }

  @Override
  public int rkey() {
    return rkey;
  }

  @Override
  public long address() {
    return memory.address();
  }

  @Override
  public MemorySegment memory() {
    return memory;
  }

  @Override
  public synchronized void close() {
    if (open) {
      open = false;
      domain.forget(this);
      domain.device.forget(this);
      int _ = domain.device.library.end("ibv_dereg_mr", handle);
    }
  }
}
