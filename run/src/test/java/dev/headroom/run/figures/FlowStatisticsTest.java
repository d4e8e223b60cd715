package dev.headroom.run.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.sim.measure.FlowResult;
import java.util.Arrays;
import java.util.Random;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;

final class FlowStatisticsTest {

  @Test
  void shouldGiveNearestRankPercentiles() {
    double[] values = new double[1000];
    Arrays.setAll(values, i -> 1000 - i);

    Distribution found = Distribution.ofSorting(values);

    assertThat(found)
        .isEqualTo(new Distribution(1000, 500.5, 500, 950, 990, 999, 1000, 1000, true));
  }

  @Test
  void shouldGiveTheOnlyValueForEveryPercentile() {
    assertThat(Distribution.ofSorting(new double[] {7}))
        .isEqualTo(new Distribution(1, 7, 7, 7, 7, 7, 7, 7, true));
  }

  @Test
  void shouldKeepFewSizesApartAndCountTheUnfinished() {
    FlowStatistics tally = new FlowStatistics(2, 1);
    for (int i = 0; i < 100; i++) {
      tally.accept(finished(i, i % 2 == 0 ? 1024 : 1 << 20, 2));
    }
    tally.accept(unfinished(100, 1024));

    assertThat(tally.buckets())
        .extracting(SizeBucket::label, SizeBucket::finished, SizeBucket::unfinished)
        .containsExactly(Tuple.tuple("1 KiB", 50L, 1L), Tuple.tuple("1 MiB", 50L, 0L));
    assertThat(tally.finished()).isEqualTo(100);
    assertThat(tally.unfinished()).isEqualTo(1);
  }

  @Test
  void shouldCountSizesThatReadTheSameTogether() {
    FlowStatistics tally = new FlowStatistics(2, 1);
    for (int i = 0; i < 100; i++) {
      tally.accept(finished(i, i % 4 == 0 ? 335_544 : 335_545, 2));
    }
    tally.accept(unfinished(100, 335_545));

    assertThat(tally.buckets())
        .extracting(
            SizeBucket::label,
            SizeBucket::fromBytes,
            SizeBucket::toBytes,
            SizeBucket::finished,
            SizeBucket::unfinished)
        .containsExactly(Tuple.tuple("336 KB", 335_544L, 335_545L, 100L, 1L));
  }

  @Test
  void shouldGroupManySizesByPowersOfTen() {
    FlowStatistics tally = new FlowStatistics(2, 1);
    for (int i = 0; i < 1000; i++) {
      tally.accept(finished(i, 1 + i * 100L, 1.5));
    }
    assertThat(tally.buckets())
        .extracting(SizeBucket::label)
        .containsExactly("under 10 KB", "10-100 KB");
    assertThat(tally.buckets()).extracting(SizeBucket::finished).containsExactly(100L, 900L);
  }

  @Test
  void shouldStayNearTheTruthAboveItsLimit() {
    FlowStatistics exact = new FlowStatistics(2, 1);
    FlowStatistics bounded = new FlowStatistics(2, 1, 1000);
    Random random = new Random(3);
    for (int i = 0; i < 50_000; i++) {
      FlowResult flow = finished(i, 1 + random.nextInt(5_000_000), 1 + random.nextDouble() * 20);
      exact.accept(flow);
      bounded.accept(flow);
    }
    assertThat(bounded.slowdown().exact()).isFalse();
    assertThat(bounded.slowdown().count()).isEqualTo(50_000);
    assertThat(bounded.slowdown().p99())
        .isCloseTo(exact.slowdown().p99(), within(exact.slowdown().p99() * 0.002));
    assertThat(bounded.fct().p50()).isCloseTo(exact.fct().p50(), within(exact.fct().p50() * 0.002));
    assertThat(bounded.sample(2000).bytes()).hasSize(1000);
    assertThat(bounded.buckets())
        .extracting(SizeBucket::finished)
        .isEqualTo(exact.buckets().stream().map(SizeBucket::finished).toList());
  }

  @Test
  void shouldSampleTheSameFlowsForTheSameSeed() {
    assertThat(sampled(5)).isEqualTo(sampled(5)).isNotEqualTo(sampled(6));
  }

  @Test
  void shouldSampleEveryPartOfTheRunEvenly() {
    long[] sizes = sampled(9);
    long late = Arrays.stream(sizes).filter(size -> size > 10_000).count();
    assertThat(late).isBetween(400L, 600L);
  }

  private static long[] sampled(long seed) {
    FlowStatistics tally = new FlowStatistics(2, seed, 1000);
    for (int i = 0; i < 20_000; i++) {
      tally.accept(finished(i, 1 + i, 2));
    }
    return tally.sample(1000).bytes();
  }

  @Test
  void shouldKeepTheSlowestFlowsWorstFirst() {
    FlowStatistics tally = new FlowStatistics(2, 1);
    for (int i = 0; i < 100; i++) {
      tally.accept(finished(i, 1000, 1 + i * 37 % 100));
    }
    assertThat(tally.slowest()).hasSize(FlowStatistics.KEPT);
    assertThat(tally.slowest().getFirst().slowdown()).isEqualTo(100);
    assertThat(tally.slowest())
        .isSortedAccordingTo((a, b) -> Double.compare(b.slowdown(), a.slowdown()));
  }

  private static FlowResult finished(int flow, long bytes, double slowdown) {
    long fct = Math.round(1_000_000 * slowdown);
    return new FlowResult(flow, 0, 1, bytes, 0, fct, fct, 1_000_000, bytes, 0, 0, 0, "");
  }

  private static FlowResult unfinished(int flow, long bytes) {
    return new FlowResult(flow, 0, 1, bytes, 0, -1, -1, 1_000_000, 0, 0, 0, 0, "");
  }
}
