package dev.headroom.audit.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.Audit;
import dev.headroom.audit.Finding;
import dev.headroom.audit.rules.RuleCatalogue;
import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Hosts of which only dcb, ip and sysfs tell, and which differ. */
final class TwoHostsTest {
  @Test
  void shouldNameEachDifferenceOfTwoHostsAndCallNoneWrong() {
    List<String> found = fleet(host("node1", 3, 9000, 1019), host("node2", 4, 1500, 900));

    assertThat(found)
        .contains(
            "fleet.pfc node1 eth0: PFC [3] here, PFC [4] on node2: the two differ, and nothing says"
                + " which is right",
            "fleet.rdma-class node1 mlx5_0 RDMA CM: traffic class 106 (DSCP 26) here, traffic class"
                + " 138 (DSCP 34) on node2: the two differ, and nothing says which is right",
            "fleet.mtu node2 mlx5_0/1: 1024 here, 4096 on node1: the two differ, and nothing says"
                + " which is right",
            "fleet.congestion-control node2 ecn.roce_rp.dce_tcp_g: 900 here, 1019 on node1: the two"
                + " differ, and nothing says which is right");
    assertThat(found).hasSize(8).noneMatch(each -> each.contains("other hosts"));
  }

  @Test
  void shouldNameTheOutlierOfThree() {
    HostFacts usual = host("node1", 3, 9000, 1019);

    assertThat(fleet(usual, host("node2", 3, 9216, 1019), host("node3", 4, 1500, 1019)))
        .containsExactlyInAnyOrder(
            "fleet.pfc node3 eth0: PFC [4] here, PFC [3] on 2 other hosts",
            "fleet.rdma-class node3 mlx5_0 RDMA CM: traffic class 138 (DSCP 34) here, traffic class"
                + " 106 (DSCP 26) on 2 other hosts",
            "fleet.mtu node3 mlx5_0/1: 1024 here, 4096 on 2 other hosts");
  }

  @Test
  void shouldFindNothingWhereHostsAgree() {
    assertThat(fleet(host("node1", 3, 9000, 1019), host("node2", 3, 9216, 1019))).isEmpty();
  }

  private static HostFacts host(String name, int priority, int mtu, int gain) {
    String text =
        """
        $ rdma link
        link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev eth0
        $ ip link show
        2: eth0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu %d qdisc mq state UP group default qlen 1000
            link/ether 08:ab:cc:00:00:01 brd ff:ff:ff:ff:ff:ff
        $ dcb pfc show dev eth0
        pfc-cap 8 macsec-bypass off delay 0
        prio-pfc 0:off 1:off 2:off %s 5:off 6:off 7:off
        $ dcb app show dev eth0
        dscp-prio %d:%d 48:6
        $ cma_roce_tos -d mlx5_0
        %d
        $ grep . /sys/class/net/eth0/ecn/roce_rp/dce_tcp_g
        /sys/class/net/eth0/ecn/roce_rp/dce_tcp_g:%d
        """
            .formatted(
                mtu,
                priority == 3 ? "3:on 4:off" : "3:off 4:on",
                8 * priority + 2,
                priority,
                32 * priority + 10,
                gain);
    return HostFacts.of(
        name, List.of(FormatCatalogue.reader().read(FactSource.of(name + ".txt"), text)));
  }

  private static List<String> fleet(HostFacts... hosts) {
    return Audit.of(List.of(hosts), RuleCatalogue.all()).stream()
        .flatMap(outcome -> outcome.findings().stream())
        .filter(finding -> finding.rule().startsWith("fleet."))
        .map((Finding finding) ->
            finding.rule()
                + " "
                + finding.place().host()
                + " "
                + finding.place().part()
                + ": "
                + finding.message())
        .toList();
  }
}
