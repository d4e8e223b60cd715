package dev.headroom.model.memory;

import dev.headroom.unit.Size;

/**
 * Registration of a memory region ({@code ibv_reg_mr}): its pages are pinned one by one and written
 * into the NIC's translation table.
 *
 * <pre>
 *   pages        = ceil(size / page)
 *   time         = fixed + pages * perPage
 *   translations = pages * 8 B
 * </pre>
 *
 * Example: 1.6 TB in pages of 4 KiB, 1 us each: 390,625,000 pages, 390.6 s, as Stellar's authors
 * saw (SIGCOMM 2025); in pages of 2 MiB 512 times fewer.
 *
 * @param size bytes, over 0, from the start of a page
 * @param page bytes, a power of two from 4 KiB to 1 GiB
 */
public record MemoryRegistration(Size size, Size page) {
  /**
   * Cost of a page in seconds: 390 s for 1.6 TB in pages of 4 KiB (Stellar, SIGCOMM 2025), with the
   * IOMMU.
   */
  public static final double STELLAR_PER_PAGE_SECONDS = 390.0 / (1.6e12 / 4096);

  /** An entry of the translation table: {@code struct mlx5_mtt}. */
  public static final int TRANSLATION_BYTES = 8;

  private static final long LEAST_PAGE = 4096;
  private static final long MOST_PAGE = 1L << 30;

  public MemoryRegistration {
    if (size.bytes() < 1) {
      throw new IllegalArgumentException("the size is " + size + "; it must be over 0");
    }
    long bytes = page.bytes();
    if (bytes < LEAST_PAGE || bytes > MOST_PAGE || Long.bitCount(bytes) != 1) {
      throw new IllegalArgumentException(
          "the page is " + page + "; it must be a power of two from 4KiB to 1GiB");
    }
  }

  /** Pages that are pinned, and translations that are written. */
  public long pages() {
    return Math.ceilDiv(size.bytes(), page.bytes());
  }

  /** Bytes of the translation table. */
  public long tableBytes() {
    return pages() * TRANSLATION_BYTES;
  }

  /** Bytes that count against {@code ulimit -l}. */
  public long pinnedBytes() {
    return pages() * page.bytes();
  }

  /** Time to register, in seconds. */
  public double seconds(double fixedSeconds, double perPageSeconds) {
    return fixedSeconds + pages() * perPageSeconds;
  }
}
