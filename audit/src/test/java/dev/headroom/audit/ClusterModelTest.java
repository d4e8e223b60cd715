package dev.headroom.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.audit.cluster.ClusterModel;
import dev.headroom.audit.cluster.NicModel;
import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.model.choice.MemoryPlace;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.knob.ClassKnobs;
import dev.headroom.model.knob.ClassMap;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What hosts and a switch say of themselves, as a scenario that the reader of scenarios takes. */
final class ClusterModelTest {
  private final Healthy healthy = Healthy.host();

  private static Scenario scenario(ClusterModel cluster) {
    return switch (ScenarioReader.read(cluster.yaml(), "cluster", List.of())) {
      case ScenarioReader.Good good -> good.scenario();
      case ScenarioReader.Bad bad -> throw new AssertionError(bad.problems());
    };
  }

  private static Node node(Scenario scenario, String name) {
    return scenario.fabric().nodes().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void shouldJoinHostsNicsAndSwitch() {
    Healthy narrow =
        healthy.with("lspci.txt", "14:00.0 Ethernet", "Width x16 (ok)", "Width x8 (downgraded)");
    ClusterModel cluster =
        ClusterModel.of(
            List.of(
                healthy.facts("node1"), narrow.facts("node2"), Healthy.switchOf().facts("leaf1")));
    Scenario scenario = scenario(cluster);
    assertThat(scenario.fabric().hosts())
        .extracting(Node::name)
        .containsExactly("node1-mlx5_0", "node1-mlx5_1", "node2-mlx5_0", "node2-mlx5_1");
    assertThat(scenario.at(node(scenario, "node1-mlx5_0")).get(PcieKnobs.LANES)).isEqualTo(16);
    assertThat(scenario.at(node(scenario, "node2-mlx5_0")).get(PcieKnobs.LANES)).isEqualTo(8);
    assertThat(scenario.at(node(scenario, "node1-mlx5_0")).get(PcieKnobs.MEMORY))
        .isEqualTo(MemoryPlace.GPU);
    Node leaf = node(scenario, "leaf1");
    assertThat(scenario.at(leaf).get(SwitchKnobs.SWITCH_BUFFER).bytes()).isEqualTo(30_000_000);
    assertThat(scenario.at(leaf).find(CongestionKnobs.KMIN)).isPresent();
    assertThat(cluster.assumed())
        .anyMatch(each -> each.contains("the switch port of node1-mlx5_1"))
        .noneMatch(each -> each.contains("the switch port of node1-mlx5_0"));
  }

  /**
   * Ports without a PCI address are those of the functions in the order of hexadecimal addresses.
   */
  @ParameterizedTest
  @CsvSource({"3a, mlx5_1", "8b, mlx5_2", "18, mlx5_0"})
  void shouldNumberDevicesByAddress(String narrow, String device) {
    StringBuilder lspci = new StringBuilder();
    StringBuilder ibstat = new StringBuilder();
    List<String> buses = List.of("18", "3a", "8b");
    for (String bus : buses) {
      lspci.append(
          """
          %s:00.0 Ethernet controller: Mellanox Technologies MT2910 Family [ConnectX-7]
          \tCapabilities: [60] Express (v2) Endpoint, MSI 00
          \t\tLnkCap:\tPort #0, Speed 32GT/s, Width x16, ASPM not supported
          \t\tLnkSta:\tSpeed 32GT/s, Width x%d
          """
              .formatted(bus, bus.equals(narrow) ? 8 : 16));
      ibstat.append(
          """
          CA 'mlx5_%d'
          \tCA type: MT4129
          \tNumber of ports: 1
          \tPort 1:
          \t\tState: Active
          \t\tPhysical state: LinkUp
          \t\tRate: 400
          \t\tLink layer: Ethernet
          """
              .formatted(buses.indexOf(bus)));
    }
    HostFacts host =
        HostFacts.of(
            "node",
            Stream.of(lspci, ibstat)
                .map(text -> FormatCatalogue.reader().read(FactSource.of("text"), text.toString()))
                .toList());
    assertThat(NicModel.of(host).stream().filter(nic -> lanes(nic).equals("8")))
        .extracting(NicModel::name)
        .containsExactly(device);
  }

  private static String lanes(NicModel nic) {
    return nic.settings().getOrDefault("hosts.pcie.lanes", "");
  }

  /** Where the RDMA port does not say its rate, ethtool does, and else mlxlink. */
  @Test
  void shouldTakeTheRateFromWhereItStands() {
    String link = "$ rdma link\nlink mlx5_0/1 state ACTIVE physical_state LINK_UP netdev eth0\n";
    String ethtool =
        "$ ethtool eth0\nSettings for eth0:\n\tSpeed: 400000Mb/s\n\tLink detected: yes\n";
    String mlxlink =
        "$ mlxlink -d mlx5_0\n\nOperational Info\n----------------\nState   : Active\nSpeed   : 200G\n";
    assertThat(NicModel.of(Pasted.host(link))).extracting(NicModel::gbps).containsExactly(0.0);
    assertThat(NicModel.of(Pasted.host(link + ethtool + mlxlink)))
        .extracting(NicModel::gbps)
        .containsExactly(400.0);
    assertThat(NicModel.of(Pasted.host(link + mlxlink)))
        .extracting(NicModel::gbps)
        .containsExactly(200.0);
  }

  /** The maps are those of the two configurations, not the upper three bits of a DSCP. */
  @Test
  void shouldBringTheClassesAlong() {
    Healthy leaf =
        Healthy.switchOf()
            .with("config_db.json", "DSCP_TO_TC_MAP", "\"26\": \"3\"", "\"26\": \"4\"");
    Scenario scenario =
        scenario(ClusterModel.of(List.of(healthy.facts("node1"), leaf.facts("leaf1"))));
    String switches = scenario.at(node(scenario, "leaf1")).get(ClassKnobs.SWITCH_DSCP_MAP);
    assertThat(ClassMap.ofDscps(switches).get(26)).isEqualTo(4);
    assertThat(ClassMap.ofDscps(switches).get(25)).isEqualTo(3);
    assertThat(ClassMap.ofDscps(switches).get(48)).isEqualTo(6);
    String hosts = scenario.at(node(scenario, "node1-mlx5_0")).get(ClassKnobs.HOST_DSCP_MAP);
    assertThat(ClassMap.ofDscps(hosts).get(26)).isEqualTo(3);
  }

  /** iboe_get_mtu of Linux: 1500 has room for 1024, and 4192 for 4096. */
  @ParameterizedTest
  @CsvSource({
    "1500, , 1024, no input shows active_mtu",
    "1500, 4096, 1024, 'the port reports 4096, which does not fit'",
    "4191, , 2048, no input shows active_mtu",
    "9000, 1024, 1024, ",
    "4192, 4096, 4096, ",
  })
  void shouldNotSimulatePacketsThatTheInterfaceHasNoRoomFor(
      int interfaceMtu, @Nullable String active, String mtu, @Nullable String note) {
    String text =
        """
        $ rdma link
        link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev eth0
        $ ip link show
        2: eth0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu %d qdisc mq state UP group default qlen 1000
        """
            .formatted(interfaceMtu);
    String port =
        active == null
            ? ""
            : "$ ibv_devinfo\nhca_id:\tmlx5_0\n\t\tport:\t1\n\t\t\tstate:\t\t\tPORT_ACTIVE (4)\n"
                + "\t\t\tactive_mtu:\t\t"
                + active
                + " (5)\n";

    ClusterModel cluster =
        ClusterModel.of(
            List.of(
                HostFacts.of(
                    "node1",
                    List.of(
                        FormatCatalogue.reader().read(FactSource.of("node1.txt"), text + port)))));

    assertThat(cluster.yaml()).contains("mtu: " + mtu);
    if (note == null) {
      assertThat(cluster.assumed()).noneMatch(each -> each.contains("path MTU"));
    } else {
      assertThat(cluster.assumed())
          .anyMatch(each ->
              each.contains("path MTU " + mtu + " by the MTU of eth0") && each.contains(note));
    }
  }

  @Test
  void shouldSayThatThereIsNoNic() {
    HostFacts empty = new HostFacts("node1", new FactSet(), List.of());
    assertThatThrownBy(() -> ClusterModel.of(List.of(empty))).hasMessageContaining("no RDMA NIC");
  }
}
