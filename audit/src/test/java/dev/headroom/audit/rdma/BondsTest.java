package dev.headroom.audit.rdma;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.headroom.audit.Audit;
import dev.headroom.audit.Finding;
import dev.headroom.audit.Rule;
import dev.headroom.audit.RuleOutcome;
import dev.headroom.audit.Severity;
import dev.headroom.audit.rules.RuleCatalogue;
import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bonds as {@code /proc/net/bonding} tells of them, pasted with the command above. */
final class BondsTest {
  private static final String HASHED = "IEEE 802.3ad Dynamic link aggregation";

  private static final String OF_A_PORT =
      "$ rdma link\nlink mlx5_0/1 state ACTIVE physical_state LINK_UP netdev eth0\n";

  private static String bond(String mode, String partner, String... ports) {
    StringBuilder text =
        new StringBuilder(
            """
            root@gpu-1:~# cat /proc/net/bonding/bond0
            Ethernet Channel Bonding Driver: v3.7.1 (April 27, 2011)

            Bonding Mode: %s
            Transmit Hash Policy: layer3+4 (1)
            MII Status: up

            802.3ad info
            LACP rate: slow
            Active Aggregator Info:
            \tAggregator ID: 2
            \tNumber of ports: 1
            \tPartner Mac Address: %s
            """
                .formatted(mode, partner));
    for (String port : ports) {
      String[] said = port.split(" ");
      text.append(
          """

          Slave Interface: %s
          MII Status: %s
          Speed: %s Mbps
          Link Failure Count: %s
          Aggregator ID: %s
          """
              .formatted((Object[]) said));
    }
    return text.toString();
  }

  @Test
  void shouldBeSilentOfABondThatIsWell() {
    assertThat(found(bond(HASHED, "02:00:00:00:00:f1", "eth0 up 100000 0 2", "eth1 up 100000 2 2")))
        .isEmpty();
  }

  /** As in systemd/systemd#11635, where a port stayed behind in another aggregator. */
  @Test
  void shouldTellOfAPortThatLacpLeftOut() {
    assertThat(found(bond(HASHED, "02:00:00:00:00:6e", "enp7s0 up 1000 0 1", "enp8s0 up 1000 0 2")))
        .containsExactly(
            "link.bond-degraded bond0: enp7s0 is in aggregator 1, the active aggregator is 2");
  }

  @Test
  void shouldTellOfPortsThatAreDownOrSlowOrLoseTheirLink() {
    assertThat(
            found(
                bond(
                    HASHED,
                    "02:00:00:00:00:6e",
                    "eth0 up 25000 17 2",
                    "eth1 up 100000 0 2",
                    "eth2 down Unknown 1 3")))
        .containsExactly(
            "link.bond-degraded bond0: eth0 lost its link 17 times; eth2 is down; its ports have 25000 Mb/s and 100000 Mb/s");
  }

  @Test
  void shouldTellThatNoSwitchAnswers() {
    assertThat(found(bond(HASHED, "00:00:00:00:00:00", "eno2 up 1000 0 2")))
        .containsExactly("link.bond-degraded bond0: no switch responds to its LACP");
  }

  @Test
  void shouldCallABondWithoutAnyPortAnError() {
    List<Finding> findings =
        audit(bond(HASHED, "02:00:00:00:00:f1", "eth0 down Unknown 0 1", "eth1 down Unknown 0 2"));
    assertThat(findings).extracting(Finding::severity).containsExactly(Severity.ERROR);
  }

  @Test
  void shouldAskForAModeThatSpreadsOnlyWhereRdmaIs() {
    String standby = "fault-tolerance (active-backup) (fail_over_mac active)";
    String text = bond(standby, "02:00:00:00:00:f1", "eth0 up 100000 0 2", "eth1 up 100000 0 2");

    assertThat(
            found(
                text
                    + "$ rdma link\nlink mlx5_bond_0/1 state ACTIVE physical_state LINK_UP netdev bond0\n"))
        .containsExactly(
            "link.bond-mode bond0: its mode is active-backup: all but one of its ports are idle");
    assertThat(
            found(
                text
                    + "$ rdma link\nlink mlx5_2/1 state ACTIVE physical_state LINK_UP netdev eth7\n"))
        .isEmpty();
    assertThat(found(text)).singleElement().asString().endsWith(", if the bond carries RDMA");
  }

  @Test
  void shouldKnowThatNicsDoNotBondRdmaInOtherModes() {
    assertThat(
            found(
                bond("adaptive load balancing", "02:00:00:00:00:f1", "eth0 up 100000 0 2")
                    + OF_A_PORT
                    + "$ env\nNCCL_IB_HCA==mlx5_0:1\n"))
        .containsExactly(
            "link.bond-mode bond0: its mode is balance-alb; NICs do not bond RDMA in this mode");
  }

  /** Every Ethernet NIC of today has an RDMA device; that of a management bond idles. */
  @ParameterizedTest
  @CsvSource({
    "'', INFO",
    "'$ env\nNCCL_IB_HCA==mlx5_1:1\n', INFO",
    "'$ env\nNCCL_IB_HCA=^mlx5_0\n', INFO",
    "'$ env\nNCCL_IB_HCA==mlx5_1,mlx5_0:1\n', WARNING",
    "'n1:7:9 [0] NCCL INFO NET/IB : Using [0]mlx5_0:1/RoCE [RO]; OOB eth0:10.0.0.1<0>\n', WARNING",
  })
  void shouldWarnOfABondsPortOnlyWhereAJobNamesItsDevice(String job, Severity severity) {
    String standby =
        bond(
            "fault-tolerance (active-backup)",
            "02:00:00:00:00:f1",
            "eth0 up 100000 0 2",
            "eth1 up 100000 0 2");

    assertThat(audit(standby + OF_A_PORT + job.replace("\\n", "\n")))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.rule()).isEqualTo("link.bond-mode");
          assertThat(finding.severity()).isEqualTo(severity);
          assertThat(finding.message().endsWith(", if the bond carries RDMA"))
              .isEqualTo(severity == Severity.INFO);
        });
  }

  /** In active-backup the slow port may be the one that waits. */
  @ParameterizedTest
  @CsvSource({
    "load balancing (round-robin), 1",
    "load balancing (xor), 1",
    "fault-tolerance (active-backup), 0",
    "adaptive load balancing, 0"
  })
  void shouldAskForOneSpeedWhereAllPortsShareTheTraffic(String mode, int findings) {
    assertThat(
            found(bond(mode, "02:00:00:00:00:f1", "eth0 up 25000 0 2", "eth1 up 100000 0 2"))
                .stream()
                .filter(each -> each.contains("25000 Mb/s and 100000 Mb/s")))
        .hasSize(findings);
  }

  /** {@code grep .} of sysfs names ports and mode, and says nothing of how they are. */
  @Test
  void shouldNotPassPortsOfWhichNobodySaysHowTheyAre() {
    String kernel =
        """
        $ grep . /sys/class/net/bond0/bonding/mode
        /sys/class/net/bond0/bonding/mode:802.3ad 4
        $ ip link show
        4: eth0: <BROADCAST,MULTICAST,SLAVE,UP,LOWER_UP> mtu 9000 qdisc mq master bond0 state UP mode DEFAULT
        5: eth1: <BROADCAST,MULTICAST,SLAVE,UP,LOWER_UP> mtu 9000 qdisc mq master bond0 state UP mode DEFAULT
        """;

    assertThat(degraded(kernel).passed()).isZero();
    assertThat(degraded(kernel).notChecked())
        .extracting(RuleOutcome.MissingInput::input)
        .containsExactly(BondDegraded.BONDS);
  }

  /** Without the right to administer networks, the kernel leaves the active aggregator out. */
  @Test
  void shouldAskForRootWhereLacpIsNotSaid() {
    String whole = bond(HASHED, "02:00:00:00:00:f1", "eth0 up 100000 0 1", "eth1 up 100000 0 2");
    String without = whole.replaceAll("Active Aggregator Info:\n(\t.*\n)+", "");

    assertThat(without).doesNotContain("Partner Mac");
    assertThat(found(without))
        .as("one of two aggregators at most is active")
        .singleElement(STRING)
        .contains("eth0 in 1, eth1 in 2", "only one aggregator carries traffic");
    String joined = without.replace("Aggregator ID: 1", "Aggregator ID: 2");
    assertThat(degraded(joined).passed()).isZero();
    assertThat(degraded(joined).notChecked())
        .singleElement()
        .satisfies(absence -> assertThat(absence.input()).contains("as root"));
    assertThat(degraded(whole.replace("Aggregator ID: 1", "Aggregator ID: 2")).passed()).isOne();
  }

  private static RuleOutcome degraded(String text) {
    return outcomes(text).getFirst();
  }

  private static List<String> found(String text) {
    return audit(text).stream()
        .map(each -> each.rule() + " " + each.place().part() + ": " + each.message())
        .toList();
  }

  private static List<Finding> audit(String text) {
    return outcomes(text).stream().flatMap(outcome -> outcome.findings().stream()).toList();
  }

  private static List<RuleOutcome> outcomes(String text) {
    HostFacts host =
        HostFacts.of(
            "gpu-1", List.of(FormatCatalogue.reader().read(FactSource.of("paste.txt"), text)));
    List<Rule> rules =
        Stream.of("link.bond-degraded", "link.bond-mode")
            .map(id -> RuleCatalogue.named(id).orElseThrow())
            .toList();
    return Audit.of(List.of(host), rules);
  }
}
