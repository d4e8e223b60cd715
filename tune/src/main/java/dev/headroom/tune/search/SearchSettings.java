package dev.headroom.tune.search;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Settings of a search.
 *
 * @param objectives one or more
 * @param weights importance of each objective for the compromise; all above 0
 * @param runs budget in full runs, with those on unseen conditions
 * @param seed seed of the search
 * @param population candidates of one generation, an even number
 * @param known conditions that the search runs candidates under, in this order
 * @param unseen conditions for the comparison with today's settings, of which the first ones are
 *     used that the budget allows; none of them is a known one. The first choose among the
 *     finalists, the next ones confirm the choice
 * @param firstRuns runs of each candidate before the first comparison
 * @param confidence of the intervals of a finalist together, and of the tests that drop candidates
 * @param negligible change of an objective, as a share of its value, that counts for nothing
 * @param fidelities cheaper fidelities that screen candidates, the cheapest first
 */
public record SearchSettings(
    List<Objective> objectives,
    List<Double> weights,
    int runs,
    long seed,
    int population,
    List<Condition> known,
    List<Condition> unseen,
    int firstRuns,
    double confidence,
    double negligible,
    List<Fidelity> fidelities) {

  /** Usual change of an objective, as a share of its value, that counts for nothing. */
  public static final double NEGLIGIBLE = 0.01;

  /** Seeds that choose among the finalists and confirm one, where the budget allows them. */
  private static final int MOST_UNSEEN = 70;

  private static final int MOST_KNOWN = 10;
  private static final int MOST_KNOWN_OF_VARIANTS = 4;
  private static final int POPULATION_OF_VARIANTS = 12;

  /** Seeds of the comparison follow this one; those of the search begin at 1. */
  private static final long FIRST_UNSEEN = 1001;

  public SearchSettings {
    objectives = List.copyOf(objectives);
    weights = List.copyOf(weights);
    known = List.copyOf(known);
    unseen = List.copyOf(unseen);
    fidelities = List.copyOf(fidelities);
    require(!objectives.isEmpty(), "there is no objective");
    require(
        objectives.stream().map(Objective::measure).distinct().count() == objectives.size(),
        "an objective appears more than once");
    require(weights.size() == objectives.size(), "each objective has one weight");
    require(weights.stream().allMatch(weight -> weight > 0), "weights are above 0");
    require(population >= 4 && population % 2 == 0, "the population is an even number from 4");
    require(
        !known.isEmpty() && unseen.size() >= 2, "conditions: one known and two unseen at least");
    require(Collections.disjoint(known, unseen), "an unseen condition is a known one");
    require(firstRuns >= 1 && firstRuns <= known.size(), "first runs: 1 to the known conditions");
    require(confidence > 0 && confidence < 1, "the confidence is above 0 and below 1");
    require(negligible >= 0, "the negligible change is not negative");
  }

  private static void require(boolean holds, String what) {
    if (!holds) {
      throw new IllegalArgumentException(what);
    }
  }

  /**
   * Defaults for a scenario of one workload: up to 10 seeds from 1 for the search, and up to 70
   * seeds from 1001 for the comparison.
   */
  public static SearchSettings of(List<Objective> objectives, int runs, long seed) {
    return new SearchSettings(
        objectives,
        Collections.nCopies(objectives.size(), 1.0),
        runs,
        seed,
        populationFor(runs),
        seeds(1, MOST_KNOWN),
        seeds(FIRST_UNSEEN, MOST_UNSEEN),
        1,
        0.95,
        NEGLIGIBLE,
        List.of());
  }

  /**
   * Defaults for several variants: each candidate begins with one run of each. A generation is
   * smaller than for one variant, since a candidate takes more runs.
   */
  public static SearchSettings ofVariants(
      List<Objective> objectives, List<String> variants, int runs, long seed) {
    return new SearchSettings(
        objectives,
        Collections.nCopies(objectives.size(), 1.0),
        runs,
        seed,
        POPULATION_OF_VARIANTS,
        seeds(variants, 1, MOST_KNOWN_OF_VARIANTS),
        seeds(variants, FIRST_UNSEEN, MOST_UNSEEN),
        variants.size(),
        0.95,
        NEGLIGIBLE,
        List.of());
  }

  /** Fewest runs of a search with these settings. */
  public int leastRuns() {
    return Budget.least(this);
  }

  /** Number of variants of the unseen conditions. */
  int variants() {
    return Math.toIntExact(unseen.stream().map(Condition::variant).distinct().count());
  }

  /** 20 to 40, more for a larger budget. */
  private static int populationFor(int runs) {
    return Math.clamp(runs / 40 * 2L, 20, 40);
  }

  /** Conditions of the scenario itself with consecutive seeds. */
  public static List<Condition> seeds(long first, int count) {
    return LongStream.range(first, first + count).mapToObj(Condition::seed).toList();
  }

  /** All variants with the first seed, then all with the next seed, and so on. */
  public static List<Condition> seeds(List<String> variants, long first, int count) {
    List<Condition> all = new ArrayList<>();
    for (long seed = first; seed < first + count; seed++) {
      for (String variant : variants) {
        all.add(new Condition(variant, seed));
      }
    }
    return List.copyOf(all);
  }

  /** The same with other conditions. */
  public SearchSettings under(List<Condition> knownOnes, List<Condition> unseenOnes) {
    return new SearchSettings(
        objectives,
        weights,
        runs,
        seed,
        population,
        knownOnes,
        unseenOnes,
        Math.min(firstRuns, knownOnes.size()),
        confidence,
        negligible,
        fidelities);
  }

  /** The same with other weights of the objectives. */
  public SearchSettings weighted(List<Double> importance) {
    return new SearchSettings(
        objectives,
        importance,
        runs,
        seed,
        population,
        known,
        unseen,
        firstRuns,
        confidence,
        negligible,
        fidelities);
  }

  /** The same with cheaper fidelities that screen candidates, the cheapest first. */
  public SearchSettings screenedBy(List<Fidelity> cheaper) {
    return new SearchSettings(
        objectives,
        weights,
        runs,
        seed,
        population,
        known,
        unseen,
        firstRuns,
        confidence,
        negligible,
        cheaper);
  }
}
