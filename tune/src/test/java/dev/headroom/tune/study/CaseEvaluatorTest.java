package dev.headroom.tune.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.run.summary.Measure;
import dev.headroom.tune.search.Condition;
import dev.headroom.tune.search.Evaluator;
import dev.headroom.tune.search.Fidelity;
import dev.headroom.tune.search.RunAnswer;
import dev.headroom.tune.search.RunRequest;
import dev.headroom.tune.space.Candidate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class CaseEvaluatorTest {
  private static final StudyCase INCAST =
      new StudyCase("incast", "", List.of(), Measure.COMPLETION);
  private static final Candidate OTHER = Candidate.of(Map.of("congestion.kmin", "20KB"));

  private final List<RunRequest> made = new ArrayList<>();

  private static RunRequest request(Candidate candidate, long seed) {
    return new RunRequest(candidate, new Condition("incast", seed), Fidelity.FULL);
  }

  /** Today's settings take 100 times the seed, others 80 times; the seed 9 fails today. */
  private final Evaluator runs =
      batch -> {
        made.addAll(batch);
        return batch.stream()
            .map(each -> {
              boolean isToday = each.candidate().isToday();
              long seed = each.condition().seed();
              return isToday && seed == 9
                  ? (RunAnswer) new RunAnswer.Failed("no room")
                  : RunAnswer.Measured.of(
                      Map.of(
                          Measure.COMPLETION,
                          (isToday ? 100.0 : 80) * seed,
                          Measure.SLOWDOWN,
                          0.0));
            })
            .toList();
      };

  @Test
  void shouldDivideByTodaysSettingsUnderTheSameSeed() {
    CaseEvaluator evaluator = new CaseEvaluator(Map.of("incast", INCAST), runs);

    List<RunAnswer> first = evaluator.evaluate(List.of(request(OTHER, 1), request(OTHER, 2)));
    List<RunAnswer> today = evaluator.evaluate(List.of(request(Candidate.TODAY, 3)));
    evaluator.evaluate(List.of(request(OTHER, 3)));

    assertThat(first)
        .allSatisfy(answer -> {
          Map<String, Double> figures = ((RunAnswer.Measured) answer).figures();
          assertThat(figures).containsEntry(CaseMeasure.WORK.key(), 0.8);
          assertThat(figures).containsEntry(CaseMeasure.TAIL.key(), 1.0); // both are 0
        });
    assertThat(((RunAnswer.Measured) today.getFirst()).figures())
        .containsEntry(CaseMeasure.WORK.key(), 1.0);
    assertThat(made).doesNotHaveDuplicates().hasSize(6);
  }

  @Test
  void shouldFailWhereTodaysSettingsFail() {
    CaseEvaluator evaluator = new CaseEvaluator(Map.of("incast", INCAST), runs);
    assertThat(evaluator.evaluate(List.of(request(OTHER, 9))))
        .containsExactly(new RunAnswer.Failed("today's settings fail in this case: no room"));
  }
}
