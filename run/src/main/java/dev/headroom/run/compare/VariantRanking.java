package dev.headroom.run.compare;

import dev.headroom.model.statistics.JointConfidence;
import dev.headroom.model.statistics.PairedDifference;
import dev.headroom.run.summary.Measure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Ranking of variants by a measure: the leader, those tied with it, and those behind. Variants are
 * compared seed by seed with the one of the best mean, all at once with 95 %: with {@code k} others
 * each interval has a confidence of 1 - 0.05 / k (Bonferroni). That the leader was picked by the
 * same figures is not corrected for. With one seed nothing is known of noise, and what is nearer
 * than half a percent is called alike.
 *
 * @param measure by which it is
 * @param ranked who can be judged by it, best mean first, with the runs of the seeds that all have
 * @param ties how many of these, the leader included, cannot be told from the leader
 * @param gaps the others' differences from the leader, in the order of {@code ranked}
 */
public record VariantRanking(
    Measure measure, List<VariantRuns> ranked, List<VariantRuns> ties, List<Gap> gaps) {
  /** Nearer than this is alike, whatever noise there is. */
  static final double ALIKE = 0.005;

  /**
   * How far one is from the leader.
   *
   * @param from the leader's mean over the seeds that both have
   * @param paired seed by seed, at the confidence that holds for all together
   * @param isTie whether it cannot be told from the leader
   */
  public record Gap(VariantRuns variantRuns, double from, PairedDifference paired, boolean isTie) {
    /** As people read it, with its interval: {@code +42 % ±11 %}. */
    String change(Measure measure) {
      return RelativeChange.of(measure, from, paired.difference());
    }

    /** Its own mean over those seeds. */
    double to() {
      return from + paired.difference().mean();
    }
  }

  /** Among those that have finished, where that matters. */
  static VariantRanking of(List<VariantRuns> variantRuns, Measure measure) {
    List<VariantRuns> judged =
        variantRuns.stream().filter(each -> each.isJudgedBy(measure)).toList();
    if (judged.isEmpty()) {
      return new VariantRanking(measure, List.of(), List.of(), List.of());
    }
    Set<Long> common = new HashSet<>(judged.getFirst().seeds());
    judged.forEach(each -> common.retainAll(each.seeds()));
    if (common.isEmpty()) {
      return new VariantRanking(measure, List.of(), List.of(), List.of());
    }
    List<VariantRuns> ranked =
        judged.stream()
            .map(each -> each.only(common))
            .sorted(Comparator.comparingDouble(each -> cost(each, measure)))
            .toList();
    VariantRuns leader = ranked.getFirst();
    double from = mean(leader, measure);
    double confidence = JointConfidence.ofEach(VariantRuns.CONFIDENCE, ranked.size() - 1);
    List<Gap> gaps = new ArrayList<>();
    List<VariantRuns> ties = new ArrayList<>(List.of(leader));
    for (VariantRuns other : ranked.subList(1, ranked.size())) {
      PairedDifference paired = leader.against(other, measure, confidence).orElseThrow();
      boolean isTie = isAlike(from, from + paired.difference().mean()) || isNoise(paired);
      gaps.add(new Gap(other, from, paired, isTie));
      if (isTie) {
        ties.add(other);
      }
    }
    return new VariantRanking(measure, ranked, List.copyOf(ties), List.copyOf(gaps));
  }

  /** One pair says nothing of noise. */
  public static boolean isNoise(PairedDifference paired) {
    return paired.difference().isKnown() && paired.isNoise();
  }

  /** Whether two means are alike, whatever noise there is. */
  public static boolean isAlike(double one, double other) {
    return Math.abs(one - other) <= ALIKE * Math.min(Math.abs(one), Math.abs(other));
  }

  VariantRuns leader() {
    return ranked.getFirst();
  }

  boolean isOpen() {
    return ranked.isEmpty();
  }

  /** The first behind the ties; the last of them is the furthest behind. */
  List<Gap> gapsBehindTies() {
    return gaps.stream().filter(gap -> !gap.isTie()).toList();
  }

  /** The less, the better. */
  private static double cost(VariantRuns variantRuns, Measure measure) {
    double mean = mean(variantRuns, measure);
    return measure.better() == Measure.Better.MORE ? -mean : mean;
  }

  static double mean(VariantRuns variantRuns, Measure measure) {
    return variantRuns.estimate(measure).orElseThrow().mean();
  }
}
