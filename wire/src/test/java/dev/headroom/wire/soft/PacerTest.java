package dev.headroom.wire.soft;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rate that CNPs leave, at any time of the machine's clock. */
final class PacerTest {
  private static final long DAY_NS = 86_400_000_000_000L;
  private static final int BYTES = 4096;
  private static final int CNPS = 50;
  private static final long CNP_EVERY_NS = 20_000;

  /** Picoseconds in 63 bits end after 106.75 days: a machine may well have been up that long. */
  @ParameterizedTest
  @ValueSource(longs = {0, 106 * DAY_NS, 9_223_372_036_000_000L, 107 * DAY_NS, 3650 * DAY_NS})
  void shouldPaceAlikeHoweverLongTheMachineIsUp(long bootedNs) {
    assertThat(leftIn20Ms(bootedNs)).isEqualTo(leftIn20Ms(5)).isBetween(100, 6000);
  }

  private static int leftIn20Ms(long fromNs) {
    Pacer pacer = new Pacer(SoftDcqcnSettings.DEFAULT);
    for (int i = 0; i < CNPS; i++) {
      pacer.congested(fromNs + i * CNP_EVERY_NS);
    }
    long nowNs = fromNs + CNPS * CNP_EVERY_NS;
    long endNs = nowNs + 20_000_000;
    int count = 0;
    while (nowNs < endNs) {
      if (pacer.mayLeave(nowNs)) {
        pacer.left(BYTES);
        count++;
      } else {
        assertThat(pacer.wakeNs(nowNs)).isGreaterThan(nowNs).isLessThan(nowNs + 20_000_000);
        nowNs = pacer.wakeNs(nowNs);
      }
    }
    return count;
  }

  /** Who hears no CNP for months is held back no longer. */
  @org.junit.jupiter.api.Test
  void shouldForgetWhatWasMonthsAgo() {
    Pacer pacer = new Pacer(SoftDcqcnSettings.DEFAULT);
    for (int i = 0; i < CNPS; i++) {
      pacer.congested(i * CNP_EVERY_NS);
    }
    assertThat(pacer.mayLeave(CNPS * CNP_EVERY_NS)).isTrue();
    assertThat(pacer.mayLeave(200 * DAY_NS)).isTrue();
    assertThat(pacer.wakeNs(200 * DAY_NS)).isEqualTo(Long.MAX_VALUE);
    assertThat(pacer.rateBps(200 * DAY_NS)).isEqualTo(SoftDcqcnSettings.DEFAULT.lineBps());
  }
}
