package dev.headroom.bench.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.unit.result.Cells;
import dev.headroom.unit.result.ResultTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * WebSearch arrivals on a fat tree of 320 hosts beside the HPCC ns-3 simulator: same paths, the
 * same times with the reference's seed, and the same slowdowns, as that simulator defines them, in
 * the mean over seeds.
 */
@Tag("whole")
final class WebSearchValidationTest {
  private static final int THEIR_SEED = 1;

  private static final ResultTable FLOWS =
      ResultTable.of(
          "websearch-flows",
          WebSearchValidationTest.class,
          "case",
          "flows",
          "equal to the ns",
          "mean FCT, us",
          "reference",
          "peak queue, B",
          "reference");
  private static final ResultTable SLOWDOWNS =
      ResultTable.of(
          "websearch-10-seeds",
          WebSearchValidationTest.class,
          "case",
          "mean slowdown",
          "reference",
          "difference",
          "p95",
          "reference",
          "difference of p95",
          "p99",
          "reference",
          "difference of p99",
          "minimum Spearman of FCTs");

  /** The run with the reference's seed; the number of flows that are equal to the nanosecond. */
  private static long record(HpccCase reference, HpccCase.Ours ours) {
    long equal = ours.flows().stream().filter(Set.copyOf(reference.flows())::contains).count();
    FLOWS.row(
        reference.name(),
        Cells.count(reference.flows().size()),
        Cells.count(equal),
        Cells.number(ours.meanFctNs() / 1e3, 3),
        Cells.number(reference.meanFctNs() / 1e3, 3),
        Cells.count(ours.deepest()),
        Cells.count(reference.deepest()));
    return equal;
  }

  /** Nothing is drawn that HPCC would heed, so one run says all. */
  @Test
  void flowsAreTheSameWithHpcc() throws IOException {
    HpccCase reference = HpccCase.of("ws30_hp95ai50");
    HpccCase.Ours ours = reference.run(THEIR_SEED);
    long equal = record(reference, ours);
    assertThat(equal).isEqualTo(reference.flows().size());
    assertThat(ours.deepest()).isEqualTo(reference.deepest());
  }

  static Stream<String> cases() {
    return ReferenceData.full() ? Stream.of("ws30_dcqcn", "ws50_dcqcn") : Stream.of("ws30_dcqcn");
  }

  @ParameterizedTest
  @MethodSource("cases")
  void flowsTakeTheSamePathsAndTheSameTime(String name) throws IOException {
    HpccCase reference = HpccCase.of(name);
    int seeds = ReferenceData.full() ? 10 : 1;
    long equal = 0;
    List<FlowComparison> compared = new ArrayList<>();
    for (int seed = 1; seed <= seeds; seed++) {
      HpccCase.Ours ours = reference.run(seed);
      compared.add(ours.compared());
      if (seed == THEIR_SEED) {
        equal = record(reference, ours);
      }
      if (name.startsWith("ws30")) {
        assertThat(ours.portsCompared().different()).isEmpty();
      }
    }
    FlowComparison.Slowdowns theirs = compared.getFirst().theirs();
    double mean = mean(compared, one -> one.ours().mean());
    double p95 = mean(compared, one -> one.ours().p95());
    double p99 = mean(compared, one -> one.ours().p99());
    double spearman = compared.stream().mapToDouble(FlowComparison::spearman).min().orElse(0);
    if (ReferenceData.full()) {
      SLOWDOWNS.row(
          name,
          Cells.number(mean, 3),
          Cells.number(theirs.mean(), 3),
          Cells.difference(mean, theirs.mean()),
          Cells.number(p95, 3),
          Cells.number(theirs.p95(), 3),
          Cells.difference(p95, theirs.p95()),
          Cells.number(p99, 3),
          Cells.number(theirs.p99(), 3),
          Cells.difference(p99, theirs.p99()),
          Cells.number(spearman, 3));
    }
    assertThat((double) equal / reference.flows().size())
        .as("share of flows that are equal to the nanosecond")
        .isEqualTo(1.0);
    assertThat(compared).allMatch(one -> one.onlyOurs() == 0 && one.onlyTheirs() == 0);
    assertThat(mean / theirs.mean()).as("mean slowdown").isCloseTo(1, within(0.02));
    assertThat(p95 / theirs.p95()).as("p95").isCloseTo(1, within(0.05));
    assertThat(p99 / theirs.p99()).as("p99").isCloseTo(1, within(0.10));
    assertThat(spearman).isGreaterThanOrEqualTo(0.98);
  }

  private static double mean(List<FlowComparison> runs, ToDoubleFunction<FlowComparison> value) {
    return runs.stream().mapToDouble(value).average().orElseThrow();
  }
}
