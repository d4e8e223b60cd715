package dev.headroom.model.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.unit.Size;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TranslationTableTest {
  private static final long PAGE = 4096;
  private static final long HUGE = 2 << 20;
  private static final Size HOST_PAGE = new Size(PAGE);

  private static TranslationTable of(long address, long bytes, long... frames) {
    return TranslationTable.of(address, bytes, HOST_PAGE, frames);
  }

  /** Pages that follow each other in memory. */
  private static long[] run(long from, int pages) {
    return LongStream.range(0, pages).map(i -> from + i * PAGE).toArray();
  }

  @Test
  void shouldNeedAnEntryForEachPageOfScatteredMemory() {
    TranslationTable table = of(0x7000_0000, 3 * PAGE, 0x5000, 0x9000, 0x1000);
    assertThat(table.page()).isEqualTo(HOST_PAGE);
    assertThat(table.runs()).isEqualTo(3);
    assertThat(table.tableBytes()).isEqualTo(24);
    assertThat(table.entry(1)).isEqualTo(new TranslationTable.Entry(0x7000_1000, 0x9000, 0x9003));
  }

  @Test
  void shouldNeedOneEntryForAHugePage() {
    TranslationTable table = of(0x4000_0000, HUGE, run(0x1_0020_0000L, 512));
    assertThat(table.page()).isEqualTo(new Size(HUGE));
    assertThat(table.entries()).isEqualTo(1);
    assertThat(table.runs()).isEqualTo(1);
    assertThat(table.entry(0).value()).isEqualTo(0x1_0020_0003L);
  }

  /** The region begins in the middle of a page, and of a page of the NIC. */
  @Test
  void shouldHoldARegionThatBeginsWithinAPage() {
    TranslationTable table = of(0x4000_3456, HUGE, run(0x1_0040_3000L, 513));
    assertThat(table.page()).isEqualTo(new Size(2 * HUGE));
    assertThat(table.entries()).isEqualTo(1);
    assertThat(table.entry(0).virtual()).isEqualTo(0x4000_0000);
    assertThat(table.entry(0).physical()).isEqualTo(0x1_0040_0000L);
  }

  /** Contiguous as it is, its addresses differ from those of the region in bit 12. */
  @Test
  void shouldNotJoinPagesWhoseAddressesDifferInTheLowerBits() {
    TranslationTable table = of(0x4000_0000, HUGE, run(0x1_0020_1000L, 512));
    assertThat(table.page()).isEqualTo(HOST_PAGE);
    assertThat(table.entries()).isEqualTo(512);
    assertThat(table.runs()).isEqualTo(1);
  }

  @Test
  void shouldNotTakeAPageThatIsLargerThanTheRegion() {
    assertThat(of(0x4000_0000, 16 * PAGE, run(0x4000_0000, 16)).page())
        .isEqualTo(new Size(16 * PAGE));
  }

  /**
   * Whatever memory looks like: each entry leads to where the host's page is, and pages twice as
   * large would not.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void shouldLeadToEachPage(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 2000; i++) {
      int pages = 1 + random.nextInt(64);
      long first = (1L << 40) + random.nextInt(1 << 12) * PAGE * (1 << random.nextInt(8));
      long[] frames = new long[pages];
      int length = 1 << random.nextInt(6);
      for (int page = 0; page < pages; page++) {
        long at = first + page * PAGE;
        frames[page] =
            page == 0 || at / PAGE % length == 0
                ? random.nextInt(1 << 10) * (1L << 24) + at % (1L << (18 + random.nextInt(6)))
                : frames[page - 1] + PAGE;
      }
      TranslationTable table = of(first, pages * PAGE, frames);
      long size = table.page().bytes();
      assertThat(leads(table, first, frames, size)).as("seed %d, table %d", seed, i).isTrue();
      if (table.entries() > 1) {
        assertThat(fits(first, frames, 2 * size)).as("seed %d, table %d", seed, i).isFalse();
      }
    }
  }

  private static boolean leads(TranslationTable table, long first, long[] frames, long size) {
    for (int page = 0; page < frames.length; page++) {
      long at = first + page * PAGE;
      TranslationTable.Entry entry = table.entry((int) (at / size - first / size));
      if (entry.virtual() != at / size * size
          || entry.physical() + at % size != frames[page]
          || entry.physical() % size != 0) {
        return false;
      }
    }
    return true;
  }

  /** Whether pages of this size, where both addresses are multiples of it, would do. */
  private static boolean fits(long first, long[] frames, long size) {
    for (int page = 0; page < frames.length; page++) {
      long at = first + page * PAGE;
      boolean same = page > 0 && at / size == (at - PAGE) / size;
      if (frames[page] % size != at % size || (same && frames[page] != frames[page - 1] + PAGE)) {
        return false;
      }
    }
    return true;
  }

  @Test
  void shouldRefuseWhatIsNoRegion() {
    assertThatThrownBy(() -> of(0, 0)).hasMessageContaining("over 0");
    assertThatThrownBy(() -> of(0, PAGE + 1, 0))
        .hasMessageContaining("2 pages, but the table has 1");
    assertThatThrownBy(() -> TranslationTable.of(0, 1, new Size(3 * PAGE), new long[1]))
        .hasMessageContaining("power of two");
  }
}
