package dev.headroom.wire.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * System calls of Linux that map memory and keep it in place. Numbers are those of the kernel's
 * headers (include/uapi/asm-generic/mman-common.h, mman.h, linux/mman.h), alike on x86-64 and
 * arm64. Each answers 0 or the system's error number.
 */
@SuppressWarnings("restricted") // that is what a foreign call is
public final class LinuxMemory {
  public static final int MAP_HUGETLB = 0x40000;

  /** The logarithm of a huge page's bytes stands from this bit of the flags on. */
  public static final int MAP_HUGE_SHIFT = 26;

  public static final int MADV_HUGEPAGE = 14;
  public static final int MADV_NOHUGEPAGE = 15;

  private static final int PROT_READ_WRITE = 0x1 | 0x2;
  private static final int MAP_PRIVATE_ANONYMOUS = 0x02 | 0x20;
  private static final long MAP_FAILED = -1;

  private static final FunctionDescriptor RANGE =
      FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG);
  private static final MethodHandle MMAP =
      LinuxSockets.handle(
          "mmap",
          FunctionDescriptor.of(
              ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG));
  private static final MethodHandle MUNMAP = LinuxSockets.handle("munmap", RANGE);
  private static final MethodHandle MLOCK = LinuxSockets.handle("mlock", RANGE);
  private static final MethodHandle MUNLOCK = LinuxSockets.handle("munlock", RANGE);
  private static final MethodHandle MADVISE =
      LinuxSockets.handle("madvise", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));
  private static final MethodHandle PAGE_SIZE =
      LinuxSockets.handle("getpagesize", FunctionDescriptor.of(JAVA_INT));

  private LinuxMemory() {}

  /**
   * Where memory was mapped.
   *
   * @param address 0 where it was not
   * @param error the system's error number, or 0
   */
  public record Mapped(long address, int error) {}

  /**
   * Maps memory of this process alone, that can be read and written.
   *
   * @param flags 0, or {@link #MAP_HUGETLB} with the size of its pages
   */
  public static Mapped map(long bytes, int flags) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment errno = arena.allocate(LinuxSockets.ERRNO);
      MemorySegment at =
          (MemorySegment)
              MMAP.invokeExact(
                  errno,
                  MemorySegment.NULL,
                  bytes,
                  PROT_READ_WRITE,
                  MAP_PRIVATE_ANONYMOUS | flags,
                  -1,
                  0L);
      return at.address() == MAP_FAILED
          ? new Mapped(0, LinuxSockets.errno(errno))
          : new Mapped(at.address(), 0);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  public static int unmap(MemorySegment memory) {
    return range(MUNMAP, memory);
  }

  /** Brings pages in and keeps them there. */
  public static int lock(MemorySegment memory) {
    return range(MLOCK, memory);
  }

  public static int unlock(MemorySegment memory) {
    return range(MUNLOCK, memory);
  }

  /** Says what memory will be used for. */
  public static int advise(MemorySegment memory, int advice) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment errno = arena.allocate(LinuxSockets.ERRNO);
      int result = (int) MADVISE.invokeExact(errno, memory, memory.byteSize(), advice);
      return result == 0 ? 0 : LinuxSockets.errno(errno);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /** Bytes of a page. */
  public static int pageBytes() {
    try (Arena arena = Arena.ofConfined()) {
      return (int) PAGE_SIZE.invokeExact(arena.allocate(LinuxSockets.ERRNO));
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  private static int range(MethodHandle call, MemorySegment memory) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment errno = arena.allocate(LinuxSockets.ERRNO);
      int result = (int) call.invokeExact(errno, memory, memory.byteSize());
      return result == 0 ? 0 : LinuxSockets.errno(errno);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }
}
