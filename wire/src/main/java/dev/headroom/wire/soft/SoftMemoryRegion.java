package dev.headroom.wire.soft;

import dev.headroom.wire.verbs.Access;
import dev.headroom.wire.verbs.MemoryRegion;
import java.lang.foreign.MemorySegment;
import java.util.Set;
import java.util.function.Consumer;

/** Memory region of a software device: its keys give access to nothing outside of it. */
final class SoftMemoryRegion implements MemoryRegion {
  final RegisteredMemory domain;

  /** Held where keys are looked up and forgotten. */
  private final Object lock;

  private final Consumer<SoftMemoryRegion> forget;
  private final MemorySegment memory;
  private final Set<Access> access;
  private final long address;
  private final int lkey;
  private final int rkey;
  private boolean open = true;

  SoftMemoryRegion(
      Object lock,
      Consumer<SoftMemoryRegion> forget,
      RegisteredMemory domain,
      MemorySegment memory,
      Set<Access> access,
      long address,
      int lkey,
      int rkey) {
    this.lock = lock;
    this.forget = forget;
    this.domain = domain;
    this.memory = memory;
    this.access = Set.copyOf(access);
    this.address = address;
    this.lkey = lkey;
    this.rkey = rkey;
  }

  /** Whether this may be done to these bytes; they may be none. */
  boolean allows(Access what, long from, long bytes) {
    return may(what) && holds(from, bytes);
  }

  /** Whether these bytes are of it. */
  boolean holds(long from, long bytes) {
    long offset = from - address;
    return isOpen()
        && bytes >= 0
        && offset >= 0
        && bytes <= memory.byteSize()
        && offset <= memory.byteSize() - bytes;
  }

  boolean may(Access what) {
    return access.contains(what);
  }

  boolean isOpen() {
    return open && memory.scope().isAlive();
  }

  /** Where this address is in the memory. */
  long offset(long of) {
    return of - address;
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
    return address;
  }

  @Override
  public MemorySegment memory() {
    return memory;
  }

  @Override
  public void close() {
    synchronized (lock) {
      open = false;
      forget.accept(this);
    }
  }
}
