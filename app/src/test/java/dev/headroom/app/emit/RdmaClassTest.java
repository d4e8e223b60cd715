package dev.headroom.app.emit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.headroom.audit.Audit;
import dev.headroom.audit.Finding;
import dev.headroom.audit.cluster.AgreedCluster;
import dev.headroom.audit.cluster.ClusterModel;
import dev.headroom.audit.cluster.Deviation;
import dev.headroom.audit.emit.EmitBundle;
import dev.headroom.audit.emit.EmitPlan;
import dev.headroom.audit.emit.EmitPlanner;
import dev.headroom.audit.emit.EmitTargets;
import dev.headroom.audit.rules.RuleCatalogue;
import dev.headroom.formats.emit.DeviceChange;
import dev.headroom.formats.host.HostFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Devices that put RDMA into another class than their neighbours, where none is in the majority.
 */
final class RdmaClassTest {
  @TempDir private Path folder;

  private Path twoHosts() throws IOException {
    Path bundle = TestBundle.copyTo(folder.resolve("bundle"));
    TestBundle.copyHost(bundle, "node2");
    TestBundle.edit(bundle.resolve("node2/lldpctl.txt"), "Ethernet0", "Ethernet8");
    return bundle;
  }

  private static EmitPlan plan(AgreedCluster agreed, List<HostFacts> hosts) {
    return EmitPlanner.plan(
        TestBundle.scenario(agreed.yaml()), EmitBundle.of(hosts), EmitTargets.ALL);
  }

  /** One of two hosts trusts the priority of VLAN tags: the other one agrees with the switch. */
  @Test
  void shouldMendTheHostThatDiffersFromHostAndSwitch() throws IOException {
    Path bundle = twoHosts();
    Path qos = bundle.resolve("node2/mlnx_qos.txt");
    TestBundle.edit(qos, "trust state: dscp", "trust state: pcp");
    String first = Files.readString(qos);
    Files.writeString(qos, first + first.replace("eth0", "eth1"));
    List<HostFacts> hosts = TestBundle.read(bundle);

    AgreedCluster agreed = ClusterModel.of(hosts).agreed();
    EmitPlan plan = plan(agreed, hosts);

    assertThat(agreed.undecided()).isEmpty();
    assertThat(agreed.deviations()).hasSize(1);
    assertThat(agreed.deviations().getFirst().text())
        .contains(
            "on node2-mlx5_0, node2-mlx5_1",
            "DSCP 26 is in class 3 with PFC at node1-mlx5_0, leaf1");
    assertThat(plan.changes())
        .as(agreed.yaml() + plan.notes())
        .isNotEmpty()
        .allSatisfy(change -> assertThat(change.device()).isEqualTo("node2"));
    assertThat(plan.steps().toString()).contains("--trust dscp");
    assertThat(findings(hosts, "fleet.trust"))
        .as("none of two is called wrong")
        .containsExactlyInAnyOrder(
            "node1: trust dscp here, trust pcp on node2: the two differ, and"
                + " nothing says which is right",
            "node2: trust pcp here, trust dscp on node1: the two differ, and"
                + " nothing says which is right");
  }

  private static List<String> findings(List<HostFacts> hosts, String rule) {
    return Audit.of(hosts, RuleCatalogue.all()).stream()
        .flatMap(outcome -> outcome.findings().stream())
        .filter(finding -> finding.rule().equals(rule))
        .map((Finding finding) -> finding.place().host() + ": " + finding.message())
        .toList();
  }

  /** The only switch is the majority of switches, and still the hosts know better. */
  @Test
  void shouldMendTheMapOfTheOnlySwitch() throws IOException {
    Path bundle = TestBundle.copyTo(folder.resolve("bundle"));
    TestBundle.edit(bundle.resolve("leaf1/config_db.json"), "\"26\": \"3\"", "\"26\": \"1\"");
    List<HostFacts> hosts = TestBundle.read(bundle);

    AgreedCluster agreed = ClusterModel.of(hosts).agreed();

    assertThat(agreed.deviations())
        .extracting(Deviation::knob, Deviation::nodes)
        .containsExactly(tuple("fabric.switches.dscpMap", List.of("leaf1")));
    assertThat(plan(agreed, hosts).changes())
        .extracting(DeviceChange::to)
        .containsExactly("\"26\": \"3\"");
  }

  /** A host and a switch that pause different classes: nothing says which one is right. */
  @Test
  void shouldLeaveATieAsItIs() throws IOException {
    Path bundle = TestBundle.copyTo(folder.resolve("bundle"));
    Path configuration = bundle.resolve("leaf1/config_db.json");
    TestBundle.edit(configuration, "\"26\": \"3\"", "\"26\": \"4\"");
    List<HostFacts> hosts = TestBundle.read(bundle);

    assertThat(plan(ClusterModel.of(hosts).agreed(), hosts).changes()).isEmpty();
  }
}
