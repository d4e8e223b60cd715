package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class MaxMinTest {

  @Test
  void shouldShareALinkEvenly() {
    int[][] links = {{0}, {0}, {0}, {0}};
    assertThat(MaxMin.rates(links, new double[] {100})).containsOnly(25);
  }

  /** The example of Bertsekas and Gallager, figure 6.11: five sessions over four links of one. */
  @Test
  void shouldGiveToOthersWhatTheSlowestCannotUse() {
    int[][] links = {{0}, {0, 1}, {1, 2}, {1}, {2, 3}};
    double third = 1.0 / 3;
    assertThat(MaxMin.rates(links, new double[] {1, 1, 1, 1}))
        .containsExactly(new double[] {2 * third, third, third, third, 2 * third}, within(1e-9));
  }
}
