package dev.headroom.run.compare;

import dev.headroom.run.summary.Measure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Results of a comparison: variants, each with the same seeds.
 *
 * @param variantRuns in the order in which they were asked for; one or more
 * @param missingRun what was not run, and why
 * @param requestedMeasure the measure that somebody asked to judge by
 */
public record Comparison(
    List<VariantRuns> variantRuns,
    List<MissingRun> missingRun,
    Optional<Measure> requestedMeasure) {

  /** More than these and sentences about each, or colours for each, say nothing any more. */
  public static final int FEW = 6;

  /** Beside what a workload is judged by: when it was over, its tail, pauses, and queues. */
  private static final List<String> LOOKED_AT =
      List.of(Measure.COMPLETION, Measure.SLOWDOWN, Measure.HELD_BACK, Measure.QUEUE);

  /**
   * Of these runs.
   *
   * @param runs one or more, in any order of seeds
   */
  public static Comparison of(
      List<ComparedRun> runs, List<MissingRun> missingRun, Optional<Measure> asked) {
    Map<String, List<ComparedRun>> byLabel = new LinkedHashMap<>();
    runs.forEach(
        run -> byLabel.computeIfAbsent(run.variant().label(), _ -> new ArrayList<>()).add(run));
    List<VariantRuns> variantRuns = new ArrayList<>();
    byLabel.forEach((label, own) -> variantRuns.add(new VariantRuns(label, own)));
    return new Comparison(variantRuns, List.copyOf(missingRun), asked);
  }

  public List<ComparedRun> runs() {
    return variantRuns.stream().flatMap(each -> each.runs().stream()).toList();
  }

  /** Seeds that any variant was run with, in ascending order. */
  public Set<Long> seeds() {
    Set<Long> seeds = new TreeSet<>();
    variantRuns.forEach(each -> seeds.addAll(each.seeds()));
    return seeds;
  }

  /** Whether there is a spread to judge by. */
  public boolean isRepeated() {
    return seeds().size() > 1;
  }

  /** Whether there are too many for a sentence and a colour each. */
  public boolean isLarge() {
    return variantRuns.size() > FEW;
  }

  /** Whose reports and curves stand for each variant: its first run. */
  public List<ComparedRun> firstRuns() {
    return variantRuns.stream().map(VariantRuns::first).toList();
  }

  public VariedKeys varied() {
    return VariedKeys.of(firstRuns());
  }

  /** The measures that any run has, in the order of the table. */
  public List<Measure> measures() {
    return ComparedRun.measures(runs());
  }

  /**
   * Whether what there is to do is the same in all variants, seed by seed, as far as it is known:
   * else none of them is a better setting than another one.
   */
  public boolean hasSameWorkload() {
    return seeds().stream()
        .allMatch(seed ->
            runs().stream()
                    .filter(run -> run.variant().seed() == seed && !run.variant().work().isEmpty())
                    .map(compared -> compared.variant().work())
                    .distinct()
                    .count()
                < 2);
  }

  /** What decides: what was asked for, else what this kind of workload is judged by. */
  public Measure decidingMeasure() {
    return requestedMeasure.orElseGet(() -> ComparedRun.decidingMeasure(runs()));
  }

  /** Who leads by a measure, of those that failed with no seed. */
  public VariantRanking lead(Measure measure) {
    return VariantRanking.of(
        variantRuns.stream()
            .filter(each ->
                missingRun.stream()
                    .noneMatch(run -> run.isFault() && run.label().equals(each.label())))
            .toList(),
        measure);
  }

  /** All of them, best first; those last that cannot be judged. As asked for where none is best. */
  public List<VariantRuns> ranked() {
    if (!hasSameWorkload()) {
      return variantRuns;
    }
    List<String> order = lead(decidingMeasure()).ranked().stream().map(VariantRuns::label).toList();
    return variantRuns.stream()
        .sorted(
            Comparator.comparingInt(each -> {
              int place = order.indexOf(each.label());
              return place < 0 ? Integer.MAX_VALUE : place;
            }))
        .toList();
  }

  /** Whether it leads by what decides, or cannot be told from whoever does. */
  public boolean isLeading(VariantRuns variantRuns) {
    return hasSameWorkload()
        && lead(decidingMeasure()).ties().stream()
            .anyMatch(each -> each.label().equals(variantRuns.label()));
  }

  /** What is looked at together: the judge first, then what else may speak against a variant. */
  public List<Measure> looked() {
    return looked(decidingMeasure(), measures());
  }

  /** The same of these measures. */
  public static List<Measure> looked(Measure judge, List<Measure> all) {
    return Stream.concat(
            Stream.of(judge),
            LOOKED_AT.stream()
                .flatMap(key -> all.stream().filter(measure -> measure.key().equals(key)))
                .filter(measure -> !measure.key().equals(judge.key())))
        .toList();
  }
}
