package dev.headroom.audit.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.Audit;
import dev.headroom.audit.Finding;
import dev.headroom.audit.Rule;
import dev.headroom.audit.RuleOutcome;
import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.model.yaml.Problem;
import dev.headroom.model.yaml.YamlProblems;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ExpectedHostTest {
  private static final Map<String, String> HEALTHY =
      new TreeMap<>(
          Map.of(
              "ibstat.txt",
              """
              CA 'mlx5_0'
              	CA type: MT4129
              	Number of ports: 1
              	Firmware version: 28.43.1014
              	Port 1:
              		State: Active
              		Physical state: LinkUp
              		Rate: 400
              		Link layer: Ethernet
              CA 'mlx5_1'
              	CA type: MT4129
              	Number of ports: 1
              	Firmware version: 28.43.1014
              	Port 1:
              		State: Active
              		Physical state: LinkUp
              		Rate: 400
              		Link layer: Ethernet
              """,
              "nvidia_smi.txt",
              """
              ==============NVSMI LOG==============

              Driver Version                            : 570.86.15
              Attached GPUs                             : 2
              GPU 00000000:13:00.0
                  Product Name                          : NVIDIA H100 80GB HBM3
                  VBIOS Version                         : 96.00.89.00.01
              GPU 00000000:14:00.0
                  Product Name                          : NVIDIA H100 80GB HBM3
                  VBIOS Version                         : 96.00.89.00.01
              """,
              "nvlink.txt",
              """
              $ nvidia-smi nvlink -s
              GPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-00000000-1111-2222-3333-444444444444)
              	 Link 0: 26.562 GB/s
              	 Link 1: 26.562 GB/s
              """,
              "lspci.txt",
              """
              12:00.0 Ethernet controller [0207]: Mellanox Technologies MT2910 Family [ConnectX-7] [15b3:1021]
              	Capabilities: [60] Express (v2) Endpoint, MSI 00
              		LnkCap:	Port #0, Speed 32GT/s, Width x16, ASPM not supported
              		LnkSta:	Speed 32GT/s (ok), Width x16 (ok)
              	Kernel driver in use: mlx5_core
              """));

  @Test
  void shouldPassOnTheHostThatItWasMadeOf() {
    List<RuleOutcome> outcomes = outcomes(host(HEALTHY), expected(host(HEALTHY)));
    assertThat(outcomes).allSatisfy(outcome -> assertThat(outcome.findings()).isEmpty());
    assertThat(outcomes).allSatisfy(outcome -> assertThat(outcome.passed()).isPositive());
  }

  @Test
  void shouldCheckNothingWithoutExpectations() {
    assertThat(outcomes(host(HEALTHY), ExpectedHost.NONE)).allMatch(RuleOutcome::isUnchecked);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "expected.nic-firmware|ibstat.txt|28.43.1014|28.39.1002|28.39.1002, expected 28.43.1014",
        "expected.port-rate|ibstat.txt|Rate: 400|Rate: 200|200, expected 400",
        "expected.nics|ibstat.txt|CA 'mlx5_0'|CA 'mlx5_7'|1 of 2 missing: mlx5_0",
        "expected.gpus|nvidia_smi.txt|GPU 00000000:13:00.0|GPU 00000000:99:00.0"
            + "|1 of 2 missing: 0000:13:00.0",
        "expected.gpu-firmware|nvidia_smi.txt|96.00.89|96.00.68"
            + "|96.00.68.00.01, expected 96.00.89.00.01",
        "expected.gpu-driver|nvidia_smi.txt|570.86.15|550.54.15|550.54.15, expected 570.86.15",
        "expected.pci-link|lspci.txt|Width x16 (ok)|Width x8 (downgraded)|8, expected 16",
        "expected.nvlinks|nvlink.txt|Link 1: 26.562 GB/s|Link 1: <inactive>"
            + "|1 links, expected 2 links"
      })
  void shouldFindWhatDiffers(String rule, String file, String from, String to, String message) {
    Map<String, String> sick = new TreeMap<>(HEALTHY);
    sick.computeIfPresent(file, (_, text) -> text.replaceFirst("\\Q" + from + "\\E", to));
    List<Finding> findings =
        outcomes(host(sick), expected(host(HEALTHY))).stream()
            .filter(outcome -> outcome.ruleInfo().id().equals(rule))
            .flatMap(outcome -> outcome.findings().stream())
            .toList();
    assertThat(findings).extracting(Finding::message).containsExactly(message);
    assertThat(findings.getFirst().evidence()).isNotEmpty();
  }

  @Test
  void shouldSayWhatIsWrongWithAFile() {
    YamlProblems problems = new YamlProblems();
    ExpectedHost.read("nic-firmwares:\n  mlx5_0: 1\nnics: 8\n", "e.yaml", problems);
    assertThat(problems.inOrder())
        .extracting(Problem::toString)
        .satisfiesExactly(
            first -> assertThat(first).contains("e.yaml:1", "nic-firmwares", "nic-firmware"),
            second -> assertThat(second).contains("e.yaml:3", "nics", "a line for each part"));
  }

  /** Writes the file of a host and reads it. */
  private static ExpectedHost expected(HostFacts host) {
    YamlProblems problems = new YamlProblems();
    ExpectedHost read = ExpectedHost.read(ExpectedHost.of(host).yaml("n\n1"), "e.yaml", problems);
    assertThat(problems.inOrder()).isEmpty();
    return read;
  }

  private static List<RuleOutcome> outcomes(HostFacts host, ExpectedHost expected) {
    List<Rule> rules =
        FleetRules.expecting(FleetRules.all(), expected).stream()
            .filter(rule -> rule.info().group().equals("expected"))
            .toList();
    return Audit.of(List.of(host), rules);
  }

  private static HostFacts host(Map<String, String> files) {
    return HostFacts.of(
        "node1",
        new ArrayList<>(files.entrySet())
            .stream()
                .map(file ->
                    FormatCatalogue.reader().read(FactSource.of(file.getKey()), file.getValue()))
                .toList());
  }
}
