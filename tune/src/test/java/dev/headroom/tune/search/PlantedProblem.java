package dev.headroom.tune.search;

import dev.headroom.tune.space.Candidate;
import dev.headroom.tune.space.Dimension;
import dev.headroom.tune.space.Space;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Synthetic objective whose optimum is known, over numbers 0 to 20 and words. A seed shifts the
 * figures of all candidates alike, and each run has noise of its own.
 */
final class PlantedProblem implements Evaluator {
  static final int STEPS = 21;

  private final Space space;
  private final Function<Point, RunAnswer.Measured> exact;
  private final double seedNoise;
  private final double runNoise;
  private final List<RunRequest> asked = new ArrayList<>();

  /**
   * Settings as numbers 0 to 1, and words.
   *
   * @param numbers by name
   * @param words by name
   */
  record Point(Map<String, Double> numbers, Map<String, String> words) {
    double number(String name) {
      return numbers.getOrDefault(name, Double.NaN);
    }

    String word(String name) {
      return words.getOrDefault(name, "");
    }
  }

  PlantedProblem(
      Space space, Function<Point, RunAnswer.Measured> exact, double seedNoise, double runNoise) {
    this.space = space;
    this.exact = exact;
    this.seedNoise = seedNoise;
    this.runNoise = runNoise;
  }

  static Dimension number(String name) {
    return new Dimension(
        name,
        true,
        IntStream.range(0, STEPS).mapToObj(String::valueOf).toList(),
        Optional.empty(),
        "planted");
  }

  static Dimension choice(String name, String... words) {
    return new Dimension(name, false, List.of(words), Optional.empty(), "planted");
  }

  Space space() {
    return space;
  }

  List<RunRequest> asked() {
    return asked;
  }

  /** Today's settings: all numbers in the middle, and the first word of each choice. */
  Candidate today() {
    return space.candidate(
        space.dimensions().stream()
            .mapToInt(dimension -> dimension.ordered() ? dimension.size() / 2 : 0)
            .toArray());
  }

  RunAnswer.Measured exact(Candidate candidate) {
    Map<String, Double> numbers = new HashMap<>();
    Map<String, String> words = new HashMap<>();
    Candidate full = candidate.isToday() ? today() : candidate;
    for (Dimension dimension : space.dimensions()) {
      String text = full.settings().getOrDefault(dimension.knob(), "");
      if (dimension.ordered()) {
        numbers.put(dimension.knob(), Double.parseDouble(text) / (STEPS - 1));
      } else {
        words.put(dimension.knob(), text);
      }
    }
    return exact.apply(new Point(numbers, words));
  }

  @Override
  public List<RunAnswer> evaluate(List<RunRequest> batch) {
    asked.addAll(batch);
    return batch.stream().map(this::answer).toList();
  }

  RunAnswer answer(RunRequest request) {
    RunAnswer.Measured answer = exact(request.candidate());
    Map<String, Double> figures = new HashMap<>();
    answer
        .figures()
        .forEach((name, value) -> {
          double ofSeed = gauss(name + request.condition()) * seedNoise;
          double ofRun = gauss(name + request.condition() + request.candidate()) * runNoise;
          figures.put(name, value + ofSeed + ofRun);
        });
    return new RunAnswer.Measured(figures, answer.violations());
  }

  private static double gauss(String key) {
    long hash = 1125899906842597L;
    for (int i = 0; i < key.length(); i++) {
      hash = 31 * hash + key.charAt(i);
    }
    return new Random(hash).nextGaussian();
  }
}
