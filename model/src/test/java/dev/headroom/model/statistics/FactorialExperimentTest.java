package dev.headroom.model.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FactorialExperimentTest {
  private final List<FactorialExperiment.Cell> cells = new ArrayList<>();

  /**
   * The pilot plant of Box, Hunter and Hunter (Statistics for Experimenters, second edition, table
   * 5.2): yields under temperature, concentration and catalyst. Their effects, high less low, are
   * 23, -5 and 1.5, and 10 of temperature with catalyst. Ours are from the mean to one of the two
   * levels, so half of these.
   */
  @Test
  void shouldFindTheEffectsOfATextbook() {
    double[] yields = {60, 72, 54, 68, 52, 83, 45, 80};
    for (int run = 0; run < yields.length; run++) {
      cell(new double[] {yields[run]}, run & 1, run >> 1 & 1, run >> 2);
    }
    FactorialExperiment plant = new FactorialExperiment(new int[] {2, 2, 2}, cells, 0.95);
    assertThat(high(plant, 0)).isCloseTo(23 / 2.0, within(1e-9));
    assertThat(high(plant, 1)).isCloseTo(-5 / 2.0, within(1e-9));
    assertThat(high(plant, 2)).isCloseTo(1.5 / 2.0, within(1e-9));
    assertThat(plant.levels(0).get(1).mean()).isCloseTo(75.75, within(1e-9));
    FactorialExperiment.Interaction together = plant.interaction(0, 2).orElseThrow();
    assertThat(Math.abs(together.excess().mean())).isCloseTo(10 / 2.0, within(1e-9));
    assertThat(together.mean()).isCloseTo(64.25, within(1e-9));
    assertThat(together.excess().isKnown()).isFalse();
    assertThat(Math.abs(plant.interaction(0, 1).orElseThrow().excess().mean()))
        .isCloseTo(1.5 / 2.0, within(1e-9));
  }

  private static double high(FactorialExperiment experiment, int factor) {
    return experiment.levels(factor).get(1).effect().mean();
  }

  /** Blocks that are far apart do not blur an effect that is the same in each. */
  @Test
  void shouldTakeEffectsBlockByBlock() {
    cell(new double[] {10, 1000}, 0, 0);
    cell(new double[] {20, 1010}, 0, 1);
    cell(new double[] {12, 1002}, 1, 0);
    cell(new double[] {22, 1012}, 1, 1);
    FactorialExperiment experiment = new FactorialExperiment(new int[] {2, 2}, cells, 0.95);
    FactorialExperiment.Level second = experiment.levels(0).get(1);
    assertThat(second.effect().mean()).isCloseTo(1, within(1e-9));
    assertThat(second.effect().contains(0)).isFalse();
    assertThat(experiment.interaction(0, 1).orElseThrow().excess().mean())
        .isCloseTo(0, within(1e-9));
  }

  /** The worked example of the class. */
  @Test
  void shouldFindWhatTwoDoTogether() {
    cell(new double[] {10}, 0, 0);
    cell(new double[] {20}, 0, 1);
    cell(new double[] {12}, 1, 0);
    cell(new double[] {38}, 1, 1);
    FactorialExperiment experiment = new FactorialExperiment(new int[] {2, 2}, cells, 0.95);
    assertThat(high(experiment, 0)).isEqualTo(5);
    assertThat(Math.abs(experiment.interaction(0, 1).orElseThrow().excess().mean())).isEqualTo(4);
  }

  /** Where a = 2 was measured only with the slow b, it is compared with a = 1 there. */
  @Test
  void shouldCompareLikeWithLikeWhereSomeAreMissing() {
    cell(new double[] {10}, 0, 0);
    cell(new double[] {100}, 0, 1);
    cell(new double[] {90}, 1, 1);
    FactorialExperiment experiment = new FactorialExperiment(new int[] {2, 2}, cells, 0.95);
    assertThat(high(experiment, 0)).isEqualTo(-5);
    assertThat(experiment.levels(0).getFirst().combinations()).isEqualTo(1);
    assertThat(experiment.interaction(0, 1)).isEmpty();
    assertThat(new FactorialExperiment(new int[] {2}, List.of(), 0.95).levels(0)).isEmpty();
  }

  @Test
  void shouldTakeFactorsOfManyLevels() {
    for (int a = 0; a < 3; a++) {
      for (int b = 0; b < 4; b++) {
        cell(new double[] {100 * a + b}, a, b);
      }
    }
    FactorialExperiment experiment = new FactorialExperiment(new int[] {3, 4}, cells, 0.95);
    assertThat(experiment.levels(0))
        .extracting(level -> level.effect().mean())
        .containsExactly(-100.0, 0.0, 100.0);
    assertThat(experiment.levels(1))
        .extracting(FactorialExperiment.Level::combinations)
        .containsOnly(3);
  }

  private void cell(double[] values, int... levels) {
    cells.add(new FactorialExperiment.Cell(levels, values));
  }
}
