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
import org.junit.jupiter.api.Test;

/** What Node Health Check found, whose it is, and when it is over. */
final class FailedHealthChecksTest {
  /** mej/nhc#82. */
  private static final String NO_PORT =
      "ERROR:  nhc:  Health check failed:  check_hw_ib:  No IB port is ACTIVE (LinkUp 100 Gb/sec).\n";

  private static final String ONLINE =
      "20190409 14:20:33 [slurm] /usr/libexec/nhc/node-mark-online b001\n";

  /** NVIDIA/deepops#660. */
  private static final String NO_GPU =
      "ERROR:  nhc:  Health check failed:  Check check_nv_gpu_count 2 returned 1\n";

  private static RuleOutcome outcome(String rule, String text) {
    HostFacts host =
        HostFacts.of(
            "b001", List.of(FormatCatalogue.reader().read(FactSource.of("nhc.log"), text)));
    return Audit.of(List.of(host), List.of(RuleCatalogue.named(rule).orElseThrow())).getFirst();
  }

  @Test
  void shouldNameTheCheckAndWhatItMeans() {
    List<Finding> findings = outcome("rdma.health-check", NO_PORT + NO_PORT).findings();
    assertThat(findings)
        .singleElement()
        .satisfies(found -> {
          assertThat(found.message())
              .isEqualTo(
                  "the health check check_hw_ib failed: No IB port is ACTIVE (LinkUp 100 "
                      + "Gb/sec). (no such port exists, or none is up at that rate)");
          assertThat(found.evidence()).hasSize(2);
        });
    assertThat(outcome("job.health-check", NO_PORT).findings()).isEmpty();
  }

  @Test
  void shouldLeaveGpusToTheOtherRule() {
    assertThat(outcome("rdma.health-check", NO_GPU).findings()).isEmpty();
    assertThat(outcome("job.health-check", NO_GPU).findings())
        .extracting(Finding::message)
        .containsExactly(
            "the health check check_nv_gpu_count failed: Check check_nv_gpu_count 2 returned 1");
  }

  /** A log is written on for years: what failed before a run that passed is mended. */
  @Test
  void shouldForgetWhatALaterRunPassed() {
    RuleOutcome mended = outcome("rdma.health-check", NO_PORT + ONLINE);
    assertThat(mended.findings()).isEmpty();
    assertThat(mended.passed()).isEqualTo(1);
    assertThat(outcome("rdma.health-check", ONLINE + NO_PORT).findings()).hasSize(1);
  }

  /** {@code sinfo -R}, which cuts the reason, names the node. */
  @Test
  void shouldSayOfWhichNode() {
    String listed =
        """
        REASON               USER      TIMESTAMP           NODELIST
        NHC: check_hw_ib:  N root      2019-04-09T13:20:33 b[007-009]
        """;
    assertThat(outcome("rdma.health-check", listed).findings())
        .singleElement()
        .satisfies(found -> {
          assertThat(found.place().part()).isEqualTo("b[007-009]");
          assertThat(found.message())
              .startsWith("the health check check_hw_ib failed on b[007-009]: N");
        });
  }

  @Test
  void shouldTellLibrariesThatDoNotFitFromALinkThatIsDown() {
    String mismatch =
        "ERROR:  nhc:  Health check failed:  check_hw_ib:  Version mismatch between kernel OFED drivers and userspace OFED libraries.\n";
    assertThat(outcome("rdma.health-check", mismatch).findings())
        .singleElement()
        .satisfies(
            found -> assertThat(found.remedy().fix().toString()).contains("modprobe ib_umad"));
  }

  @Test
  void shouldAskWhereNoRunIsSeen() {
    RuleOutcome unseen = outcome("rdma.health-check", "Running check:  \"check_hw_ib 100\"\n");
    assertThat(unseen.findings()).isEmpty();
    assertThat(unseen.passed()).isZero();
    assertThat(unseen.notChecked()).hasSize(1);
  }
}
