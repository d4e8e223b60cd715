package dev.headroom.tune.search;

import dev.headroom.tune.space.Candidate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.moeaframework.algorithm.NSGAII;
import org.moeaframework.core.Solution;
import org.moeaframework.core.initialization.Initialization;
import org.moeaframework.core.operator.Variation;
import org.moeaframework.core.population.NondominatedSortingPopulation;

/**
 * NSGA-II (Deb, Pratap, Agarwal, Meyarivan, IEEE Transactions on Evolutionary Computation 6(2),
 * 2002) of MOEA Framework, with a whole generation as one batch. Selection is the original binary
 * tournament without replacement.
 *
 * <p>Values of the parents change as they get more runs, so that all members have the latest values
 * before the generation and its parents are sorted.
 */
final class GenerationSearch extends NSGAII {
  private final GridProblem grid;
  private final Generation generation;

  /** Runs of a generation, and the state of all candidates after them. */
  interface Generation {
    /** Runs candidates; those that the budget does not allow are left out. */
    Ranking run(List<Candidate> candidates);

    /** The candidate that a point stands for. */
    Candidate known(Candidate candidate);
  }

  GenerationSearch(
      GridProblem problem, List<Solution> first, Variation variation, Generation generation) {
    super(
        problem,
        first.size(),
        new NondominatedSortingPopulation(),
        null,
        null,
        variation,
        given(first));
    this.grid = problem;
    this.generation = generation;
  }

  private static Initialization given(List<Solution> first) {
    return _ -> first.toArray(Solution[]::new);
  }

  @Override
  public void evaluateAll(Solution[] solutions) {
    evaluateAll(List.of(solutions));
  }

  @Override
  public void evaluateAll(Iterable<Solution> solutions) {
    List<Solution> fresh = new ArrayList<>();
    solutions.forEach(fresh::add);
    Ranking ranking = generation.run(fresh.stream().map(this::candidate).toList());
    Consumer<Solution> update = solution -> set(solution, ranking);
    fresh.forEach(update);
    getPopulation().forEach(update); // none at first
    numberOfEvaluations += fresh.size();
  }

  private Candidate candidate(Solution solution) {
    return generation.known(grid.candidate(solution));
  }

  private void set(Solution solution, Ranking ranking) {
    Candidate candidate = candidate(solution);
    double[] costs = ranking.costs(candidate);
    for (int i = 0; i < costs.length; i++) {
      solution.setObjectiveValue(i, costs[i]);
    }
    solution.setConstraintValue(
        0, ranking.knows(candidate) ? ranking.violation(candidate) : Double.MAX_VALUE);
  }
}
