package dev.headroom.wire.memory;

import dev.headroom.wire.linux.LinuxMemory;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * Page frames of this process's memory: /proc/self/pagemap, 8 bytes a page, of which 55 bits are
 * its number and the highest says that it is present (Documentation/admin-guide/mm/pagemap.rst).
 */
public final class PageFrames {
  private static final Path PAGEMAP = Path.of("/proc/self/pagemap");
  private static final long PRESENT = 1L << 63;
  private static final long NUMBER = (1L << 55) - 1;
  private static final int AT_ONCE = 1 << 16;

  private PageFrames() {}

  /**
   * The address in memory of each page.
   *
   * @param memory from the start of a page, all of it there
   * @return empty where the kernel keeps that to itself: it takes CAP_SYS_ADMIN
   */
  public static Optional<long[]> of(MemorySegment memory) throws IOException {
    long page = LinuxMemory.pageBytes();
    long first = memory.address() / page;
    long[] frames = new long[Math.toIntExact(Math.ceilDiv(memory.byteSize(), page))];
    ByteBuffer buffer = ByteBuffer.allocateDirect(AT_ONCE).order(ByteOrder.nativeOrder());
    try (FileChannel file = FileChannel.open(PAGEMAP, StandardOpenOption.READ)) {
      int done = 0;
      while (done < frames.length) {
        buffer.clear().limit((int) Math.min(AT_ONCE, (frames.length - done) * (long) Long.BYTES));
        if (file.read(buffer, (first + done) * Long.BYTES) <= 0) {
          throw new IOException(PAGEMAP + " ends before the end of the memory");
        }
        buffer.flip();
        while (buffer.remaining() >= Long.BYTES) {
          long entry = buffer.getLong();
          if ((entry & PRESENT) == 0) {
            throw new IOException("a written memory page is not present");
          }
          if ((entry & NUMBER) == 0) {
            return Optional.empty();
          }
          frames[done++] = (entry & NUMBER) * page;
        }
      }
    }
    return Optional.of(frames);
  }
}
