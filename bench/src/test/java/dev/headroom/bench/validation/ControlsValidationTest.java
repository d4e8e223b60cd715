package dev.headroom.bench.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.hpcc.HpccFct;
import dev.headroom.formats.hpcc.HpccQueuePeak;
import dev.headroom.formats.hpcc.HpccReader;
import dev.headroom.formats.hpcc.HpccResults;
import dev.headroom.unit.result.Cells;
import dev.headroom.unit.result.ResultTable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The controls of the HPCC ns-3 simulator other than DCQCN and HPCC: its inputs for HPCC with
 * another {@code CC_MODE}, which that simulator (commit 9f4be2a) was run with; what it gave lies
 * beside this test. Paces of TIMELY: {@code RATE_AI 40Mb/s}, {@code RATE_HAI 200Mb/s}; DCTCP:
 * {@code DCTCP_RATE_AI 615Mb/s}, {@code EWMA_GAIN 0.0625}, a step at 300 KB.
 */
final class ControlsValidationTest {
  private static final ResultTable ROWS =
      ResultTable.of(
          "hpcc-other-controls",
          ControlsValidationTest.class,
          "case",
          "flows",
          "equal to the ns",
          "mean FCT, us",
          "reference",
          "peak queue, B",
          "reference");

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "incast4, timely, 167904",
    "incast16, timely, 826848",
    "incast4, dctcp, 165584",
    "incast16, dctcp, 819536",
    "incast4, pint, 165900",
    "incast16, pint, 821100"
  })
  void flowsAndTheDeepestQueueAreTheSame(String input, String control, long peak)
      throws IOException {
    HpccCase reference = reference(input, control, peak);
    HpccCase.Ours ours = reference.run(1);
    ROWS.row(
        control + ", " + input,
        reference.flows().size(),
        ours.flows().stream().filter(reference.flows()::contains).count(),
        Cells.number(ours.meanFctNs() / 1e3, 3),
        Cells.number(reference.meanFctNs() / 1e3, 3),
        Cells.count(ours.deepest()),
        Cells.count(peak));
    assertThat(ours.flows().stream().map(HpccFct::line))
        .isEqualTo(reference.flows().stream().map(HpccFct::line).toList());
    assertThat(ours.deepest()).isEqualTo(peak);
  }

  private HpccCase reference(String input, String control, long peak) throws IOException {
    Path inputs = ReferenceData.folder("hpcc-ns3").resolve("inputs");
    String config = Files.readString(inputs.resolve("config_" + input + "_hp95ai50.txt"));
    String own =
        switch (control) {
          case "timely" ->
              config
                  .replace("CC_MODE 3", "CC_MODE 7")
                  .replace("RATE_AI 50Mb/s\nRATE_HAI 50Mb/s", "RATE_AI 40Mb/s\nRATE_HAI 200Mb/s");
          case "dctcp" ->
              config
                  .replace("CC_MODE 3", "CC_MODE 8")
                  .replace("DCTCP_RATE_AI 1000Mb/s", "DCTCP_RATE_AI 615Mb/s")
                  .replace("EWMA_GAIN 0.00390625", "EWMA_GAIN 0.0625")
                  .replaceAll("K(MAX|MIN)_MAP.*", "K$1_MAP 2 100000000000 300 400000000000 1200");
          default -> config.replace("CC_MODE 3", "CC_MODE 10");
        };
    for (String file : List.of("star5.txt", "star17.txt", input + ".txt")) {
      Files.copy(inputs.resolve(file), folder.resolve(file));
    }
    Path written = Files.writeString(folder.resolve("config.txt"), own);
    Path results = folder.resolve("fct.txt");
    String name = input + "_" + control + ".fct.txt";
    try (InputStream given = ControlsValidationTest.class.getResourceAsStream(name)) {
      assertThat(given).as(name).isNotNull();
      Files.copy(given, results);
    }
    return new HpccCase(
        name,
        HpccReader.read(written, HpccReader.Options.DEFAULT),
        HpccResults.fct(results),
        List.of(),
        List.of(new HpccQueuePeak(0, 0, peak)));
  }
}
