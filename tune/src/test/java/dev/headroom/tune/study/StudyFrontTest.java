package dev.headroom.tune.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.tune.search.Evaluation;
import dev.headroom.tune.search.ObjectiveEstimate;
import dev.headroom.tune.search.RankedCandidate;
import dev.headroom.tune.space.Candidate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class StudyFrontTest {
  private static RankedCandidate with(String kmin, double time, double error) {
    return new RankedCandidate(
        new Evaluation(Candidate.of(Map.of("congestion.kmin", kmin)), Map.of()),
        List.of(new ObjectiveEstimate(time, error)));
  }

  @Test
  void shouldShowSettingsWithTheSameFiguresOnce() {
    List<StudyFront.Row> rows =
        StudyFront.rows(
            List.of(
                with("5KB", 1, 0.1), with("9KB", 1, 0.2), with("7KB", 2, 0), with("1KB", 1, 0)));
    assertThat(rows).extracting(StudyFront.Row::number).containsExactly(1, 3);
    assertThat(rows).extracting(StudyFront.Row::others).containsExactly(2, 0);
    assertThat(rows)
        .extracting(StudyFront.Row::alike)
        .containsExactly("; the same: 2 other settings", "");
    assertThat(rows.getFirst().first().candidate().settings()).containsValue("5KB");
  }
}
