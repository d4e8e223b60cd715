package dev.headroom.tune.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.tune.numeric.CmaGenerations;
import dev.headroom.tune.space.Candidate;
import dev.headroom.tune.space.Space;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Parts of a search, each with a problem whose answer is known. */
class SearchPartsTest {
  private static final Objective TIME = Objective.less("time");

  private static Candidate candidate(String name) {
    return Candidate.of(Map.of("a", name));
  }

  private static Evaluation evaluation(String name, double... figures) {
    Map<Condition, RunAnswer> answers = new LinkedHashMap<>();
    for (int i = 0; i < figures.length; i++) {
      answers.put(Condition.seed(i + 1), RunAnswer.Measured.of(Map.of("time", figures[i])));
    }
    return new Evaluation(candidate(name), answers);
  }

  @Test
  void estimatesLeaveTheEffectsOfSeedsOut() {
    // seed 1 costs 10 more than seed 2: two has the better mean of the better seed only
    Estimates estimates =
        new Estimates(
            TIME,
            List.of(
                evaluation("one", 110, 100),
                evaluation("other", 130, 120),
                evaluation("first", 108),
                evaluation("third", 112, 102)),
            SearchSettings.seeds(1, 2));
    assertThat(estimates.of(candidate("one")).orElseThrow().value()).isEqualTo(105);
    assertThat(estimates.of(candidate("first")).orElseThrow().value()).isEqualTo(103);
    assertThat(estimates.variance()).isZero();
    assertThat(estimates.freedom()).isEqualTo(2);
    assertThat(estimates.chanceWorse(candidate("other"), candidate("one"))).isZero();
    assertThat(estimates.chanceWorse(candidate("one"), candidate("other"))).isEqualTo(1);
  }

  @Test
  void aPairedTestNeedsSmallDifferencesToBeSteady() {
    Estimates estimates =
        new Estimates(
            TIME,
            List.of(
                evaluation("one", 100, 120, 90, 130),
                evaluation("steady", 102, 122.5, 91.5, 132),
                evaluation("unsteady", 120, 100, 131, 90)),
            SearchSettings.seeds(1, 4));
    assertThat(estimates.chanceWorse(candidate("unsteady"), candidate("one"))).isGreaterThan(0.3);
    Estimates calm =
        new Estimates(
            TIME,
            List.of(
                evaluation("one", 100, 120, 90, 130), evaluation("steady", 102, 122.5, 91.5, 132)),
            SearchSettings.seeds(1, 4));
    assertThat(calm.chanceWorse(candidate("steady"), candidate("one"))).isLessThan(0.005);
  }

  @Test
  void sobolIndicesAreThoseOfAKnownFunction() {
    // f = 4 a + 2 b + 6 (a - 1/2)(c - 1/2): variances 16/12, 4/12 and 36/144 of a, b and both
    Space space =
        new Space(
            List.of(
                PlantedProblem.number("a"),
                PlantedProblem.number("b"),
                PlantedProblem.number("c"),
                PlantedProblem.number("d")));
    Random random = new Random(1);
    List<Sensitivity.Sample> samples = new ArrayList<>();
    for (int i = 0; i < 80; i++) {
      int[] codes = random.ints(4, 0, PlantedProblem.STEPS).toArray();
      double[] unit = space.unit(codes);
      double value = 4 * unit[0] + 2 * unit[1] + 6 * (unit[0] - 0.5) * (unit[2] - 0.5);
      samples.add(new Sensitivity.Sample(codes, value));
    }
    ObjectiveEffects effects = new Sensitivity(space).of(TIME, samples, false);
    double all = 16 / 12.0 + 4 / 12.0 + 36 / 144.0;
    assertThat(effects.kind()).isEqualTo(ObjectiveEffects.Kind.KNOWN);
    assertThat(effects.explained()).isGreaterThan(0.99);
    assertIndices(effects.knobs().get(0), 16 / 12.0 / all, (16 / 12.0 + 36 / 144.0) / all);
    assertIndices(effects.knobs().get(1), 4 / 12.0 / all, 4 / 12.0 / all);
    assertIndices(effects.knobs().get(2), 0, 36 / 144.0 / all);
    assertIndices(effects.knobs().get(3), 0, 0);
    assertThat(effects.immaterial()).containsExactly("d");
    List<KnobEffect.Point> curve = effects.knobs().get(0).curve();
    assertThat(curve.getFirst().value()).isEqualTo("0");
    assertThat(curve.getLast().mean() - curve.getFirst().mean()).isCloseTo(4, within(0.5));
  }

  private static void assertIndices(KnobEffect effect, double main, double total) {
    assertThat(effect.main().value()).isCloseTo(main, within(0.06));
    assertThat(effect.total().value()).isCloseTo(total, within(0.06));
    assertThat(effect.total().error()).isLessThan(0.1);
  }

  @Test
  void noiseAloneHasNoKnownEffects() {
    Space space = new Space(List.of(PlantedProblem.number("a"), PlantedProblem.number("b")));
    Random random = new Random(2);
    List<Sensitivity.Sample> samples = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      samples.add(
          new Sensitivity.Sample(
              random.ints(2, 0, PlantedProblem.STEPS).toArray(), random.nextGaussian()));
    }
    assertThat(new Sensitivity(space).of(TIME, samples, false).kind())
        .isEqualTo(ObjectiveEffects.Kind.UNKNOWN);
  }

  @Test
  void cmaGenerationsConverge() {
    double[] at = {0.2, 0.7, 0.4};
    CmaGenerations generations = new CmaGenerations(new double[] {0.5, 0.5, 0.5}, 1, 5);
    double best = 1;
    int points = 0;
    for (int i = 0; i < 30; i++) {
      List<double[]> generation = generations.next();
      assertThat(generation).hasSize(7);
      points += generation.size();
      double[] values =
          generation.stream()
              .mapToDouble(point -> {
                double sum = 0;
                for (int k = 0; k < at.length; k++) {
                  assertThat(point[k]).isBetween(0.0, 1.0);
                  sum += (point[k] - at[k]) * (point[k] - at[k]);
                }
                return sum;
              })
              .toArray();
      for (double value : values) {
        best = Math.min(best, value);
      }
      generations.tell(values);
    }
    assertThat(points).isEqualTo(210);
    assertThat(best).isLessThan(1e-4);
  }

  @Tag("whole")
  @Test
  void aLargeBudgetIsRefined() {
    PlantedProblem problem = NoisyTradeOff.problem();
    List<SearchProgress.Stage> stages = new ArrayList<>();
    SearchListener listener =
        new SearchListener() {
          @Override
          public void progressed(SearchProgress progress) {
            if (!stages.contains(progress.stage())) {
              stages.add(progress.stage());
            }
          }
        };
    SearchResult result =
        new Search(
                problem.space(),
                Start.TODAY,
                SearchSettings.of(List.of(NoisyTradeOff.TIME, NoisyTradeOff.QUEUE), 520, 1),
                problem,
                listener)
            .run();
    assertThat(stages).containsExactly(SearchProgress.Stage.values());
    assertThat(result.runs()).isLessThanOrEqualTo(520);
    double share =
        NoisyTradeOff.hypervolume(
                problem, result.front().stream().map(RankedCandidate::candidate).toList())
            / NoisyTradeOff.optimum(problem);
    assertThat(share).isGreaterThan(0.85);
  }

  @Test
  void spreadPointsDifferFromSeedToSeed() {
    Space space = new Space(List.of(PlantedProblem.number("a"), PlantedProblem.number("b")));
    SpreadPoints one = new SpreadPoints(space, 1);
    SpreadPoints same = new SpreadPoints(space, 1);
    SpreadPoints other = new SpreadPoints(space, 2);
    int[] first = one.next();
    assertThat(first).isEqualTo(same.next()).isNotEqualTo(other.next());
    boolean[] seen = new boolean[4];
    for (int i = 0; i < 16; i++) {
      int[] point = one.next();
      seen[point[0] / 11 * 2 + point[1] / 11] = true;
    }
    assertThat(seen).containsOnly(true);
  }
}
