package dev.headroom.formats.ethernet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.Read;
import org.junit.jupiter.api.Test;

/** What {@code ethtool -c} says in groups. */
final class EthtoolReaderTest {
  private static final Subject ENS7 = Subject.netdev("ens7");

  @Test
  void shouldKeepTheGroupsOfCoalescingTogether() {
    FactSet facts =
        Read.allOf(
            "ethtool",
            """
            Coalesce parameters for ens7:
            Adaptive RX: on  TX: off
            stats-block-usecs: n/a
            sample-interval: 0

            rx-usecs: 16
            rx-usecs-irq: n/a

            tx-usecs: 32
            tx-frames-irq: 7

            CQE mode RX: off  TX: on

            tx-aggr-time-usecs: n/a
            """);

    assertThat(facts.subjects(SubjectKind.NETDEV)).containsExactly(ENS7);
    assertThat(facts.firstFactsOf(ENS7)).noneMatch(fact -> fact.key().startsWith("counter."));
    assertThat(facts.text(ENS7, "coalesce.adaptive-rx").get()).isEqualTo("on");
    assertThat(facts.text(ENS7, "coalesce.adaptive-tx").get()).isEqualTo("off");
    assertThat(facts.number(ENS7, "coalesce.rx-usecs").get()).isEqualTo(16);
    assertThat(facts.text(ENS7, "coalesce.rx-usecs-irq").get()).isEqualTo("n/a");
    assertThat(facts.number(ENS7, "coalesce.tx-frames-irq").get()).isEqualTo(7);
    assertThat(facts.text(ENS7, "coalesce.cqe-mode-rx").get()).isEqualTo("off");
    assertThat(facts.text(ENS7, "coalesce.cqe-mode-tx").get()).isEqualTo("on");
    assertThat(facts.text(ENS7, "coalesce.tx-aggr-time-usecs").get()).isEqualTo("n/a");
  }

  @Test
  void shouldTakeCountersBelowCoalescingForCounters() {
    FactSet facts =
        Read.allOf(
            "ethtool-stats",
            """
            root@node7:~# ethtool -c ens7; ethtool -S ens7
            Coalesce parameters for ens7:
            Adaptive RX: off  TX: off

            rx-usecs: 16

            NIC statistics:
                 rx_packets: 12
            """);

    assertThat(facts.number(ENS7, "coalesce.rx-usecs").get()).isEqualTo(16);
    assertThat(facts.number(ENS7, "counter.rx_packets").get()).isEqualTo(12);
  }
}
