package dev.headroom.tune.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.tune.space.Candidate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Finalists are chosen by what they would harm, not by the extremes of the front. */
final class CompromiseTest {
  private static final Objective TIME = Objective.less("time");
  private static final Objective TAIL = Objective.less("tail");
  private static final int SEEDS = 8;

  private final Map<Candidate, double[]> figures = new LinkedHashMap<>();
  private final Map<Candidate, Integer> runs = new LinkedHashMap<>();

  private Candidate candidate(String name, double time, double tail, int seeds) {
    Candidate candidate = name.isEmpty() ? Candidate.TODAY : Candidate.of(Map.of("a", name));
    figures.put(candidate, new double[] {time, tail});
    runs.put(candidate, seeds);
    return candidate;
  }

  /**
   * Noise of 8 that no seed has for all: candidates have it with one sign and the other by turns.
   */
  private RunAnswer answer(RunRequest request) {
    double[] exact = figures.getOrDefault(request.candidate(), new double[2]);
    int turn = List.copyOf(figures.keySet()).indexOf(request.candidate());
    double noise = (request.condition().seed() + turn) % 2 == 0 ? -8 : 8;
    return RunAnswer.Measured.of(
        Map.of(TIME.measure(), exact[0] + noise, TAIL.measure(), exact[1] + noise));
  }

  private Compromise compromise() {
    SearchSettings settings = SearchSettings.of(List.of(TIME, TAIL), 200, 1);
    RunTable table =
        new RunTable(
            batch -> batch.stream().map(this::answer).toList(),
            settings.objectives(),
            SearchListener.NONE);
    List<RunRequest> requests = new ArrayList<>();
    runs.forEach((candidate, count) ->
        settings
            .known()
            .subList(0, count)
            .forEach(on -> requests.add(new RunRequest(candidate, on, Fidelity.FULL))));
    table.run(requests);
    return new Compromise(settings, new Ranking(settings, table, Set.of()));
  }

  @Test
  void shouldNotLetAnExtremeDecide() {
    candidate("", 100, 100, SEEDS);
    candidate("extreme", 75, 700, SEEDS);
    candidate("harmful", 80, 135, SEEDS);
    Candidate gain = candidate("gain", 90, 75, SEEDS);
    candidate("other extreme", 125, 65, SEEDS);
    assertThat(compromise().find()).contains(gain);
    assertThat(compromise().safest()).contains(gain);
  }

  @Test
  void shouldPreferAWellKnownCandidateToALuckyOneForSafety() {
    candidate("", 100, 100, SEEDS);
    Candidate steady = candidate("steady", 88, 80, SEEDS);
    candidate("lucky", 78, 78, 1);
    assertThat(compromise().safest()).contains(steady);
  }

  @Test
  void shouldLeaveTodaysSettingsWhereAllElseDoesHarm() {
    Candidate today = candidate("", 100, 100, SEEDS);
    candidate("fast", 70, 300, SEEDS);
    candidate("even", 120, 60, SEEDS);
    assertThat(compromise().find()).contains(today);
    assertThat(compromise().safest()).isEmpty();
  }
}
