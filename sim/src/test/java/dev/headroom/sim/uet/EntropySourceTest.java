package dev.headroom.sim.uet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.sim.uet.EntropySource.Verdict;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What {@code uec_mp.cpp} of uet-htsim does, one value at a time. */
final class EntropySourceTest {
  private static final int VALUES = 16;

  private static Set<Integer> next(EntropySource source, int n) {
    Set<Integer> values = new HashSet<>();
    for (int i = 0; i < n; i++) {
      values.add(source.next(1_000 + i, 10));
    }
    return values;
  }

  @Test
  void shouldTakeEachValueOnceARoundWhenOblivious() {
    EntropySource source = new ObliviousSpray(VALUES, 7);
    for (int round = 0; round < 10; round++) {
      assertThat(next(source, VALUES)).hasSize(VALUES);
    }
  }

  @Test
  void shouldKeepToOneWayWithOneValue() {
    assertThat(next(new ObliviousSpray(1, 7), 100)).containsExactly(0);
  }

  @Test
  void shouldDrawAnotherOrderForEachRound() {
    EntropySource source = new ObliviousSpray(VALUES, 7);
    Set<Integer> firsts = new HashSet<>();
    for (int round = 0; round < 50; round++) {
      firsts.add(source.next(0, 10));
      next(source, VALUES - 1);
    }
    assertThat(firsts).hasSizeGreaterThan(10);
  }

  @Test
  void shouldLetAMarkedValueSitOutOneTurn() {
    EntropySource source = new PenaltyBitmap(VALUES, 7);
    source.onFeedback(3, Verdict.MARKED, 0);
    int without = 0;
    int seen = 0;
    for (int i = 0; i < 4 * VALUES; i++) {
      boolean it = source.next(i, 10) == 3;
      seen += it ? 1 : 0;
      without = seen == 0 ? i : without;
    }
    assertThat(seen).isBetween(2, 4);
    assertThat(without).as("packets before its first turn").isGreaterThanOrEqualTo(VALUES - 1);
  }

  @Test
  void shouldLetATrimmedValueSitOutFourTurns() {
    EntropySource source = new PenaltyBitmap(VALUES, 7);
    source.onFeedback(3, Verdict.TRIMMED, 0);
    assertThat(next(source, 4 * (VALUES - 1) - 1)).doesNotContain(3);
    assertThat(next(source, 3 * VALUES)).contains(3);
  }

  @Test
  void shouldFindAValueWhereAllSitOut() {
    EntropySource source = new PenaltyBitmap(VALUES, 7);
    for (int value = 0; value < VALUES; value++) {
      for (int i = 0; i < 10; i++) {
        source.onFeedback(value, Verdict.TIMED_OUT, 0);
      }
    }
    assertThat(next(source, 100)).isNotEmpty().allMatch(value -> value >= 0 && value < VALUES);
  }

  @Test
  void shouldUseValuesAgainInTheOrderInWhichTheyCameBack() {
    EntropySource source = new RecyclingSpray(VALUES, 7);
    source.onFeedback(5, Verdict.GOOD, 0);
    source.onFeedback(9, Verdict.MARKED, 0);
    source.onFeedback(2, Verdict.GOOD, 0);
    assertThat(source.next(100, 10)).isEqualTo(5);
    assertThat(source.next(101, 10)).isEqualTo(2);
  }

  @Test
  void shouldTakeAllValuesInTurnInTheFirstWindow() {
    EntropySource source = new RecyclingSpray(VALUES, 7);
    Set<Integer> values = new HashSet<>();
    for (int i = 0; i < VALUES; i++) {
      values.add(source.next(i, 100));
    }
    assertThat(values).hasSize(VALUES);
  }

  @Test
  void shouldUseEachFreshValueOnceInReps() {
    EntropySource source = new Reps(VALUES, 7);
    source.onFeedback(5, Verdict.GOOD, 0);
    source.onFeedback(6, Verdict.GOOD, 0);
    assertThat(source.next(100, 10)).isEqualTo(5);
    assertThat(source.next(101, 10)).isEqualTo(6);
    assertThat(next(source, 200)).as("then random ones").hasSize(VALUES);
  }

  @Test
  void shouldKeepTheLastEightValuesOnlyInReps() {
    EntropySource source = new Reps(VALUES, 7);
    for (int value = 0; value < 10; value++) {
      source.onFeedback(value, Verdict.GOOD, 0);
    }
    for (int value = 2; value < 10; value++) {
      assertThat(source.next(100, 10)).isEqualTo(value);
    }
  }

  @Test
  void shouldGoRoundInWhatItHasAfterATimeout() {
    EntropySource source = new Reps(VALUES, 7);
    source.onFeedback(5, Verdict.GOOD, 0);
    source.onFeedback(6, Verdict.GOOD, 0);
    source.onFeedback(0, Verdict.TIMED_OUT, 1);
    assertThat(next(source, 200)).containsExactlyInAnyOrder(5, 6);
    source.onFeedback(0, Verdict.MARKED, 10_000_000_002L);
    assertThat(next(source, 200)).as("10 ms later it explores").hasSize(VALUES);
  }

  @Test
  void shouldMixRecyclingAndTheBitmap() {
    EntropySource source = new MixedSpray(VALUES, 7);
    source.onFeedback(5, Verdict.GOOD, 0);
    assertThat(source.next(100, 10)).isEqualTo(5);
    assertThat(next(source, VALUES)).hasSize(VALUES);
  }
}
