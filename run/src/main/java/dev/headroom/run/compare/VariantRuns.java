package dev.headroom.run.compare;

import dev.headroom.model.statistics.MeanEstimate;
import dev.headroom.model.statistics.PairedDifference;
import dev.headroom.run.summary.Measure;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A variant of a comparison and its runs, one for each seed.
 *
 * @param label what sets it apart: {@code congestion=none, pfc.enabled=true}
 * @param runs one or more, each with another seed
 */
public record VariantRuns(String label, List<ComparedRun> runs) {
  public static final double CONFIDENCE = 0.95;

  public VariantRuns {
    runs = List.copyOf(runs);
  }

  /** The run that curves and sentences of single runs are of. */
  public ComparedRun first() {
    return runs.getFirst();
  }

  /** What its runs come to, to the bit. */
  List<String> digests() {
    return runs.stream().map(compared -> compared.ending().digest()).toList();
  }

  public Set<Long> seeds() {
    Set<Long> seeds = new TreeSet<>();
    runs.forEach(run -> seeds.add(run.variant().seed()));
    return seeds;
  }

  /** Only its runs with some of its seeds. */
  VariantRuns only(Set<Long> seeds) {
    return new VariantRuns(
        label, runs.stream().filter(run -> seeds.contains(run.variant().seed())).toList());
  }

  /** Its run with a seed that it has. */
  ComparedRun with(long seed) {
    return runs.stream().filter(run -> run.variant().seed() == seed).findFirst().orElseThrow();
  }

  /** What it measured, a value for each run that has one. */
  public double[] values(Measure measure) {
    return runs.stream()
        .mapToDouble(run -> run.value(measure))
        .filter(value -> !Double.isNaN(value))
        .toArray();
  }

  /** Mean and spread over its runs; empty where not all of them have a value. */
  public Optional<MeanEstimate> estimate(Measure measure) {
    double[] values = values(measure);
    return values.length < runs.size() || values.length == 0
        ? Optional.empty()
        : Optional.of(MeanEstimate.of(values, CONFIDENCE));
  }

  /** Its mean as people read it; a dash where not all runs have a value. */
  public String text(Measure measure) {
    return measure.text(estimate(measure).map(MeanEstimate::mean).orElse(Double.NaN));
  }

  /**
   * How another one differs, seed by seed; empty where no seed has a value of both.
   *
   * @param confidence of the interval
   */
  Optional<PairedDifference> against(VariantRuns other, Measure measure, double confidence) {
    List<Long> seeds =
        seeds().stream()
            .filter(seed ->
                other.seeds().contains(seed)
                    && !Double.isNaN(with(seed).value(measure))
                    && !Double.isNaN(other.with(seed).value(measure)))
            .toList();
    return seeds.isEmpty()
        ? Optional.empty()
        : Optional.of(
            PairedDifference.of(
                seeds.stream().mapToDouble(seed -> with(seed).value(measure)).toArray(),
                seeds.stream().mapToDouble(seed -> other.with(seed).value(measure)).toArray(),
                confidence));
  }

  /** The same with the interval that single statements have. */
  public Optional<PairedDifference> against(VariantRuns other, Measure measure) {
    return against(other, measure, CONFIDENCE);
  }

  /**
   * How its mean differs from another one's, as people read it: {@code -12 %}, and {@code ~-12 %}
   * where that is no more than the noise of the seeds, or too few seeds have both; empty where
   * nothing changed.
   */
  public String change(VariantRuns from, Measure measure) {
    Optional<MeanEstimate> first = from.estimate(measure);
    Optional<MeanEstimate> own = estimate(measure);
    if (equals(from) || first.isEmpty() || own.isEmpty()) {
      return "";
    }
    String change = RelativeChange.of(measure, first.get().mean(), own.get().mean());
    Optional<PairedDifference> paired = from.against(this, measure);
    boolean isUnknown =
        runs.size() > 1 && paired.filter(pair -> pair.difference().isKnown()).isEmpty();
    boolean isNoise = isUnknown || paired.filter(VariantRanking::isNoise).isPresent();
    return isNoise && !change.isEmpty() ? "~" + change : change;
  }

  /** Seeds with which it did not come to its end. */
  public List<Long> unfinished() {
    return runs.stream()
        .filter(run -> !run.hasFinished())
        .map(compared -> compared.variant().seed())
        .toList();
  }

  /**
   * Whether it can be judged by a measure: every run has a value, and came to its end where that
   * matters.
   */
  boolean isJudgedBy(Measure measure) {
    return values(measure).length == runs.size()
        && (!measure.needsAllFlows() || unfinished().isEmpty());
  }
}
