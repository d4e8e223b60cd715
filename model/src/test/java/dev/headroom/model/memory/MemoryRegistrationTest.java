package dev.headroom.model.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.unit.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class MemoryRegistrationTest {
  private static MemoryRegistration of(String size, String page) {
    return new MemoryRegistration(Size.parse(size), Size.parse(page));
  }

  /** Stellar, SIGCOMM 2025: 1.6 TB of a container take 390 s to pin. */
  @Test
  void shouldTakeStellarsTimeForItsMemory() {
    double seconds = of("1.6TB", "4KiB").seconds(0, MemoryRegistration.STELLAR_PER_PAGE_SECONDS);
    assertThat(seconds).isCloseTo(390, within(0.5));
    assertThat(MemoryRegistration.STELLAR_PER_PAGE_SECONDS).isCloseTo(1.0e-6, within(2e-9));
  }

  @Test
  void shouldNeedFiveHundredAndTwelveTimesFewerTranslationsInHugePages() {
    assertThat(of("64GiB", "4KiB").pages()).isEqualTo(512 * of("64GiB", "2MiB").pages());
    assertThat(of("64GiB", "2MiB").pages()).isEqualTo(512 * of("64GiB", "1GiB").pages());
    assertThat(of("64GiB", "4KiB").tableBytes()).isEqualTo(128L << 20);
  }

  @Test
  void shouldPinWholePages() {
    assertThat(of("1B", "2MiB").pinnedBytes()).isEqualTo(2 << 20);
  }

  @ParameterizedTest
  @ValueSource(strings = {"2KiB", "3MiB", "2GiB"})
  void shouldRefusePagesThatNobodyHas(String page) {
    assertThatThrownBy(() -> of("1GiB", page)).hasMessageContaining("power of two");
  }
}
