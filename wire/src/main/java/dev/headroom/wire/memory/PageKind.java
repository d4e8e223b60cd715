package dev.headroom.wire.memory;

import dev.headroom.unit.Size;
import dev.headroom.wire.linux.LinuxMemory;
import java.util.OptionalInt;

/** Kind of pages of a memory mapping. */
public enum PageKind {
  /** The kernel's smallest, and no others. */
  BASE(0, LinuxMemory.MADV_NOHUGEPAGE),
  /** Huge ones where the kernel finds some (transparent huge pages). */
  TRANSPARENT(0, LinuxMemory.MADV_HUGEPAGE),
  /** Those of 2 MiB that were set aside. */
  HUGE_2M(21, 0),
  /** Those of 1 GiB that were set aside. */
  HUGE_1G(30, 0);

  private final int shift;
  private final int advice;

  PageKind(int shift, int advice) {
    this.shift = shift;
    this.advice = advice;
  }

  /** What the kernel is to be told of the memory; empty if nothing. */
  OptionalInt advice() {
    return advice == 0 ? OptionalInt.empty() : OptionalInt.of(advice);
  }

  int mapFlags() {
    return shift == 0 ? 0 : LinuxMemory.MAP_HUGETLB | shift << LinuxMemory.MAP_HUGE_SHIFT;
  }

  /** Whether somebody has to set them aside. */
  public boolean setAside() {
    return shift != 0;
  }

  /** Of one page; the smallest where they may differ. */
  public Size size() {
    return new Size(shift == 0 ? LinuxMemory.pageBytes() : 1L << shift);
  }
}
