package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class RunOptionsTest {
  /** What ran before counts, whatever run it was in. */
  @Test
  void shouldBeginAloneUntilTheProcessHasRunEnough() {
    RunOptions two = new RunOptions(2, false);
    long all = two.coldAfter(0).aloneEvents();
    assertThat(all).isPositive();
    assertThat(two.coldAfter(all / 3).aloneEvents()).isEqualTo(all - all / 3);
    assertThat(two.coldAfter(2 * all)).isEqualTo(two);
    assertThat(two.coldAfter(0).warm()).isEqualTo(two);
  }
}
