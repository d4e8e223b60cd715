package dev.headroom.app.emit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.Audit;
import dev.headroom.audit.Finding;
import dev.headroom.audit.cluster.ClusterModel;
import dev.headroom.audit.emit.EmitBundle;
import dev.headroom.audit.emit.EmitLanguage;
import dev.headroom.audit.emit.EmitPlan;
import dev.headroom.audit.emit.EmitPlanner;
import dev.headroom.audit.emit.EmitTargets;
import dev.headroom.audit.emit.LaidBundle;
import dev.headroom.audit.rules.RuleCatalogue;
import dev.headroom.collect.input.SourceOpener;
import dev.headroom.formats.emit.DeviceChange;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.model.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a model assumes, since no input shows it, is written to no device. */
final class AssumedValuesTest {
  private static final String CABLE = "fabric.links.cable";
  private static final String TOO_LITTLE = "switch.headroom-below-cable";

  @TempDir private Path folder;

  /** Two switches, and a host of which nothing says at which switch it is. */
  private Path withoutLinks(String cable) throws IOException {
    Path bundle = TestBundle.copyTo(folder.resolve("bundle"));
    Files.delete(bundle.resolve("node1/lldpctl.txt"));
    TestBundle.copySwitch(bundle, "leaf2");
    for (String leaf : List.of("leaf1", "leaf2")) {
      TestBundle.edit(bundle.resolve(leaf).resolve("config_db.json"), "\"5m\"", '"' + cable + '"');
    }
    return bundle;
  }

  private static List<String> rules(List<HostFacts> hosts) {
    return Audit.of(hosts, RuleCatalogue.all()).stream()
        .flatMap(outcome -> outcome.findings().stream())
        .map(Finding::rule)
        .toList();
  }

  @Test
  void shouldNotWriteACableThatTheModelAssumes() throws IOException {
    Path bundle = withoutLinks("2000m");
    List<HostFacts> hosts = TestBundle.read(bundle);
    Scenario agreed = TestBundle.scenario(ClusterModel.of(hosts).agreed().yaml());

    EmitPlan plan = EmitPlanner.plan(agreed, EmitBundle.of(hosts), EmitTargets.ALL);
    LaidBundle.write(SourceOpener.open(bundle), hosts, plan, folder.resolve("after"));

    assertThat(rules(hosts)).contains(TOO_LITTLE);
    assertThat(plan.changes()).extracting(DeviceChange::knob).doesNotContain(CABLE);
    assertThat(rules(TestBundle.read(folder.resolve("after")))).contains(TOO_LITTLE);
  }

  /** A cable is as long as it is: a shorter one that somebody writes down takes headroom away. */
  @Test
  void shouldNotWriteAShorterCableThanTheConfigurationHas() throws IOException {
    Path bundle = TestBundle.copyTo(folder.resolve("bundle"));
    List<HostFacts> hosts = TestBundle.read(bundle);
    String yaml = ClusterModel.of(hosts).yaml();
    assertThat(yaml).contains("cable: 5m");

    EmitPlan shorter = plan(yaml.replace("cable: 5m", "cable: 2m"), hosts);
    EmitPlan longer = plan(yaml.replace("cable: 5m", "cable: 40m"), hosts);

    assertThat(shorter.changes()).isEmpty();
    assertThat(shorter.notes()).anyMatch(note -> note.contains("a cable of 2 m is not written"));
    assertThat(longer.changes()).extracting(DeviceChange::knob).contains(CABLE);
  }

  private static EmitPlan plan(String yaml, List<HostFacts> hosts) {
    return EmitPlanner.plan(TestBundle.scenario(yaml), EmitBundle.of(hosts), EmitTargets.ALL);
  }

  @Test
  void shouldNotWriteCablesOfAListedFabricToUnknownSwitches() throws IOException {
    Scenario listed = TestBundle.today(TestBundle.read(withoutLinks("5m")));

    EmitPlan plan =
        EmitPlanner.plan(
            listed,
            EmitBundle.NONE,
            EmitTargets.of(List.of(EmitLanguage.named("sonic").orElseThrow())));

    assertThat(plan.changes()).extracting(DeviceChange::knob).doesNotContain(CABLE);
    assertThat(plan.notes()).anyMatch(note -> note.contains("lengths of cables are not written"));
  }

  /** The switch has PFC on class 4 alone, and no host says its class: the model assumes class 4. */
  @Test
  void shouldNotWriteAnAssumedClassToHosts() throws IOException {
    Path bundle = TestBundle.copyTo(folder.resolve("bundle"));
    for (String file : List.of("mlnx_qos.txt", "environment.txt", "nccl.log")) {
      Files.delete(bundle.resolve("node1").resolve(file));
    }
    TestBundle.edit(
        bundle.resolve("leaf1/config_db.json"), "\"pfc_enable\": \"3,4\"", "\"pfc_enable\": \"4\"");
    List<HostFacts> hosts = TestBundle.read(bundle);
    ClusterModel cluster = ClusterModel.of(hosts);
    assertThat(cluster.assumedKnobs()).contains("transport.class");

    EmitPlan plan = plan(cluster.yaml(), hosts);

    assertThat(plan.changes())
        .as("the watchdog of the switch watches a class without PFC")
        .allSatisfy(change -> {
          assertThat(change.device()).isEqualTo("leaf1");
          assertThat(change.to()).isEqualTo("\"pfcwd_sw_enable\": \"4\"");
        });
  }

  /** A map names only DSCPs whose class is said, and a plan only those that change. */
  @Test
  void shouldNotWriteClassesOfDscpsThatNoInputNames() throws IOException {
    Path bundle = TestBundle.copyTo(folder.resolve("bundle"));
    Path config = bundle.resolve("leaf1/config_db.json");
    Files.writeString(
        config,
        Files.readString(config)
            .replaceFirst(
                "(?s)(\"DSCP_TO_TC_MAP\"\\s*:\\s*\\{\\s*\"[^\"]+\"\\s*:\\s*)\\{[^}]*}",
                "$1{\"26\": \"3\", \"48\": \"6\"}"));
    List<HostFacts> hosts = TestBundle.read(bundle);
    String yaml = ClusterModel.of(hosts).yaml();
    assertThat(yaml).contains("26=3,48=6").doesNotContain("26=3,48=6,*");

    EmitPlan plan = plan(yaml.replace("26=3,48=6", "26=4,48=6"), hosts);

    assertThat(plan.changes())
        .filteredOn(change -> change.knob().equals("fabric.switches.dscpMap"))
        .extracting(DeviceChange::to)
        .containsExactly("\"26\": \"4\"");
  }

  /** A switch without PFC beside hosts with it gets their class; one without a watchdog gets it. */
  @Test
  void shouldMendASwitchThatPausesNothing() throws IOException {
    Path bundle = TestBundle.copyTo(folder.resolve("bundle"));
    Path config = bundle.resolve("leaf1/config_db.json");
    Files.writeString(
        config,
        Files.readString(config).replaceAll("\"pfc(?:wd_sw)?_enable\"\\s*:\\s*\"[^\"]*\",?", ""));
    List<HostFacts> hosts = TestBundle.read(bundle);
    assertThat(rules(hosts)).contains("link.pfc-differs");

    EmitPlan plan = plan(ClusterModel.of(hosts).agreed().yaml(), hosts);
    LaidBundle.write(SourceOpener.open(bundle), hosts, plan, folder.resolve("after"));

    assertThat(plan.changes()).extracting(DeviceChange::to).contains("\"pfc_enable\": \"3\"");
    assertThat(rules(TestBundle.read(folder.resolve("after"))))
        .doesNotContain("link.pfc-differs", "switch.pfc-watchdog");
  }
}
