package dev.headroom.tune.search;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Prints the figures of the search on problems whose answer is known, for bench/RESULTS.md. */
@Tag("whole")
final class SearchFiguresTest {
  private static final int SEEDS = 20;

  @Test
  void shouldPrintHowOftenPlantedOptimaAreFound() {
    for (PlantedOptimumTest.Case planted : PlantedOptimumTest.CASES) {
      int found = 0;
      double runs = 0;
      for (int seed = 1; seed <= SEEDS; seed++) {
        try {
          runs += PlantedOptimumTest.check(planted, seed).runs();
          found++;
        } catch (AssertionError e) {
          // not found with this seed
        }
      }
      System.out.printf(
          "planted: %-20s found with %d of %d seeds, %.0f runs in the mean%n",
          planted, found, SEEDS, runs / Math.max(1, found));
      assertThat(found).as(planted.name()).isEqualTo(SEEDS);
    }
  }

  @Test
  void shouldPrintSharesOfTheHypervolume() {
    HypervolumeTest.Shares shares = HypervolumeTest.shares(SEEDS);
    System.out.printf(
        "hypervolume after 300 runs, %d seeds: search %.2f, random %.2f%n",
        SEEDS, shares.searched(), shares.random());
    assertThat(shares.searched()).isGreaterThan(shares.random());
  }
}
