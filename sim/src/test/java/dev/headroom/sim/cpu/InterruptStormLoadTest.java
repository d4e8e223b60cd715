package dev.headroom.sim.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How long work takes while interrupts storm. */
final class InterruptStormLoadTest {
  /** A quarter is left from 100 on, nothing from 200 on, all from 300 on. */
  private final InterruptStormLoad stolen =
      new InterruptStormLoad(new long[] {100, 200, 300}, new double[] {0.25, 0, 1});

  @Test
  void shouldTakeNothingWhereNothingStorms() {
    assertThat(InterruptStormLoad.NONE.endPs(5, 17)).isEqualTo(22);
    assertThat(stolen.endPs(10, 90)).isEqualTo(100);
    assertThat(stolen.endPs(300, 90)).isEqualTo(390);
  }

  @Test
  void shouldStretchWork() {
    assertThat(stolen.endPs(100, 20)).isEqualTo(180);
    assertThat(stolen.endPs(90, 20)).as("10 before, 10 four times as long").isEqualTo(140);
  }

  @Test
  void shouldLetWorkWaitThatGetsNothing() {
    assertThat(stolen.endPs(180, 15)).as("5 until 200, then 10 from 300 on").isEqualTo(310);
    assertThat(stolen.endPs(250, 15)).isEqualTo(315);
  }

  @Test
  void shouldNeverEndWhereAllIsTakenForGood() {
    InterruptStormLoad all = new InterruptStormLoad(new long[] {100}, new double[] {0});
    assertThat(all.endPs(0, 100)).isEqualTo(100);
    assertThat(all.endPs(0, 101)).isEqualTo(Long.MAX_VALUE);
  }
}
