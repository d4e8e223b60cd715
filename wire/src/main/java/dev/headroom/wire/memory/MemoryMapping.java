package dev.headroom.wire.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.headroom.unit.Size;
import dev.headroom.wire.linux.LinuxMemory;
import dev.headroom.wire.linux.Sysfs;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/** Mapping of memory of this process, aligned to a page, with pages of the requested kind. */
@SuppressWarnings("restricted") // memory by its address
public final class MemoryMapping implements AutoCloseable {
  private static final Path HUGE = Path.of("/sys/kernel/mm/hugepages");

  private final MemorySegment memory;
  private final Arena arena;

  private MemoryMapping(MemorySegment memory, Arena arena) {
    this.memory = memory;
    this.arena = arena;
  }

  /**
   * Maps memory, of which no page is there yet.
   *
   * @param bytes over 0; as many pages as hold them
   * @throws NoMemoryException in a sentence, if there are no such pages
   */
  public static MemoryMapping of(long bytes, PageKind pages) throws NoMemoryException {
    long page = pages.size().bytes();
    long whole = Math.ceilDiv(bytes, page) * page;
    LinuxMemory.Mapped mapped = LinuxMemory.map(whole, pages.mapFlags());
    if (mapped.address() == 0) {
      throw new NoMemoryException(
          pages.setAside()
              ? noHugePages(pages, whole)
              : "mapping " + new Size(whole) + " failed with error " + mapped.error());
    }
    Arena arena = Arena.ofShared();
    MemorySegment memory =
        MemorySegment.ofAddress(mapped.address())
            .reinterpret(whole, arena, each -> LinuxMemory.unmap(each));
    pages.advice().ifPresent(advice -> LinuxMemory.advise(memory, advice));
    return new MemoryMapping(memory, arena);
  }

  private static String noHugePages(PageKind pages, long whole) {
    long page = pages.size().bytes();
    String folder = "hugepages-" + page / 1024 + "kB";
    String free = Sysfs.text(HUGE.resolve(folder).resolve("free_hugepages"));
    return "%d huge pages of %s are needed and %s are free (%s); as root: echo %d > %s"
        .formatted(
            whole / page,
            pages.size(),
            free.isEmpty() ? "none" : free,
            HUGE.resolve(folder).resolve("free_hugepages"),
            whole / page,
            HUGE.resolve(folder).resolve("nr_hugepages"));
  }

  /** All of its pages. */
  public MemorySegment memory() {
    return memory;
  }

  /** Writes to each page, so that all are there. */
  public void touch() {
    long page = LinuxMemory.pageBytes();
    for (long at = 0; at < memory.byteSize(); at += page) {
      memory.set(JAVA_BYTE, at, (byte) 1);
    }
  }

  /**
   * Keeps its pages in memory ({@code mlock}).
   *
   * @throws NoMemoryException in a sentence, if this is more than may be locked
   */
  public void lock() throws NoMemoryException {
    int error = LinuxMemory.lock(memory);
    if (error != 0) {
      throw new NoMemoryException(
          "pinning "
              + new Size(memory.byteSize())
              + " failed with error "
              + error
              + ": "
              + LockedMemory.now().tooLittle());
    }
  }

  public void unlock() {
    int _ = LinuxMemory.unlock(memory);
  }

  /** Gives it back. */
  @Override
  public void close() {
    arena.close();
  }
}
