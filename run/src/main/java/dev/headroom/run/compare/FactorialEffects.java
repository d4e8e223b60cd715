package dev.headroom.run.compare;

import dev.headroom.model.statistics.FactorialExperiment;
import dev.headroom.model.statistics.MeanEstimate;
import dev.headroom.run.summary.Measure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Effect of each value of each varied key, as its mean over all values of the other keys, and
 * interactions of two values.
 *
 * @param factors the keys that vary
 * @param measures of which there are effects
 * @param levels a value each, of one key after the other
 * @param interactions largest first, of the share of the mean that they come to
 */
public record FactorialEffects(
    List<Factor> factors, List<Measure> measures, List<Row> levels, List<Together> interactions) {
  /** What is nearer to the sum of both effects is not worth a word. */
  private static final double WORTH = 0.05;

  private static final int TOLD = 4;

  /** A key and its values, in the order in which they were given. */
  public record Factor(String key, List<String> values) {}

  /**
   * A value of a key.
   *
   * @param effects by measure; empty where runs are missing that it could be compared with
   */
  public record Row(String key, String value, List<Optional<FactorialExperiment.Level>> effects) {
    /** {@code congestion=none}. */
    public String label() {
      return key + "=" + value;
    }

    /** The mean of a measure, and in brackets what that differs from the mean of all values. */
    public String text(Measure measure, int place) {
      Optional<FactorialExperiment.Level> found = effects.get(place);
      if (found.isEmpty()) {
        return "-";
      }
      MeanEstimate effect = found.get().effect();
      double mean = found.get().mean();
      String told = measure.text(mean);
      double middle = mean - effect.mean();
      String change = RelativeChange.of(measure, middle, effect);
      boolean isNoise = effect.isKnown() && effect.contains(0);
      return change.isEmpty() ? told : told + " (" + (isNoise ? "~" : "") + change + ")";
    }
  }

  /** Two values, and what they do to a measure beyond what both do by themselves. */
  public record Together(
      Measure measure, String one, String other, FactorialExperiment.Interaction at) {
    /** Of the mean, 0 to 1. */
    double share() {
      return at.mean() == 0 ? 0 : Math.abs(at.excess().mean() / at.mean());
    }

    /** In a sentence. */
    public String sentence() {
      double mean = at.excess().mean();
      String reach =
          at.excess().isKnown()
              ? ", with an uncertainty of " + measure.text(at.excess().reach())
              : "";
      return "%s with %s: %s %s %s than the sum of their separate effects%s."
          .formatted(
              one,
              other,
              measure.name(),
              measure.text(Math.abs(mean)),
              mean > 0 ? "more" : "less",
              reach);
    }
  }

  /** Of variants that are told apart by the same keys; empty where they are not. */
  public static Optional<FactorialEffects> of(Comparison comparison) {
    List<Factor> factors = comparison.varied().factors();
    if (factors.isEmpty()) {
      return Optional.empty();
    }
    List<Measure> measures = comparison.looked();
    List<FactorialExperiment> experiments =
        measures.stream().map(measure -> experiment(comparison, factors, measure)).toList();
    return Optional.of(of(factors, measures, experiments, true));
  }

  /**
   * Effects in experiments.
   *
   * @param experiments one for each measure
   * @param hasInteractions whether to look for them, which takes long where keys have many values
   */
  public static FactorialEffects of(
      List<Factor> factors,
      List<Measure> measures,
      List<FactorialExperiment> experiments,
      boolean hasInteractions) {
    List<Row> rows = new ArrayList<>();
    for (int factor = 0; factor < factors.size(); factor++) {
      int key = factor;
      List<List<FactorialExperiment.Level>> found =
          experiments.stream().map(each -> each.levels(key)).toList();
      List<String> values = factors.get(factor).values();
      for (int level = 0; level < values.size(); level++) {
        int value = level;
        rows.add(
            new Row(
                factors.get(factor).key(),
                values.get(level),
                found.stream()
                    .map(levels ->
                        levels.isEmpty()
                            ? Optional.<FactorialExperiment.Level>empty()
                            : Optional.of(levels.get(value)))
                    .toList()));
      }
    }
    return new FactorialEffects(
        factors,
        measures,
        rows,
        hasInteractions ? interactions(factors, measures, experiments) : List.of());
  }

  private static FactorialExperiment experiment(
      Comparison comparison, List<Factor> factors, Measure measure) {
    List<FactorialExperiment.Cell> cells =
        comparison.lead(measure).ranked().stream()
            .map(each ->
                new FactorialExperiment.Cell(places(each.label(), factors), each.values(measure)))
            .toList();
    int[] levels = factors.stream().mapToInt(factor -> factor.values().size()).toArray();
    return new FactorialExperiment(levels, cells, VariantRuns.CONFIDENCE);
  }

  private static int[] places(String label, List<Factor> factors) {
    List<String> values = VariedKeys.valuesOf(label);
    return IntStream.range(0, factors.size())
        .map(i -> factors.get(i).values().indexOf(values.get(i)))
        .toArray();
  }

  private static List<Together> interactions(
      List<Factor> factors, List<Measure> measures, List<FactorialExperiment> experiments) {
    List<Together> found = new ArrayList<>();
    for (int i = 0; i < measures.size(); i++) {
      for (int one = 0; one < factors.size(); one++) {
        for (int other = one + 1; other < factors.size(); other++) {
          Measure measure = measures.get(i);
          experiments
              .get(i)
              .interaction(one, other)
              .ifPresent(at ->
                  found.add(
                      new Together(
                          measure,
                          label(factors, at.factor(), at.level()),
                          label(factors, at.otherFactor(), at.otherLevel()),
                          at)));
        }
      }
    }
    found.sort(Comparator.comparingDouble(Together::share).reversed());
    return found;
  }

  private static String label(List<Factor> factors, int factor, int level) {
    return factors.get(factor).key() + "=" + factors.get(factor).values().get(level);
  }

  /** Those worth a word: of 5 % of the mean or more, and beyond noise where that is known. */
  public List<Together> notable() {
    return interactions.stream()
        .filter(each -> each.share() >= WORTH)
        .filter(each -> !each.at().excess().isKnown() || !each.at().excess().contains(0))
        .limit(TOLD)
        .toList();
  }
}
