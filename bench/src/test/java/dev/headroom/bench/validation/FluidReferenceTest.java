package dev.headroom.bench.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.headroom.congestion.fluid.DcqcnFluid;
import dev.headroom.congestion.fluid.PatchedTimelyFluid;
import dev.headroom.unit.result.Cells;
import dev.headroom.unit.result.ResultTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * All the phase margins and convergence times behind the figures of Zhu et al., "ECN or Delay",
 * CoNEXT 2016: within 0.1 degrees and 0.1 %.
 */
final class FluidReferenceTest {
  private static final ResultTable MARGINS =
      ResultTable.of(
          "fluid-margins",
          FluidReferenceTest.class,
          "file",
          "flows",
          "points",
          "maximum difference");

  private static DcqcnFluid dcqcn(
      double gbps, int flows, double delayUs, double aiMbps, double kmaxKb, double g) {
    return new DcqcnFluid(
        gbps * 1e9,
        flows,
        delayUs * 1e-6,
        1000,
        new DcqcnFluid.Curve(5e3, kmaxKb * 1e3, 0.01),
        new DcqcnFluid.Decrease(g, 50e-6, 55e-6),
        new DcqcnFluid.Recovery(55e-6, 10e6, 5, aiMbps * 1e6));
  }

  @ParameterizedTest
  @CsvSource({
    "pm_rai40_delay0, 40, 0, 40, 200",
    "pm_rai40_delay1, 40, 1, 40, 200",
    "pm_rai40_delay10, 40, 10, 40, 200",
    "pm_rai40_delay25, 40, 25, 40, 200",
    "pm_rai40_delay50, 40, 50, 40, 200",
    "pm_rai40_delay100, 40, 100, 40, 200",
    "pm_rai10_delay0, 40, 0, 10, 200",
    "pm_rai10_delay1, 40, 1, 10, 200",
    "pm_rai10_delay10, 40, 10, 10, 200",
    "pm_rai10_delay25, 40, 25, 10, 200",
    "pm_rai10_delay50, 40, 50, 10, 200",
    "pm_rai10_delay100, 40, 100, 10, 200",
    "pm_rai10_delay0_kmax1000, 40, 0, 10, 1000",
    "pm_rai10_delay50_kmax1000, 40, 50, 10, 1000",
    "pm_rai10_delay100_kmax1000, 40, 100, 10, 1000",
    "pm_100gbps_delay0, 100, 0, 40, 200",
    "pm_100gbps_delay50, 100, 50, 40, 200",
    "pm_100gbps_delay100, 100, 100, 40, 200",
  })
  void shouldHaveDcqcnsMargins(
      String file, double gbps, double delayUs, double aiMbps, double kmaxKb) throws IOException {
    double most = 0;
    List<double[]> rows = rows(file);
    for (double[] row : rows) {
      DcqcnFluid fluid = dcqcn(gbps, (int) row[0], delayUs, aiMbps, kmaxKb, 1.0 / 256);
      double degrees = fluid.publishedMargin().orElseThrow().degrees();
      assertThat(degrees).as("%s, %d flows", file, (int) row[0]).isCloseTo(row[1], within(0.1));
      most = Math.max(most, Math.abs(degrees - row[1]));
    }
    row(file, rows, Cells.number(most, 3) + " degrees");
  }

  @ParameterizedTest
  @CsvSource({
    "convergence_default, 40, 200, 256",
    "convergence_g16, 40, 200, 16",
    "convergence_kmax1000, 40, 1000, 256",
    "convergence_rai10, 10, 200, 256",
  })
  void shouldConvergeAsFastAsDcqcn(String file, double aiMbps, double kmaxKb, double oneByG)
      throws IOException {
    double most = 0;
    List<double[]> rows = rows(file);
    for (double[] row : rows) {
      DcqcnFluid fluid = dcqcn(40, (int) row[0], 0, aiMbps, kmaxKb, 1 / oneByG);
      double seconds = fluid.convergence().seconds();
      assertThat(seconds)
          .as("%s, %d flows", file, (int) row[0])
          .isCloseTo(row[1], withPercentage(0.1));
      most = Math.max(most, Math.abs(seconds / row[1] - 1));
    }
    row(file, rows, Cells.share(most, 3));
  }

  @ParameterizedTest
  @CsvSource({"0", "50", "100"})
  void shouldHaveTimelysMargins(int delayUs) throws IOException {
    double most = 0;
    String file = "pm_timely_delay" + delayUs + "_fixed";
    List<double[]> rows = rows(file);
    for (double[] row : rows) {
      PatchedTimelyFluid fluid =
          new PatchedTimelyFluid(
              10e9, (int) row[0], delayUs * 1e-6, 16e3, 1000, 10e6, 0.008, 0.875, 50e-6, 20e-6);
      double degrees = fluid.margin(PatchedTimelyFluid.PUBLISHED_SLOPE).orElseThrow().degrees();
      assertThat(degrees)
          .as("%d us, %d flows", delayUs, (int) row[0])
          .isCloseTo(row[1], within(0.1));
      most = Math.max(most, Math.abs(degrees - row[1]));
    }
    row(file, rows, Cells.number(most, 3) + " degrees");
  }

  private static void row(String file, List<double[]> rows, String most) {
    String flows = "%.0f to %.0f".formatted(rows.getFirst()[0], rows.getLast()[0]);
    MARGINS.row(file, flows, rows.size(), most);
  }

  private static List<double[]> rows(String file) throws IOException {
    Path path = ReferenceData.folder("ecn-or-delay").resolve(file + ".txt");
    List<double[]> rows =
        Files.readAllLines(path).stream()
            .filter(line -> !line.isBlank())
            .map(line -> line.strip().split("\\s+"))
            .map(words -> new double[] {Double.parseDouble(words[0]), Double.parseDouble(words[1])})
            .toList();
    assertThat(rows).hasSizeGreaterThan(20);
    return rows;
  }
}
