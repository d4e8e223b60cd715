package dev.headroom.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.cluster.ClusterModel;
import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Two leaves and a spine whose LLDP tables show their links, as a scenario. */
final class ClusterMeshTest {
  private static final String HEAD =
      """
      LocalPort    RemoteDevice    RemotePortID    Capability    RemotePortDescr
      -----------  --------------  --------------  ------------  ---------------
      """;
  private static final String SPINE_ROWS =
      row("Ethernet0", "leaf1", "Ethernet8") + row("Ethernet8", "leaf2", "Ethernet8");

  private static String row(String port, String device, String remote) {
    return "%-11s  %-14s  %-14s  %-12s  %s%n".formatted(port, device, remote, "BR", remote);
  }

  private static HostFacts machine(String name, String... texts) {
    return HostFacts.of(
        name,
        Stream.of(texts)
            .map(text -> FormatCatalogue.reader().read(FactSource.of(name), text))
            .toList());
  }

  private static HostFacts device(String name, String kmin, String rows) {
    return machine(
        name,
        """
        {"DEVICE_METADATA": {"localhost": {"hostname": "%s"}},
         "PORT": {"Ethernet0": {"speed": "200000"}, "Ethernet8": {"speed": "800000"}},
         "CABLE_LENGTH": {"AZURE": {"Ethernet0": "5m", "Ethernet8": "40m"}},
         "PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "3"}, "Ethernet8": {"pfc_enable": "3"}},
         "WRED_PROFILE": {"W": {"ecn": "ecn_all", "wred_green_enable": "true",
            "green_min_threshold": "%s", "green_max_threshold": "2000000",
            "green_drop_probability": "5"}},
         "QUEUE": {"Ethernet0|3": {"wred_profile": "W"}, "Ethernet8|3": {"wred_profile": "W"}}}
        """
            .formatted(name, kmin),
        HEAD + rows);
  }

  private static HostFacts host(String name, String trust) {
    return machine(
        name,
        """
        CA 'mlx5_0'
        \tCA type: MT4129
        \tNumber of ports: 1
        \tPort 1:
        \t\tState: Active
        \t\tPhysical state: LinkUp
        \t\tRate: 200
        \t\tLink layer: Ethernet
        """,
        "link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev eth0\n",
        "$ mlnx_qos -i eth0\nDCBX mode: OS controlled\nPriority trust state: " + trust + "\n");
  }

  private static ClusterModel cluster(String spineRows) {
    return ClusterModel.of(
        List.of(
            host("gpu1", "dscp"),
            host("gpu2", "pcp"),
            device("leaf1", "1000000", row("Ethernet0", "gpu1", "eth0")),
            device("leaf2", "1000000", row("Ethernet0", "gpu2", "eth0")),
            device("spine1", "50000", spineRows)));
  }

  private static Scenario scenario(ClusterModel cluster) {
    return switch (ScenarioReader.read(cluster.yaml(), "cluster", List.of())) {
      case ScenarioReader.Good good -> good.scenario();
      case ScenarioReader.Bad bad -> throw new AssertionError(bad.problems());
    };
  }

  @Test
  void shouldTakeLinksBetweenSwitchesFromLldpWithTheSlowerPort() {
    ClusterModel cluster = cluster(SPINE_ROWS);

    assertThat(cluster.yaml())
        .contains("{a: spine1, b: leaf1, rate: 200Gbps, cable: 5m}")
        .contains("{a: spine1, b: leaf2, rate: 800Gbps, cable: 40m}")
        .doesNotContain("spine-assumed");
    assertThat(cluster.assumed()).noneMatch(each -> each.contains("links between switches"));
    assertThat(scenario(cluster).fabric().switches()).hasSize(3);
  }

  @Test
  void shouldAssumeASpineWhereTheTablesDoNotJoinAllLeaves() {
    ClusterModel cluster = cluster(row("Ethernet0", "leaf1", "Ethernet8"));

    assertThat(cluster.yaml()).contains("b: spine-assumed").doesNotContain("b: spine1");
    assertThat(cluster.assumed()).anyMatch(each -> each.contains("links between switches"));
  }

  @Test
  void shouldWriteWhatMostSwitchesHaveOnce() {
    String yaml = cluster(SPINE_ROWS).yaml();

    assertThat(yaml)
        .containsOnlyOnce("kmin: 1000000B")
        .contains("{select: spine1, congestion.kmin: 50000B")
        .doesNotContain("select: leaf1, congestion.kmin");
  }

  @Test
  void shouldPutDataOfANicThatTrustsPcpIntoClassZero() {
    assertThat(cluster(SPINE_ROWS).yaml())
        .contains("{select: gpu2-mlx5_0, hosts.dscpMap: \"*=0\"")
        .doesNotContain("select: gpu1-mlx5_0, hosts.dscpMap");
  }
}
