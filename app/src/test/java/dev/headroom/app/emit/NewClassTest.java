package dev.headroom.app.emit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.cluster.ClusterModel;
import dev.headroom.audit.emit.EmitBundle;
import dev.headroom.audit.emit.EmitPlan;
import dev.headroom.audit.emit.EmitPlanner;
import dev.headroom.audit.emit.EmitTargets;
import dev.headroom.formats.host.HostFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A class that becomes lossless on a switch gets its marks with it. */
final class NewClassTest {
  private static final String SWITCH =
      """
      hostname leaf1
      qos map dscp 26 to traffic-class 3
      qos map dscp 48 to traffic-class 6
      !
      qos profile ROCE
         qos trust dscp
         tx-queue 3
            random-detect ecn minimum-threshold 250 kbytes maximum-threshold 1000 kbytes \
      max-mark-probability 10 weight 0
         priority-flow-control on
         priority-flow-control priority 3 no-drop
         priority-flow-control pause watchdog
      interface Ethernet1/1
         service-profile ROCE
      interface Ethernet1/2
         service-profile ROCE
      end
      """;

  @TempDir private Path folder;

  private List<HostFacts> bundle(String configuration) throws IOException {
    Path bundle = folder.resolve("bundle");
    TestBundle.copyHost(bundle, "node1");
    Files.createDirectories(bundle.resolve("leaf1"));
    Files.writeString(bundle.resolve("leaf1/running.txt"), configuration);
    return TestBundle.read(bundle);
  }

  private static EmitPlan plan(String yaml, List<HostFacts> hosts) {
    return EmitPlanner.plan(TestBundle.scenario(yaml), EmitBundle.of(hosts), EmitTargets.ALL);
  }

  private static String commands(EmitPlan plan) {
    return plan.steps().stream()
        .filter(step -> step.device().equals("leaf1"))
        .flatMap(step -> step.step().commands().stream())
        .map(String::strip)
        .collect(Collectors.joining("\n"));
  }

  @Test
  void shouldMarkInAClassThatBecomesLossless() throws IOException {
    List<HostFacts> hosts = bundle(SWITCH);
    String today = ClusterModel.of(hosts).yaml();
    assertThat(today).contains("pfc: {classes: [3]}");

    String commands = commands(plan(today.replace("classes: [3]", "classes: [4]"), hosts));

    assertThat(plan(today, hosts).changes()).isEmpty();
    assertThat(commands)
        .contains(
            "priority-flow-control priority 4 no-drop",
            "tx-queue 4\nrandom-detect ecn minimum-threshold 250000 bytes");
  }

  @Test
  void shouldGiveASwitchWithoutPfcTheClassesThatTheModelHas() throws IOException {
    List<HostFacts> hosts =
        bundle(SWITCH.replace("   priority-flow-control priority 3 no-drop\n", ""));
    String today = ClusterModel.of(hosts).yaml();
    assertThat(today).contains("pfc.enabled: false");

    assertThat(plan(today, hosts).changes()).isEmpty();
    assertThat(commands(plan(today.replace("pfc.enabled: false", "pfc.enabled: true"), hosts)))
        .contains("priority-flow-control priority 3 no-drop");
  }
}
