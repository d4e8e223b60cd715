package dev.headroom.tune.search;

import dev.headroom.tune.space.Dimension;
import dev.headroom.tune.space.Space;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.moeaframework.core.PRNG;
import org.moeaframework.core.Solution;
import org.moeaframework.core.TypedProperties;
import org.moeaframework.core.operator.Variation;
import org.moeaframework.core.operator.real.PM;
import org.moeaframework.core.operator.real.SBX;
import org.moeaframework.core.variable.RealVariable;

/**
 * Crossover and mutation on a grid. Ordered dimensions use simulated binary crossover (Deb,
 * Agrawal, Complex Systems 9(2), 1995) and polynomial mutation (Deb, Goyal, Computer Science and
 * Informatics 26(4), 1996) of MOEA Framework; choices use uniform crossover and a new choice at
 * random. A child is always a point that was not there before: one that is known takes further
 * steps.
 *
 * <p>Probabilities and distribution indices are those of MOEA Framework's NSGA-II: crossover 1 with
 * index 15, mutation 1 in the number of dimensions with index 20.
 */
final class GridVariation implements Variation {
  private static final double CROSSOVER_INDEX = 15;
  private static final double MUTATION_INDEX = 20;
  private static final double HALF = 0.5;

  /** Crossovers of the same parents, of which the forecast chooses. */
  private static final int TRIES = 8;

  private static final int MOST_STEPS = 100;

  private final GridProblem problem;
  private final Space space;
  private final Predicate<int[]> known;
  private final PM mutation = new PM(1, MUTATION_INDEX);
  private Optional<Forecast> forecast = Optional.empty();
  private final Set<List<Integer>> made = new HashSet<>();

  /**
   * For a search.
   *
   * @param known whether a point was run before
   */
  GridVariation(GridProblem problem, Space space, Predicate<int[]> known) {
    this.problem = problem;
    this.space = space;
    this.known = known;
  }

  @Override
  public String getName() {
    return "grid";
  }

  @Override
  public int getArity() {
    return 2;
  }

  @Override
  public void applyConfiguration(TypedProperties properties) {
    // its probabilities are fixed
  }

  @Override
  public TypedProperties getConfiguration() {
    return new TypedProperties();
  }

  private Solution[] cross(Solution[] parents) {
    Solution first = parents[0].copy();
    Solution second = parents[1].copy();
    for (int i = 0; i < space.size(); i++) {
      cross((RealVariable) first.getVariable(i), (RealVariable) second.getVariable(i), i);
    }
    return new Solution[] {first, second};
  }

  /** Sets the forecast by which children are chosen; empty for none. */
  void follow(Optional<Forecast> latest) {
    forecast = latest;
  }

  @Override
  public Solution[] evolve(Solution[] parents) {
    int tries = forecast.isPresent() ? TRIES : 1;
    List<int[]> children = new ArrayList<>();
    Solution[] pair = parents;
    for (int i = 0; i < tries; i++) {
      pair = cross(parents);
      children.add(finished(pair[0]));
      children.add(finished(pair[1]));
    }
    int[] chosen = forecast.map(each -> each.best(children)).orElse(children.getFirst());
    set(pair[0], chosen);
    // the other child stays what chance made of it
    set(
        pair[1],
        children.reversed().stream()
            .filter(each -> !Arrays.equals(each, chosen))
            .findFirst()
            .orElse(chosen));
    return pair;
  }

  private void set(Solution child, int[] codes) {
    made.add(Arrays.stream(codes).boxed().toList());
    problem.set(child, codes);
  }

  private void cross(RealVariable one, RealVariable other, int dimension) {
    if (!PRNG.nextBoolean()) {
      return;
    }
    if (space.dimensions().get(dimension).ordered()) {
      SBX.evolve_symmetric(one, other, CROSSOVER_INDEX);
    } else {
      double value = one.getValue();
      one.setValue(other.getValue());
      other.setValue(value);
    }
  }

  private int[] finished(Solution child) {
    int[] codes = problem.codes(child);
    for (int i = 0; i < codes.length; i++) {
      if (PRNG.nextDouble() < 1.0 / codes.length) {
        mutate(codes, i);
      }
    }
    for (int step = 0; step < MOST_STEPS && isKnown(codes); step++) {
      mutate(codes, PRNG.nextInt(codes.length));
    }
    return codes;
  }

  private boolean isKnown(int[] codes) {
    return made.contains(Arrays.stream(codes).boxed().toList()) || known.test(codes);
  }

  /** Another value of a dimension, if it has one. */
  private void mutate(int[] codes, int i) {
    Dimension dimension = space.dimensions().get(i);
    int size = dimension.size();
    if (size == 1) {
      return;
    }
    if (!dimension.ordered()) {
      codes[i] = (codes[i] + 1 + PRNG.nextInt(size - 1)) % size;
      return;
    }
    RealVariable variable = new RealVariable(0, 1).withValue((codes[i] + HALF) / size);
    mutation.mutate(variable);
    int to = Math.clamp((long) (variable.getValue() * size), 0, size - 1);
    if (to == codes[i]) {
      to = variable.getValue() < (codes[i] + HALF) / size ? to - 1 : to + 1;
    }
    codes[i] = to < 0 ? 1 : to >= size ? size - 2 : to;
  }
}
