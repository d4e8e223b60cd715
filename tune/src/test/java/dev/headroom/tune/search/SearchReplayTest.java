package dev.headroom.tune.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A search is a function of its settings and of the evaluator's answers. */
class SearchReplayTest {
  private static final int RUNS = 160;

  private static SearchResult search(Evaluator evaluator, SearchListener listener) {
    return search(evaluator, listener, RUNS, 7);
  }

  private static SearchResult search(
      Evaluator evaluator, SearchListener listener, int runs, long seed) {
    PlantedProblem problem = NoisyTradeOff.problem();
    return new Search(
            problem.space(),
            new Start(Optional.of(problem.today()), List.of()),
            SearchSettings.of(List.of(NoisyTradeOff.TIME, NoisyTradeOff.QUEUE), runs, seed),
            evaluator,
            listener)
        .run();
  }

  /** Evaluator that answers on some threads, in whatever order. */
  private static Evaluator parallel(ExecutorService workers) {
    PlantedProblem problem = NoisyTradeOff.problem();
    return batch -> {
      List<Future<RunAnswer>> futures = new ArrayList<>();
      for (RunRequest request : batch) {
        futures.add(
            workers.submit(() -> {
              Thread.sleep(0, Math.floorMod(request.hashCode(), 1000));
              return problem.answer(request);
            }));
      }
      List<RunAnswer> answers = new ArrayList<>();
      for (Future<RunAnswer> each : futures) {
        try {
          answers.add(each.get());
        } catch (InterruptedException | ExecutionException e) {
          throw new IllegalStateException(e);
        }
      }
      return answers;
    };
  }

  @Test
  void isTheSameForAnyNumberOfWorkers() {
    SearchResult alone = search(NoisyTradeOff.problem(), SearchListener.NONE);
    try (ExecutorService workers = Executors.newFixedThreadPool(8)) {
      assertThat(search(parallel(workers), SearchListener.NONE)).isEqualTo(alone);
    }
    assertThat(search(NoisyTradeOff.problem(), SearchListener.NONE, RUNS, 8)).isNotEqualTo(alone);
  }

  /** End of the process, after some answers. */
  private static final class KilledException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 30, 77, 150})
  void continuesBitByBitFromRecordedAnswers(int until) {
    SearchResult whole = search(NoisyTradeOff.problem(), SearchListener.NONE);
    Map<RunRequest, RunAnswer> recorded = new HashMap<>();
    SearchListener recorder =
        new SearchListener() {
          @Override
          public void answered(RunRequest request, RunAnswer answer) {
            if (recorded.size() == until) {
              throw new KilledException();
            }
            recorded.put(request, answer);
          }
        };
    assertThatExceptionOfType(KilledException.class)
        .isThrownBy(() -> search(NoisyTradeOff.problem(), recorder));
    PlantedProblem rest = NoisyTradeOff.problem();
    SearchResult resumed = search(new RecordedAnswers(recorded, rest), SearchListener.NONE);
    assertThat(resumed).isEqualTo(whole);
    assertThat(rest.asked()).doesNotContainAnyElementsOf(recorded.keySet());
    assertThat(rest.asked()).hasSize((int) whole.runs() - until);
  }

  @Test
  void twoAtOnceDoNotDisturbEachOther() throws Exception {
    SearchResult first = search(NoisyTradeOff.problem(), SearchListener.NONE, RUNS, 1);
    SearchResult second = search(NoisyTradeOff.problem(), SearchListener.NONE, RUNS, 2);
    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      Future<SearchResult> one =
          threads.submit(() -> search(NoisyTradeOff.problem(), SearchListener.NONE, RUNS, 1));
      Future<SearchResult> other =
          threads.submit(() -> search(NoisyTradeOff.problem(), SearchListener.NONE, RUNS, 2));
      assertThat(one.get()).isEqualTo(first);
      assertThat(other.get()).isEqualTo(second);
    }
  }
}
