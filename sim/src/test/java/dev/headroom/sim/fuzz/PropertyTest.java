package dev.headroom.sim.fuzz;

import static org.assertj.core.api.Assertions.fail;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioWriter;
import dev.headroom.sim.Trial;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Three hundred scenarios, each as different from the others as scenarios can be, of which the fast
 * tests judge the first; {@link FuzzTest} has as many as one likes.
 */
final class PropertyTest {
  private static final int SCENARIOS = 300;
  private static final int FIRST = 45;
  private static final int THOROUGH = 20;
  private static final long HOPS = 70_000;

  static LongStream firstSeeds() {
    return LongStream.rangeClosed(1, FIRST);
  }

  static LongStream otherSeeds() {
    return LongStream.rangeClosed(FIRST + 1, SCENARIOS);
  }

  @Tag("whole")
  @ParameterizedTest(name = "seed {0}")
  @MethodSource("otherSeeds")
  void shouldHoldWhateverTheOtherScenarios(long seed) {
    shouldHoldWhateverTheScenario(seed);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("firstSeeds")
  void shouldHoldWhateverTheScenario(long seed) {
    check(seed, HOPS, seed % THOROUGH == 0 ? Judge.thorough() : Judge.quick(seed));
  }

  /** Judges one scenario; fails with a small one that fails too. */
  static Judge.Sentence check(long seed, long hops, Judge judge) {
    Scenario scenario = RandomScenario.of(seed, hops);
    Judge.Sentence sentence = judge.judge(scenario);
    if (!sentence.faults().isEmpty()) {
      boolean readable = ReadBack.of(scenario).faults().isEmpty(); // so that a user can run it
      Scenario small =
          new Shrinker(
                  s ->
                      Trial.fits(s)
                          && (!readable || ReadBack.of(s).faults().isEmpty())
                          && sentence.isLike(judge.judge(s)),
                  600)
              .shrink(scenario);
      List<String> faults = judge.judge(small).faults();
      fail(
          "seed %d of %d hops%n%s%n%nA small scenario that fails:%n%s%n%n%s"
              .formatted(
                  seed,
                  hops,
                  String.join("\n", sentence.faults()),
                  String.join("\n", faults),
                  ScenarioWriter.write(small)));
    }
    return sentence;
  }
}
