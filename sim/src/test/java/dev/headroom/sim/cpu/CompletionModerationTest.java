package dev.headroom.sim.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The ways that Linux's moderation for RDMA goes. */
final class CompletionModerationTest {
  private static final long US = 1_000_000;

  private final CompletionModeration moderation = new CompletionModeration();
  private long nowPs;

  /** 64 interrupts of so many completions each, so far apart; returns what holds from now on. */
  private List<Long> round(int completions, double apartUs) {
    for (int event = 0; event < 64; event++) {
      for (int i = 0; i < completions; i++) {
        moderation.onArrival(0);
      }
      nowPs += (long) (apartUs * US);
      moderation.holdPs(nowPs);
    }
    return List.of(moderation.holdPs() / US, (long) moderation.most());
  }

  /** The first interrupt only starts the clock. */
  private void start() {
    moderation.holdPs(nowPs);
  }

  @Test
  void shouldInterruptForEachCompletionAtFirst() {
    assertThat(moderation.most()).isEqualTo(1);
    start();
    assertThat(round(1, 10)).as("nothing to compare with").containsExactly(1L, 1L);
    assertThat(round(1, 10)).as("as before").containsExactly(1L, 1L);
  }

  /** Each round brings a fifth more completions: a step up each, to the end, where it turns. */
  @Test
  void shouldStepOnWhileMoreIsDone() {
    start();
    List<List<Long>> taken = new ArrayList<>();
    for (int round = 0; round < 10; round++) {
      taken.add(round(1 + round, Math.pow(1.2, -round) * 100));
    }
    assertThat(taken)
        .containsExactly(
            List.of(1L, 1L),
            List.of(1L, 4L),
            List.of(2L, 4L),
            List.of(2L, 8L),
            List.of(4L, 8L),
            List.of(16L, 8L),
            List.of(16L, 16L),
            List.of(32L, 16L),
            List.of(32L, 32L),
            List.of(32L, 32L));
    assertThat(round(40, 10)).as("better, but it has turned").containsExactly(32L, 16L);
  }

  @Test
  void shouldStepBackWhereLessIsDone() {
    start();
    round(2, 10);
    assertThat(round(4, 10)).containsExactly(1L, 4L);
    assertThat(round(8, 10)).containsExactly(2L, 4L);
    assertThat(round(4, 10)).containsExactly(1L, 4L);
  }

  /** Steady, with fewer completions an interrupt than half its place in the row. */
  @Test
  void shouldGoBackToTheStartWhereInterruptsBringLittle() {
    start();
    round(1, 40);
    round(1, 30);
    round(1, 20);
    assertThat(round(1, 10)).containsExactly(2L, 8L);
    assertThat(round(1, 10)).as("one completion each, not one and a half").containsExactly(1L, 1L);
  }

  @Test
  void shouldStayWhereInterruptsBringEnough() {
    start();
    round(2, 40);
    round(2, 30);
    round(2, 20);
    assertThat(round(2, 10)).containsExactly(2L, 8L);
    assertThat(round(2, 10)).containsExactly(2L, 8L);
  }
}
