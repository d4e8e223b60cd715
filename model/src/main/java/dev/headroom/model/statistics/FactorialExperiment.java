package dev.headroom.model.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Factorial experiment: combinations of the levels of several factors, all measured in the same
 * blocks, such as seeds (Box, Hunter, Hunter: Statistics for Experimenters, chapter 5).
 *
 * <p>The effect of a level is what its mean, over all combinations of the other factors, differs
 * from the mean over all levels; worked out in each block, so that blocks give its interval. Where
 * combinations are missing, it is taken over those combinations of the others that have all levels
 * of the factor: else a level that was measured only where all is slow would look slow.
 *
 * <pre>
 *           b = 1   b = 2   mean
 *   a = 1     10      20      15     effect of a = 1: -5
 *   a = 2     12      38      25     effect of a = 2: +5
 *   mean      11      29      20     beyond both effects at a = 2, b = 2: 38 - (20 + 5 + 9) = 4
 * </pre>
 */
public final class FactorialExperiment {
  private final int[] levels;
  private final double confidence;
  private final int blocks;
  private final Map<List<Integer>, double[]> cells = new HashMap<>();

  /**
   * A combination.
   *
   * @param levels of each factor, from 0
   * @param values one for each block
   */
  public record Cell(int[] levels, double[] values) {}

  /**
   * What a level of a factor comes to.
   *
   * @param mean over the other factors and all blocks
   * @param effect what that differs from the mean over all levels of the factor
   * @param combinations of the other factors that were averaged over
   */
  public record Level(int factor, int level, double mean, MeanEstimate effect, int combinations) {}

  /**
   * What two levels do together beyond what each does by itself, where that is most.
   *
   * @param mean over the two factors' levels, which the excess can be compared with
   * @param excess of their mean over what both effects add up to
   */
  public record Interaction(
      int factor, int level, int otherFactor, int otherLevel, double mean, MeanEstimate excess) {}

  /**
   * An experiment.
   *
   * @param levels how many levels each factor has
   * @param cells those that were measured in all blocks; each combination once
   * @param confidence of intervals
   */
  public FactorialExperiment(int[] levels, List<Cell> cells, double confidence) {
    this.levels = levels.clone();
    this.confidence = confidence;
    blocks = cells.isEmpty() ? 0 : cells.getFirst().values().length;
    for (Cell cell : cells) {
      if (cell.levels().length != levels.length || cell.values().length != blocks) {
        throw new IllegalArgumentException("a cell has other factors or blocks than the first");
      }
      this.cells.put(Arrays.stream(cell.levels()).boxed().toList(), cell.values());
    }
  }

  /** What each level comes to; empty where no combination of the others has all its levels. */
  public List<Level> levels(int factor) {
    List<List<Integer>> others = complete(factor, factor);
    List<Level> found = new ArrayList<>();
    if (others.isEmpty()) {
      return found;
    }
    double[] base = means(others, factor, -1, factor, -1);
    for (int level = 0; level < levels[factor]; level++) {
      double[] mean = means(others, factor, level, factor, level);
      double[] effect = new double[blocks];
      for (int block = 0; block < blocks; block++) {
        effect[block] = mean[block] - base[block];
      }
      found.add(
          new Level(
              factor,
              level,
              MeanEstimate.of(mean, confidence).mean(),
              MeanEstimate.of(effect, confidence),
              others.size()));
    }
    return found;
  }

  /** The largest interaction of two factors; empty where too much is missing to tell. */
  public Optional<Interaction> interaction(int factor, int other) {
    List<List<Integer>> rest = complete(factor, other);
    if (rest.isEmpty()) {
      return Optional.empty();
    }
    double[] all = means(rest, factor, -1, other, -1);
    Interaction largest = null;
    for (int level = 0; level < levels[factor]; level++) {
      double[] one = means(rest, factor, level, other, -1);
      for (int otherLevel = 0; otherLevel < levels[other]; otherLevel++) {
        double[] two = means(rest, factor, -1, other, otherLevel);
        double[] both = means(rest, factor, level, other, otherLevel);
        double[] excess = new double[blocks];
        for (int block = 0; block < blocks; block++) {
          excess[block] = both[block] - one[block] - two[block] + all[block];
        }
        MeanEstimate estimate = MeanEstimate.of(excess, confidence);
        if (largest == null || Math.abs(estimate.mean()) > Math.abs(largest.excess().mean())) {
          double mean = MeanEstimate.of(all, confidence).mean();
          largest = new Interaction(factor, level, other, otherLevel, mean, estimate);
        }
      }
    }
    return Optional.ofNullable(largest);
  }

  /**
   * Combinations of the remaining factors that were measured with all levels of these two, which
   * may be the same; these factors' own places hold 0.
   */
  private List<List<Integer>> complete(int factor, int other) {
    return cells.keySet().stream()
        .filter(cell -> cell.get(factor) == 0 && cell.get(other) == 0)
        .filter(cell ->
            IntStream.range(0, levels[factor])
                .allMatch(level ->
                    IntStream.range(0, factor == other ? 1 : levels[other])
                        .allMatch(second ->
                            cells.containsKey(
                                at(cell, factor, level, other, factor == other ? level : second)))))
        .toList();
  }

  /** Block by block; -1 stands for all levels of a factor. */
  private double[] means(
      List<List<Integer>> rest, int factor, int level, int other, int otherLevel) {
    double[] means = new double[blocks];
    int count = 0;
    for (List<Integer> cell : rest) {
      for (int first = 0; first < levels[factor]; first++) {
        for (int second = 0; second < levels[other]; second++) {
          boolean isOne = factor != other || first == second;
          if (isOne && (level < 0 || first == level) && (otherLevel < 0 || second == otherLevel)) {
            double[] values = cells.get(at(cell, factor, first, other, second));
            for (int block = 0; values != null && block < blocks; block++) {
              means[block] += values[block];
            }
            count++;
          }
        }
      }
    }
    for (int block = 0; block < blocks; block++) {
      means[block] /= count;
    }
    return means;
  }

  private static List<Integer> at(
      List<Integer> cell, int factor, int level, int other, int otherLevel) {
    List<Integer> place = new ArrayList<>(cell);
    place.set(factor, level);
    place.set(other, otherLevel);
    return place;
  }
}
