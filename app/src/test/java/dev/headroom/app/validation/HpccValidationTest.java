package dev.headroom.app.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.formats.hpcc.HpccFct;
import dev.headroom.formats.hpcc.HpccPause;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Incasts, permutations and single flows beside the HPCC ns-3 simulator, preset {@code hpcc-ns3}.
 * What draws no random numbers agrees to the nanosecond; what does agrees in the middle of many
 * seeds, since the draws of that simulator come from one stream for all switches and ours from one a
 * port.
 */
final class HpccValidationTest {
  private static final Rows ROWS =
      new Rows(
          "hpcc-ns3.md",
          "case",
          "seeds",
          "mean FCT, us",
          "theirs",
          "ratio",
          "peak queue, B",
          "theirs",
          "ratio",
          "PFC frames",
          "theirs");

  @AfterAll
  static void writeRows() throws IOException {
    ROWS.write();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "incast1_dcqcn",
        "incast1_dcqcn_paper",
        "incast1_dcqcn_x25G",
        "incast1_dcqcn_x200G",
        "incast1_dcqcn_x400G",
        "half16_dcqcn",
        "ring16_dcqcn",
        "incast2_dcqcn_nocc_b32",
        "incast4_dcqcn_nocc_b32",
        "incast16_dcqcn_nocc_b32",
        "incast16_dcqcn_nocc_b4"
      })
  void withoutRandomDrawsFlowsAndPausesAreTheSameToTheNanosecond(String name) throws IOException {
    HpccCase reference = HpccCase.of(name);
    HpccCase.Ours ours = reference.run(1);
    row(reference, List.of(ours));
    assertThat(lines(ours.flows())).isEqualTo(lines(reference.flows()));
    assertThat(ours.pauses().stream().map(HpccPause::line).sorted())
        .isEqualTo(reference.pauses().stream().map(HpccPause::line).sorted().toList());
  }

  private static List<String> lines(List<HpccFct> flows) {
    return flows.stream().map(HpccFct::line).sorted().toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "incast2_dcqcn",
        "incast4_dcqcn",
        "incast16_dcqcn",
        "incast2_dcqcn_paper",
        "incast4_dcqcn_paper",
        "incast16_dcqcn_paper",
        "incast16_dcqcn_b4",
        "incast16_dcqcn_paper_b4",
        "twoway_dcqcn_xp1",
        "incast16_dcqcn_xerr0.001"
      })
  void overTwentySeedsTheMiddleOfDcqcnAgrees(String name) throws IOException {
    HpccCase reference = HpccCase.of(name);
    List<HpccCase.Ours> ours = LongStream.rangeClosed(1, 20).mapToObj(reference::run).toList();
    double[] ratios = row(reference, ours);
    assertThat(ratios[0]).as("mean FCT").isCloseTo(1, within(0.03));
    assertThat(ratios[1]).as("peak queue").isCloseTo(1, within(0.15));
  }

  /** Records a case; returns the ratios of mean completion time and of peak queue. */
  private static double[] row(HpccCase reference, List<HpccCase.Ours> ours) {
    double fct = median(ours.stream().mapToDouble(HpccCase.Ours::meanFctNs).toArray());
    double peak = median(ours.stream().mapToDouble(HpccCase.Ours::deepest).toArray());
    double frames = median(ours.stream().mapToDouble(run -> run.pauses().size()).toArray());
    double[] ratios = {fct / reference.meanFctNs(), peak / reference.deepest()};
    ROWS.add(
        reference.name(),
        ours.size(),
        fct / 1e3,
        reference.meanFctNs() / 1e3,
        ratios[0],
        peak,
        reference.deepest(),
        ratios[1],
        frames,
        reference.pauses().size());
    return ratios;
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }
}
