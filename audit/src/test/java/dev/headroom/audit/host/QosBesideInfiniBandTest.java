package dev.headroom.audit.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.Audit;
import dev.headroom.audit.Finding;
import dev.headroom.audit.RuleOutcome;
import dev.headroom.audit.rules.RuleCatalogue;
import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An Ethernet port for storage or login beside the InfiniBand ports of a job. */
final class QosBesideInfiniBandTest {
  private static final String HOST =
      """
      $ ibstat
      CA 'mlx5_0'
      	CA type: MT4129
      	Number of ports: 1
      	Port 1:
      		State: Active
      		Physical state: LinkUp
      		Rate: 400
      		Link layer: InfiniBand
      CA 'mlx5_4'
      	CA type: MT4125
      	Number of ports: 1
      	Port 1:
      		State: Active
      		Physical state: LinkUp
      		Rate: 100
      		Link layer: Ethernet
      $ mlnx_qos -i eth4
      DCBX mode: OS controlled
      Priority trust state: pcp
      PFC configuration:
      	priority    0   1   2   3   4   5   6   7
      	enabled     0   0   0   0   0   0   0   0
      	buffer      0   0   0   0   0   0   0   0
      $ env
      PATH=/usr/bin
      """;

  @ParameterizedTest
  @ValueSource(strings = {"=mlx5_0", "mlx5_0:1", "^mlx5_4", "mlx5_0,mlx5_1"})
  void shouldNotJudgeWhatTheJobLeavesOut(String list) {
    List<RuleOutcome> outcomes = outcomes("NCCL_IB_HCA=" + list);

    assertThat(outcomes)
        .allSatisfy(outcome -> {
          assertThat(outcome.findings()).isEmpty();
          assertThat(outcome.passed()).isZero();
          assertThat(outcome.notApplicable().toString())
              .contains("whether RDMA goes through eth4 is not known");
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"NCCL_IB_HCA=mlx5", "NCCL_IB_HCA==mlx5_4", "NCCL_DEBUG=INFO"})
  void shouldJudgeWhatTheJobMayUse(String job) {
    assertThat(outcomes(job).stream().flatMap(outcome -> outcome.findings().stream()))
        .extracting(Finding::message)
        .containsExactly("it trusts pcp, not by DSCP", "PFC is off for all priorities");
  }

  @Test
  void shouldJudgeWhereTheListedPortsAreNotKnown() {
    assertThat(outcomes("NCCL_IB_HCA=mlx5_9"))
        .allSatisfy(outcome -> assertThat(outcome.findings()).hasSize(1));
  }

  private static List<RuleOutcome> outcomes(String job) {
    HostFacts host =
        HostFacts.of(
            "node",
            List.of(FormatCatalogue.reader().read(FactSource.of("a.txt"), HOST + job + "\n")));
    return Audit.of(
        List.of(host),
        Stream.of("qos.trust", "qos.pfc-off")
            .map(id -> RuleCatalogue.named(id).orElseThrow())
            .toList());
  }
}
