package dev.headroom.sim.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PauseFifoTest {
  private final PauseFifo fifo = new PauseFifo();

  /** The n-th is at n ns, of class n mod 8, of n quanta, with ticket 7 n. */
  private boolean add(int n) {
    return fifo.add(1_000L * n, n % 8, n, 7L * n);
  }

  private void shouldBe(int n) {
    assertThat(fifo.isEmpty()).isFalse();
    assertThat(fifo.effectPs()).isEqualTo(1_000L * n);
    assertThat(fifo.priority()).isEqualTo(n % 8);
    assertThat(fifo.quanta()).isEqualTo(n);
    assertThat(fifo.ticket()).isEqualTo(7L * n);
  }

  @Test
  void shouldGiveThemInTheirOrderHoweverManyWait() {
    int next = 1;
    int first = 1;
    // Three more, then two less, so that it wraps and grows again and again at whatever place.
    for (int round = 0; round < 40; round++) {
      for (int i = 0; i < 3; i++) {
        assertThat(add(next)).isEqualTo(next == first);
        next++;
      }
      for (int i = 0; i < 2; i++) {
        shouldBe(first++);
        fifo.remove();
      }
    }
    while (first < next) {
      shouldBe(first++);
      fifo.remove();
    }
    assertThat(fifo.isEmpty()).isTrue();
    assertThat(add(5)).as("the only one again").isTrue();
    shouldBe(5);
  }

  @Test
  void shouldKnowWhatItHolds() {
    fifo.add(0, 2, -1);
    fifo.add(0, 3, 65_535);
    fifo.add(0, 4, 0); // until XON
    fifo.remove();
    fifo.add(0, 5, -1);
    fifo.add(0, 6, 1); // in the place of the first
    List<Integer> xons = new ArrayList<>();
    List<Integer> xoffs = new ArrayList<>();
    for (int priority = 0; priority < 8; priority++) {
      if (fifo.holds(priority, true)) {
        xons.add(priority);
      }
      if (fifo.holds(priority, false)) {
        xoffs.add(priority);
      }
    }
    assertThat(xons).containsExactly(5);
    assertThat(xoffs).containsExactly(3, 4, 6);
    assertThat(fifo.ticket()).isZero();
    fifo.clear();
    assertThat(fifo.isEmpty()).isTrue();
    assertThat(fifo.holds(3, false)).isFalse();
  }
}
