package dev.headroom.tune.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.tune.space.Candidate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The front of a search is better than that of as many runs at random. */
class HypervolumeTest {
  private static final int RUNS = 300;

  @Test
  void isMoreThanThatOfRandomCandidates() {
    compare(3, 0.8);
  }

  @Tag("whole")
  @Test
  void isMoreThanThatOfRandomCandidatesOnManySeeds() {
    compare(20, 0.85);
  }

  /**
   * Mean shares of the optimum's hypervolume.
   *
   * @param searched after a search
   * @param random after as many runs at random
   */
  record Shares(double searched, double random) {}

  private static void compare(int seeds, double least) {
    Shares shares = shares(seeds);
    assertThat(shares.searched()).isGreaterThan(shares.random() + 0.05).isGreaterThan(least);
  }

  /** The mean over the seeds from 1. */
  static Shares shares(int seeds) {
    double optimum = NoisyTradeOff.optimum(NoisyTradeOff.problem());
    double searched =
        IntStream.rangeClosed(1, seeds)
            .mapToDouble(HypervolumeTest::search)
            .average()
            .orElseThrow();
    double random =
        IntStream.rangeClosed(1, seeds)
            .mapToDouble(HypervolumeTest::random)
            .average()
            .orElseThrow();
    return new Shares(searched / optimum, random / optimum);
  }

  private static double search(int seed) {
    PlantedProblem problem = NoisyTradeOff.problem();
    SearchResult result =
        new Search(
                problem.space(),
                new Start(Optional.of(problem.today()), List.of()),
                SearchSettings.of(List.of(NoisyTradeOff.TIME, NoisyTradeOff.QUEUE), RUNS, seed),
                problem,
                SearchListener.NONE)
            .run();
    assertThat(result.runs()).isLessThanOrEqualTo(RUNS);
    return NoisyTradeOff.hypervolume(
        problem, result.front().stream().map(RankedCandidate::candidate).toList());
  }

  /** The front of candidates at random, one run each under the same condition. */
  private static double random(int seed) {
    PlantedProblem problem = NoisyTradeOff.problem();
    Random random = new Random(seed);
    List<Candidate> feasible = new ArrayList<>();
    List<double[]> figures = new ArrayList<>();
    for (int i = 0; i < RUNS; i++) {
      Candidate candidate =
          problem
              .space()
              .candidate(
                  problem.space().dimensions().stream()
                      .mapToInt(dimension -> random.nextInt(dimension.size()))
                      .toArray());
      RunRequest request = new RunRequest(candidate, Condition.seed(1), Fidelity.FULL);
      if (problem.answer(request) instanceof RunAnswer.Measured measured
          && NoisyTradeOff.holds(measured)) {
        feasible.add(candidate);
        figures.add(NoisyTradeOff.figures(measured));
      }
    }
    List<Candidate> front =
        IntStream.range(0, feasible.size())
            .filter(
                i -> figures.stream().noneMatch(other -> Ranking.dominates(other, figures.get(i))))
            .mapToObj(feasible::get)
            .toList();
    return NoisyTradeOff.hypervolume(problem, front);
  }
}
