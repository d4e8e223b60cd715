package dev.headroom.audit.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.Audit;
import dev.headroom.audit.Finding;
import dev.headroom.audit.Rule;
import dev.headroom.audit.RuleOutcome;
import dev.headroom.audit.rules.RuleCatalogue;
import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A job's traffic class, which is a whole byte, against the DSCP map of the host. */
final class TrafficClassTest {
  private static final String ON = "3:on";

  @ParameterizedTest
  @CsvSource({"106", "0x6a", "0X6A", "0152", "105"})
  void shouldReadNumbersAsTheJobDoes(String value) {
    assertThat(found(ON, "NCCL_IB_TC=" + value)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"424", "0x16a", "26a", "-1"})
  void shouldNotCallABadValueAMissingOne(String value) {
    assertThat(found(ON, "NCCL_IB_TC=" + value))
        .containsExactly(
            "priority 3 is lossless, and no setting maps RDMA to it (NCCL_IB_TC is '"
                + value
                + "', which is no byte from 0 to 255)");
  }

  @Test
  void shouldNameADscpThatIsGivenAsTheWholeByte() {
    assertThat(found(ON, "NCCL_IB_TC=26"))
        .containsExactly(
            "RDMA has DSCP 6, which maps to priority 0; the lossless priority is 3. NCCL_IB_TC is"
                + " the whole byte, DSCP and ECN bits: DSCP 26 is traffic class 106");
    assertThat(found(ON, "NCCL_IB_TC=0"))
        .containsExactly("RDMA has DSCP 0, which maps to priority 0; the lossless priority is 3");
  }

  @Test
  void shouldJudgeTheClassOfUcxToo() {
    assertThat(found(ON, "NCCL_IB_TC=106\nUCX_IB_TRAFFIC_CLASS=26"))
        .containsExactly(
            "UCX_IB_TRAFFIC_CLASS=26 gives UCX's packets DSCP 6, which maps to priority 0; the"
                + " lossless priority is 3");
    assertThat(found(ON, "NCCL_IB_TC=106\nUCX_IB_TRAFFIC_CLASS=106")).isEmpty();
    assertThat(found(ON, "NCCL_IB_TC=106\nUCX_IB_TRAFFIC_CLASS=auto")).isEmpty();
  }

  /** That RDMA's priority is lossless is not so where none is. */
  @Test
  void shouldNotPassWherePfcIsOff() {
    RuleOutcome mapped = outcomes("3:off", "NCCL_IB_TC=106").getFirst();

    assertThat(mapped.findings()).isEmpty();
    assertThat(mapped.passed()).isZero();
  }

  private static List<String> found(String three, String job) {
    return outcomes(three, job).stream()
        .flatMap(outcome -> outcome.findings().stream())
        .map(Finding::message)
        .toList();
  }

  private static List<RuleOutcome> outcomes(String three, String job) {
    String text =
        """
        $ dcb pfc show dev eth0
        pfc-cap 8 macsec-bypass off delay 0
        prio-pfc 0:off 1:off 2:off %s 4:off 5:off 6:off 7:off
        $ dcb app show dev eth0
        dscp-prio 0:0 6:0 26:3
        $ env
        %s
        PATH=/usr/bin
        """
            .formatted(three, job);
    HostFacts host =
        HostFacts.of("node", List.of(FormatCatalogue.reader().read(FactSource.of("a.txt"), text)));
    List<Rule> rules =
        Stream.of("qos.dscp-not-lossless", "qos.traffic-class-default")
            .map(id -> RuleCatalogue.named(id).orElseThrow())
            .toList();
    return Audit.of(List.of(host), rules);
  }
}
