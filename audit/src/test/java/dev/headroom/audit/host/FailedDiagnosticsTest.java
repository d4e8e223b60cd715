package dev.headroom.audit.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.Audit;
import dev.headroom.audit.RuleOutcome;
import dev.headroom.audit.rules.RuleCatalogue;
import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What of DCGM's tests is a fault, what a setting, and what says nothing. */
final class FailedDiagnosticsTest {
  private static final String HEAD =
      "| Diagnostic                | Result                                         |\n";

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "| PCIe                      | Fail - All            |;| Warning                   | Error using CUDA API cudaDeviceGetByPCIBusId  |~error  DCGM's test PCIe failed: Error using CUDA API cudaDeviceGetByPCIBusId",
        "| Targeted Power            | Fail - GPUs: 1, 3     |~error  DCGM's test Targeted Power failed on GPU 1, GPU 3",
        "| pcie                      | Fail                  |;|                           | GPU1: Fail            |~error GPU 1 DCGM's test pcie failed on GPU 1",
        "| Persistence Mode          | Fail                  |;| Error                     | Persistence mode for GPU 0 is currently dis   |~warning  DCGM's test Persistence Mode failed: Persistence mode for GPU 0 is currently dis",
        "| memory                    | Warn                  |~warning  DCGM's test memory warns",
        "| pcie   | Warn   |;|                           | GPU0: Fail   |;| Warning: GPU0   | replays   |~warning GPU 0 DCGM's test pcie warns on GPU 0: replays",
      })
  void shouldTell(String rows, String finding) {
    assertThat(outcome(rows).findings())
        .singleElement()
        .satisfies(found ->
            assertThat(found.severity().key() + " " + found.place().part() + " " + found.message())
                .isEqualTo(finding));
  }

  @Test
  void shouldPassWhatPassedAndCountNoSkippedTest() {
    RuleOutcome outcome = outcome("| PCIe   | Pass - All |;| GPU Memory   | Skip - All |");

    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.passed()).isEqualTo(1);
  }

  /** Eight H100 whose fabric manager was not enabled: nothing is broken. */
  @Test
  void shouldSendToTheFabricManager() {
    String rows =
        """
        | GPU Memory                | Fail - All                                     |
        | Warning                   | GPU 0 Error using CUDA API cuInit Check DCGM   |
        |                           | and system logs for errors. Reset GPU. Restar  |
        |                           | t DCGM. Rerun diagnostics. Unable to initiali  |
        |                           | ze CUDA library: 'system not yet initialized'  |
        """;

    assertThat(judged(HEAD + rows).findings())
        .singleElement()
        .satisfies(
            found -> assertThat(found.remedy().fix().toString()).contains("nvidia-fabricmanager"));
  }

  @Test
  void shouldNotCallSkippedTestsARun() {
    assertThat(outcome("| PCIe  | Skip - All |").notChecked()).hasSize(1);
  }

  /** DCGM says of its errors which are worth a look only, or of the configuration. */
  @ParameterizedTest
  @CsvSource({"5,WARNING", "1,WARNING", "2,ERROR", "4,ERROR", "6,ERROR"})
  void shouldWeighAsDcgmDoes(int severity, String expected) {
    String json =
        """
        { "DCGM Diagnostic" : { "test_categories" : [ { "tests" : [ { "name" : "memory", "results" : [
        { "entity_group" : "GPU", "entity_id" : 2, "status" : "Fail",
        "warnings" : [ { "error_severity" : %d, "warning" : "said" } ] } ] } ] } ] } }
        """
            .formatted(severity);

    assertThat(judged(json).findings())
        .singleElement()
        .satisfies(found -> {
          assertThat(found.severity()).hasToString(expected);
          assertThat(found.message()).isEqualTo("DCGM's test memory failed on GPU 2: said");
        });
  }

  private static RuleOutcome outcome(String rows) {
    return judged(HEAD + rows.replace(";", "\n") + "\n");
  }

  private static RuleOutcome judged(String text) {
    HostFacts host =
        HostFacts.of(
            "node", List.of(FormatCatalogue.reader().read(FactSource.of("diag.txt"), text)));
    return Audit.of(List.of(host), List.of(RuleCatalogue.named("gpu.diag-failed").orElseThrow()))
        .getFirst();
  }
}
