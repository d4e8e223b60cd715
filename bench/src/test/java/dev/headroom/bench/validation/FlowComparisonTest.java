package dev.headroom.bench.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.formats.hpcc.HpccFct;
import dev.headroom.formats.hpcc.HpccPortBytes;
import dev.headroom.formats.hpcc.HpccResults;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FlowComparisonTest {
  @Test
  void matchesFlowsWhateverTheirOrder() {
    List<HpccFct> theirs = List.of(flow(1, 100), flow(2, 300), flow(3, 200));
    List<HpccFct> ours = List.of(flow(3, 220), flow(1, 110), flow(2, 330), flow(4, 5));

    FlowComparison comparison = FlowComparison.of(ours, theirs);

    assertThat(comparison.matched()).isEqualTo(3);
    assertThat(comparison.onlyOurs()).isEqualTo(1);
    assertThat(comparison.onlyTheirs()).isZero();
    assertThat(comparison.meanFctRatio()).isCloseTo(1.1, within(1e-12));
    assertThat(comparison.spearman()).isEqualTo(1.0);
    assertThat(comparison.theirs().p99()).isEqualTo(3.0);
    assertThat(comparison.table()).contains("mean FCT +10.00 %");
  }

  @Test
  void percentilesAreOfTheNearestRank() {
    double[] values = IntStream.rangeClosed(1, 200).mapToDouble(i -> 201 - i).toArray();
    assertThat(Ranks.percentile(values, 0.5)).isEqualTo(100);
    assertThat(Ranks.percentile(values, 0.95)).isEqualTo(190);
    assertThat(Ranks.percentile(new double[] {7}, 0.99)).isEqualTo(7);
    assertThat(Ranks.percentile(new double[0], 0.5)).isNaN();
  }

  @Test
  void spearmanSharesRanksAmongEquals() {
    assertThat(Ranks.spearman(new double[] {1, 2, 3, 4}, new double[] {4, 3, 2, 1}))
        .isEqualTo(-1.0);
    // Ranks 1, 2.5, 2.5, 4 against 1, 2, 3, 4: 4.5 / sqrt(4.5 · 5).
    assertThat(Ranks.spearman(new double[] {1, 2, 2, 3}, new double[] {1, 2, 3, 4}))
        .isCloseTo(Math.sqrt(0.9), within(1e-12));
  }

  @Test
  void portsThatOneSideDoesNotListCarriedNothing() {
    PortComparison comparison =
        PortComparison.of(
            List.of(new HpccPortBytes(5, 0, 100, 90), new HpccPortBytes(5, 1, 0, 0)),
            List.of(new HpccPortBytes(5, 0, 100, 90), new HpccPortBytes(6, 0, 7, 0)));

    assertThat(comparison.equal()).isFalse();
    assertThat(comparison.different()).containsExactly(new PortComparison.Difference(6, 0, 0, 7));
  }

  @Test
  void aReferenceEqualsItself() throws IOException {
    List<HpccFct> flows =
        HpccResults.fct(ReferenceData.folder("hpcc-ns3/results").resolve("ws30_dcqcn.fct.txt"));
    FlowComparison comparison = FlowComparison.of(flows, flows);
    assertThat(comparison.matched()).isEqualTo(1099);
    assertThat(comparison.meanFctRatio()).isEqualTo(1.0);
    assertThat(comparison.spearman()).isCloseTo(1.0, within(1e-12));
  }

  private static HpccFct flow(int source, long fctNs) {
    return new HpccFct(source, 0, 10000, 100, 1_000, 2_000_000_000L, fctNs, 100);
  }
}
