package dev.headroom.tune.search;

import dev.headroom.tune.space.Candidate;
import dev.headroom.tune.space.Space;
import org.moeaframework.core.Solution;
import org.moeaframework.core.variable.RealVariable;
import org.moeaframework.problem.AbstractProblem;

/**
 * Problem of MOEA Framework for a space: a real variable from 0 to 1 for each dimension, cut into
 * as many cells as the dimension has values, and one constraint, the overall violation. It is never
 * evaluated by itself: {@link GenerationSearch} evaluates whole generations.
 */
final class GridProblem extends AbstractProblem {
  private final Space space;

  GridProblem(Space space, int objectives) {
    super(space.size(), objectives, 1);
    this.space = space;
  }

  @Override
  public Solution newSolution() {
    Solution solution = new Solution(numberOfVariables, numberOfObjectives, numberOfConstraints);
    for (int i = 0; i < numberOfVariables; i++) {
      solution.setVariable(i, new RealVariable(0, 1));
    }
    return solution;
  }

  /** A solution at the middle of a point's cell. */
  Solution solution(int[] codes) {
    Solution solution = newSolution();
    set(solution, codes);
    return solution;
  }

  /** Moves a solution to the middle of a point's cell. */
  void set(Solution solution, int[] codes) {
    RealVariable.setReal(solution, space.unit(codes));
  }

  int[] codes(Solution solution) {
    return space.codes(RealVariable.getReal(solution));
  }

  Candidate candidate(Solution solution) {
    return space.candidate(codes(solution));
  }

  @Override
  public void evaluate(Solution solution) {
    throw new UnsupportedOperationException("a generation is evaluated as a whole");
  }
}
