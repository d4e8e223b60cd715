package dev.headroom.sim.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** RFC 6298, section 2, worked out by hand in milliseconds; the floor is Linux's. */
final class RetransmissionTimeoutTest {
  private static final long MS = 1_000_000_000L;
  private static final long SECOND = 1_000 * MS;

  private final RetransmissionTimeout timeout = new RetransmissionTimeout(MS);

  /** (2.1) RTO is a second until there is a sample. */
  @Test
  void shouldBeASecondAtFirst() {
    assertThat(timeout.ps()).isEqualTo(SECOND);
    assertThat(timeout.smoothedPs()).isEqualTo(-1);
  }

  /** (2.2) SRTT = R, V = R/2, RTO = SRTT + 4 V. */
  @Test
  void shouldBeThriceTheFirstSample() {
    timeout.sample(100 * MS);
    assertThat(timeout.smoothedPs()).isEqualTo(100 * MS);
    assertThat(timeout.ps()).isEqualTo(300 * MS);
  }

  /** (2.3) V = 3/4 V + 1/4 |SRTT - R'| with the SRTT before it, then SRTT = 7/8 SRTT + 1/8 R'. */
  @Test
  void shouldFollowOtherSamples() {
    timeout.sample(100 * MS);
    timeout.sample(120 * MS); // V = 37.5 + 5, SRTT = 87.5 + 15
    assertThat(timeout.smoothedPs()).isEqualTo(102_500 * MS / 1_000);
    assertThat(timeout.ps()).isEqualTo(272_500 * MS / 1_000);
    timeout.sample(62_500 * MS / 1_000); // V = 31.875 + 10, SRTT = 89.6875 + 7.8125
    assertThat(timeout.smoothedPs()).isEqualTo(97_500 * MS / 1_000);
    assertThat(timeout.ps()).isEqualTo(265_000 * MS / 1_000);
  }

  /** Linux's {@code tcp_set_rto}: the least is under four times V, not under the sum. */
  @Test
  void shouldHaveItsFloorUnderTheVariation() {
    RetransmissionTimeout linux = new RetransmissionTimeout(200 * MS);
    for (int i = 0; i < 100; i++) {
      linux.sample(10 * MS);
    }
    assertThat(linux.ps()).isEqualTo(210 * MS);
    assertThat(linux.leastPs()).isEqualTo(200 * MS);
  }

  /** (5.5) doubled with each timeout, (2.5) at most 120 s; a sample ends it. */
  @Test
  void shouldDoubleUntilASampleComes() {
    timeout.sample(100 * MS);
    timeout.backOff();
    assertThat(timeout.ps()).isEqualTo(600 * MS);
    timeout.backOff();
    assertThat(timeout.doublings()).isEqualTo(2);
    assertThat(timeout.ps()).isEqualTo(1_200 * MS);
    for (int i = 0; i < 100; i++) {
      timeout.backOff();
    }
    assertThat(timeout.ps()).isEqualTo(120 * SECOND);
    timeout.sample(100 * MS); // V = 37.5
    assertThat(timeout.doublings()).isZero();
    assertThat(timeout.ps()).isEqualTo(250 * MS);
  }
}
