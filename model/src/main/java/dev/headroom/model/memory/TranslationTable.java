package dev.headroom.model.memory;

import dev.headroom.unit.Size;

/**
 * Memory translation table (MTT), by which a NIC finds registered memory. It has one entry for each
 * page of the region, all pages as large as the region's largest page that fits it.
 *
 * <p>A page of 2^n bytes fits if addresses of the region and of its memory are equal in their lower
 * n bits wherever a physically contiguous run begins, if runs after the first begin at a multiple
 * of it in the region too, and if no smaller one would hold the region whole.
 *
 * <pre>
 *   entries  = (up(address + bytes, page) - down(address, page)) / page
 *   entry i  = physical address of down(address, page) + i * page, or'ed with 3: read and write
 * </pre>
 *
 * Where DMA goes through an IOMMU, the addresses are its own, not those of the memory.
 *
 * <p>Source: Linux 6.18, {@code ib_umem_find_best_pgsz}, {@code ib_umem_num_dma_blocks} and
 * mlx5_ib's {@code mlx5_ib_populate_pas}, with {@code MLX5_IB_MTT_PRESENT}; pages of 4 KiB to 2 GiB
 * ({@code log_page_size} of an mkey context, 5 bits).
 */
public final class TranslationTable {
  /** {@code MLX5_IB_MTT_PRESENT}: may be read and written. */
  public static final long PRESENT = 3;

  private static final int LEAST_SHIFT = 12;
  private static final int MOST_SHIFT = 31;

  private final long address;
  private final long bytes;
  private final long hostPage;
  private final long[] frames;
  private final int shift;
  private final int runs;

  /**
   * An entry.
   *
   * @param virtual where its page begins in the region's addresses
   * @param physical where that is in memory
   * @param value the entry itself, {@code struct mlx5_mtt} in the host's byte order
   */
  public record Entry(long virtual, long physical, long value) {}

  private TranslationTable(long address, long bytes, Size hostPage, long[] frames) {
    this.address = address;
    this.bytes = bytes;
    this.hostPage = hostPage.bytes();
    this.frames = frames.clone();
    int found = 1;
    long differ = 0;
    for (int i = 0; i < frames.length; i++) {
      long virtual = firstPage() + i * this.hostPage;
      boolean begins = i == 0 || frames[i] != frames[i - 1] + this.hostPage;
      if (begins) {
        differ |= frames[i] ^ virtual;
      }
      if (begins && i > 0) {
        differ |= virtual;
        found++;
      }
    }
    runs = found;
    shift = Math.clamp(Long.numberOfTrailingZeros(differ), LEAST_SHIFT, mostUseful());
  }

  /**
   * The table of a region.
   *
   * @param address of its first byte, as the job knows it
   * @param bytes over 0
   * @param hostPage the pages that {@code frames} are of, a power of two from 4 KiB
   * @param frames where in memory each of the host's pages lies that the region has part of,
   *     multiples of {@code hostPage}
   */
  public static TranslationTable of(long address, long bytes, Size hostPage, long[] frames) {
    long page = hostPage.bytes();
    if (bytes < 1) {
      throw new IllegalArgumentException("the region is " + bytes + " B; it must be over 0");
    }
    if (page < 1L << LEAST_SHIFT || Long.bitCount(page) != 1) {
      throw new IllegalArgumentException(
          "the host's page is " + hostPage + "; it must be a power of two from 4KiB");
    }
    long pages = Math.ceilDiv(address % page + bytes, page);
    if (frames.length != pages) {
      throw new IllegalArgumentException(
          "the region spans " + pages + " pages, but the table has " + frames.length);
    }
    return new TranslationTable(address, bytes, hostPage, frames);
  }

  private long firstPage() {
    return address & -hostPage;
  }

  /** The smallest page that holds the region whole, as far as a NIC has such pages. */
  private int mostUseful() {
    int bits = Long.SIZE - Long.numberOfLeadingZeros((address ^ (address + bytes - 1)) | 1);
    return Math.clamp(bits, LEAST_SHIFT, MOST_SHIFT);
  }

  /** The page that the entries are of. */
  public Size page() {
    return new Size(1L << shift);
  }

  /** Pieces of memory that are contiguous and do not touch the one before. */
  public int runs() {
    return runs;
  }

  /** How many entries there are. */
  public int entries() {
    long last = address + bytes - 1;
    return (int) ((last >>> shift) - (address >>> shift) + 1);
  }

  /** Bytes of the table. */
  public long tableBytes() {
    return (long) entries() * MemoryRegistration.TRANSLATION_BYTES;
  }

  /** An entry, from 0. */
  public Entry entry(int index) {
    long virtual = ((address >>> shift) + index) << shift;
    long physical =
        virtual < firstPage()
            ? frames[0] - (firstPage() - virtual)
            : frames[(int) ((virtual - firstPage()) / hostPage)] + virtual % hostPage;
    return new Entry(virtual, physical, physical | PRESENT);
  }
}
