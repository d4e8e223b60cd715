package dev.headroom.app.progress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.app.screen.Terminal;
import dev.headroom.tune.search.Condition;
import dev.headroom.tune.search.Fidelity;
import dev.headroom.tune.search.RunAnswer;
import dev.headroom.tune.search.RunRequest;
import dev.headroom.tune.space.Candidate;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

final class TuneProgressLineTest {
  private static final long SECOND = 1_000_000_000L;

  private final StringWriter err = new StringWriter();
  private long nowNs;

  private TuneProgressLine line(long limitNs) {
    return new TuneProgressLine(
        new PrintWriter(err), Terminal.PLAIN, false, () -> false, () -> nowNs, limitNs);
  }

  private static void end(TuneProgressLine line, int runs) {
    for (int i = 0; i < runs; i++) {
      line.ended(
          new RunRequest(Candidate.TODAY, new Condition("", i), Fidelity.FULL),
          new RunAnswer.Failed("made"));
    }
  }

  /** 50 runs were there before, 20 take 20 s: 130 of 200 remain. */
  @Test
  void shouldCountRunsOfEarlierCommandsButNotTheirTime() {
    try (TuneProgressLine line = line(Long.MAX_VALUE)) {
      line.began(50, 200, 40);
      end(line, 19);
      nowNs = 20 * SECOND;
      end(line, 1);
      assertThat(err.toString()).contains("70 of at most 200 runs").contains("2 min 10 s left");
    }
  }

  /** The time of the search is over, and the 40 runs after it remain. */
  @Test
  void shouldKnowTheRunsThatFollowTheTime() {
    try (TuneProgressLine line = line(5 * SECOND)) {
      line.began(0, 200, 40);
      end(line, 19);
      nowNs = 20 * SECOND;
      end(line, 1);
      assertThat(line.isOver()).isTrue();
      assertThat(err.toString()).contains("40 s left");
    }
  }

  @Test
  void shouldCorrectTheBudgetWhenTheCheckBegins() {
    try (TuneProgressLine line = line(Long.MAX_VALUE)) {
      line.began(0, 200, 40);
      end(line, 19);
      line.checking(31);
      nowNs = 20 * SECOND;
      end(line, 1);
      assertThat(err.toString())
          .contains("check under other conditions: 20 of at most 50 runs")
          .contains("30 s left");
    }
  }
}
