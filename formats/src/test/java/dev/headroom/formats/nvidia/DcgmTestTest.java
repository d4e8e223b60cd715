package dev.headroom.formats.nvidia;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.Read;
import org.junit.jupiter.api.Test;

/** Text and JSON of DCGM 3 and 4 say the same of a test under the same names. */
final class DcgmTestTest {
  private static final String HEAD =
      """
      Successfully ran diagnostic for group.
      +---------------------------+------------------------------------------------+
      | Diagnostic                | Result                                         |
      +===========================+================================================+
      |-----  Metadata  ----------+------------------------------------------------|
      | DCGM Version              | 3.3.9                                          |
      | GPU Device IDs Detected   | 2237,2237,2237,2237                            |
      +-----  Stress  ------------+------------------------------------------------+
      """;

  private static Subject of(String test, String device) {
    return new DcgmTest(test, device).subject();
  }

  /** A row a result, devices in a list; words are cut at 45 characters, blanks kept. */
  @Test
  void shouldReadRowsOfDcgm3() {
    FactSet facts =
        Read.allOf(
            "dcgm-diag",
            HEAD
                + """
                | Diagnostic                | Pass - All                                     |
                | Targeted Power            | Pass - GPUs: 0, 2, 3                           |
                |                           | Fail - GPU: 1                                  |
                | Warning                   | GPU 1 Max power of 224.1 did not reach desire  |
                |                           | d power minimum target_power_min_ratio of 224  |
                |                           | .2 for GPU 1 Verify that the clock speeds and  |
                |                           |  GPU utilization are high.                     |
                | Info                      | GPU 0 GPU 0 max power: 299.5 W average power   |
                |                           | usage: 299.0 W                                 |
                +---------------------------+------------------------------------------------+
                """);

    assertThat(facts.text(of("Targeted Power", "GPU 1"), DcgmTest.STATUS).get()).isEqualTo("Fail");
    assertThat(facts.text(of("Targeted Power", "GPU 3"), DcgmTest.STATUS).get()).isEqualTo("Pass");
    assertThat(facts.text(of("Targeted Power", ""), DcgmTest.MESSAGE).get())
        .isEqualTo(
            "GPU 1 Max power of 224.1 did not reach desired power minimum target_power_min_ratio of"
                + " 224.2 for GPU 1 Verify that the clock speeds and GPU utilization are high.");
    assertThat(facts.text(of("Targeted Power", ""), "info").get())
        .isEqualTo("GPU 0 GPU 0 max power: 299.5 W average power usage: 299.0 W");
    assertThat(facts.text(of("Diagnostic", ""), DcgmTest.STATUS).get()).isEqualTo("Pass");
    assertThat(facts.text(new Subject(SubjectKind.ITEM, "dcgmi diag"), "dcgm-version").get())
        .isEqualTo("3.3.9");
  }

  @Test
  void shouldReadRowsOfDcgm4() {
    FactSet facts =
        Read.allOf(
            "dcgm-diag",
            HEAD
                + """
                | memory                    | Fail                                           |
                |                           | GPU0: Pass                                     |
                |                           | GPU1: Fail                                     |
                | Warning: GPU1             | A row remap failure was detected on GPU 1. Ru  |
                |                           | n a field diagnostic on the GPU.               |
                | nvbandwidth               | Not Run                                        |
                """);

    assertThat(facts.text(of("memory", "GPU 1"), DcgmTest.STATUS).get()).isEqualTo("Fail");
    assertThat(facts.text(of("memory", "GPU 0"), DcgmTest.STATUS).get()).isEqualTo("Pass");
    assertThat(facts.text(of("memory", "GPU 1"), DcgmTest.MESSAGE).get())
        .isEqualTo("A row remap failure was detected on GPU 1. Run a field diagnostic on the GPU.");
    assertThat(facts.text(of("nvbandwidth", ""), DcgmTest.STATUS).get()).isEqualTo("Not Run");
  }

  @Test
  void shouldReadJson() {
    FactSet facts =
        Read.allOf(
            "json",
            """
            {
              "DCGM Diagnostic" : { "test_categories" : [ { "category" : "Deployment", "tests" : [
                { "name" : "software",
                  "results" : [ { "entity_group" : "GPU", "entity_group_id" : 1, "entity_id" : 0, "status" : "Fail",
                    "warnings" : [ { "error_category" : 8, "error_id" : 29, "error_severity" : 5,
                      "warning" : "Persistence Mode: Persistence mode for GPU 0 is disabled." } ] } ],
                  "test_summary" : { "status" : "Fail" } } ] } ] }
            }
            """);

    assertThat(facts.text(of("software", "GPU 0"), DcgmTest.STATUS).get()).isEqualTo("Fail");
    assertThat(facts.text(of("software", "GPU 0"), DcgmTest.MESSAGE).get())
        .startsWith("Persistence Mode: ");
    assertThat(facts.number(of("software", "GPU 0"), DcgmTest.SEVERITY).get()).isEqualTo(5);
    assertThat(facts.text(of("software", ""), DcgmTest.STATUS).get()).isEqualTo("Fail");
  }

  /** Up to DCGM 3 a result has a list of GPUs, and warnings are words alone. */
  @Test
  void shouldReadJsonOfDcgm3() {
    FactSet facts =
        Read.allOf(
            "json",
            """
            { "DCGM GPU Diagnostic" : { "test_categories" : [ { "category" : "Integration", "tests" : [
              { "name" : "PCIe", "results" : [
                { "gpu_ids" : "0,1", "status" : "PASS" },
                { "gpu_ids" : "3", "status" : "FAIL", "warnings" : [ "GPU 3's link is x8" ] } ] },
              null ] } ] } }
            """);

    assertThat(facts.text(of("PCIe", ""), DcgmTest.STATUS).get()).isEqualTo("PASS");
    assertThat(facts.text(of("PCIe", "GPU 3"), DcgmTest.STATUS).get()).isEqualTo("FAIL");
    assertThat(facts.text(of("PCIe", "GPU 3"), DcgmTest.MESSAGE).get())
        .isEqualTo("GPU 3's link is x8");
  }
}
