package dev.headroom.app.emit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.cluster.ClusterModel;
import dev.headroom.audit.emit.EmitBundle;
import dev.headroom.audit.emit.EmitPlan;
import dev.headroom.audit.emit.EmitPlanner;
import dev.headroom.audit.emit.EmitTargets;
import dev.headroom.audit.emit.FlowControlGap;
import dev.headroom.audit.emit.LaidBundle;
import dev.headroom.audit.emit.PlanPhase;
import dev.headroom.collect.input.SourceOpener;
import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.emit.DeviceChange;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.HostsReader;
import dev.headroom.formats.source.SourceStream;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A host and its switch as a bundle, plans against it, and the bundle after them. */
final class EmittedBundleTest {
  private static final Path HEALTHY = Path.of("../audit/src/test/resources/dev/headroom/audit");

  @TempDir private Path folder;
  private Path bundle = Path.of("");

  @BeforeEach
  void copyBundle() throws IOException {
    bundle = folder.resolve("bundle");
    copy(HEALTHY.resolve("healthy"), bundle.resolve("node1"));
    copy(HEALTHY.resolve("switch"), bundle.resolve("leaf1"));
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path each : all.sorted(Comparator.naturalOrder()).toList()) {
        Path target = to.resolve(from.relativize(each).toString());
        if (Files.isDirectory(each)) {
          Files.createDirectories(target);
        } else {
          Files.copy(each, target);
        }
      }
    }
  }

  private static List<HostFacts> read(Path folder) throws IOException {
    List<HostFacts> hosts = new ArrayList<>();
    for (SourceStream stream : SourceOpener.open(folder)) {
      hosts.addAll(new HostsReader(FormatCatalogue.reader()).read(stream));
    }
    return hosts;
  }

  private static Scenario today(List<HostFacts> hosts) {
    return switch (ScenarioReader.read(ClusterModel.of(hosts).yaml(), "today.yaml", List.of())) {
      case ScenarioReader.Good good -> good.scenario();
      case ScenarioReader.Bad bad -> throw new AssertionError(bad.problems());
    };
  }

  /** Today's scenario with other values at every node. */
  private static Scenario with(Scenario scenario, Map<String, String> knobs) {
    Scenario changed = scenario;
    for (Map.Entry<String, String> each : knobs.entrySet()) {
      changed = changed.with(changed.settings().with(Knobs.get(each.getKey()), each.getValue()));
      List<Scenario.Override> overrides = new ArrayList<>();
      for (Scenario.Override override : changed.overrides()) {
        overrides.add(
            new Scenario.Override(
                override.select(),
                override.settings().isSet(Knobs.get(each.getKey()))
                    ? override.settings().with(Knobs.get(each.getKey()), each.getValue())
                    : override.settings()));
      }
      changed = changed.withOverrides(overrides);
    }
    return changed;
  }

  /** No order helps where the DSCP in use changes its class: the two ends differ in between. */
  @Test
  void shouldSayWhichPortLacksFlowControlInBetween() throws IOException {
    List<HostFacts> hosts = read(bundle);
    Scenario moved =
        with(
            today(hosts),
            Map.of(
                "hosts.dscpMap", "26=4",
                "fabric.switches.dscpMap", "26=4",
                "transport.class", "4",
                "pfc.classes", "3,4"));

    EmitPlan plan = EmitPlanner.plan(moved, EmitBundle.of(hosts), EmitTargets.ALL);

    assertThat(plan.gaps()).extracting(FlowControlGap::port).containsExactly("Ethernet0");
    FlowControlGap gap = plan.gaps().getFirst();
    assertThat(gap.text()).contains("leaf1 Ethernet0").contains("DSCP 26");
    assertThat(plan.steps().get(gap.from() - 1).phase()).isEqualTo(PlanPhase.SWITCH_CLASSES);
    assertThat(plan.steps().get(gap.to() - 1).phase()).isEqualTo(PlanPhase.HOST_CLASSES);
  }

  /** Another DSCP for the other class leaves the old one protected until hosts have moved. */
  @Test
  void shouldKeepFlowControlWhereHostsMoveToAnotherDscp() throws IOException {
    List<HostFacts> hosts = read(bundle);
    Scenario moved =
        with(
            today(hosts),
            Map.of(
                "hosts.dscpMap", "34=4",
                "fabric.switches.dscpMap", "34=4",
                "transport.class", "4",
                "transport.dscp", "34",
                "pfc.classes", "4"));

    EmitPlan plan = EmitPlanner.plan(moved, EmitBundle.of(hosts), EmitTargets.ALL);

    assertThat(plan.gaps()).isEmpty();
    assertThat(plan.phases()).contains(PlanPhase.RETIREMENT);
  }

  @Test
  void shouldWriteNothingForTodaysScenario() throws IOException {
    List<HostFacts> hosts = read(bundle);

    EmitPlan plan = EmitPlanner.plan(today(hosts), EmitBundle.of(hosts), EmitTargets.ALL);

    assertThat(plan.changes()).extracting(DeviceChange::text).isEmpty();
    assertThat(plan.isEmpty()).isTrue();
  }

  @Test
  void shouldReadBackWhatIsLaidIntoTheBundle() throws IOException {
    List<HostFacts> hosts = read(bundle);
    Scenario better =
        with(
            today(hosts),
            Map.of(
                "congestion.kmin", "400KB",
                "congestion.kmax", "1600KB",
                "congestion.pmax", "0.2",
                "pfc.watchdog.restorationTime", "600ms",
                "congestion.rateAi", "40Mbps"));

    EmitPlan plan = EmitPlanner.plan(better, EmitBundle.of(hosts), EmitTargets.ALL);
    LaidBundle laid =
        LaidBundle.write(SourceOpener.open(bundle), hosts, plan, folder.resolve("after"));
    List<HostFacts> after = read(folder.resolve("after"));

    assertThat(plan.changes())
        .extracting(DeviceChange::knob)
        .contains("congestion.kmin", "congestion.kmax", "congestion.pmax", "congestion.rateAi");
    assertThat(laid.left()).isEmpty();
    assertThat(after).extracting(HostFacts::name).containsExactlyInAnyOrder("leaf1", "node1");
    assertThat(EmitPlanner.plan(better, EmitBundle.of(after), EmitTargets.ALL).changes())
        .extracting(DeviceChange::text)
        .isEmpty();
    Scenario read = today(after);
    assertThat(read.settings().print(Knobs.get("congestion.kmin"))).contains("400KB");
    assertThat(read.settings().print(Knobs.get("congestion.rateAi"))).contains("40Mbps");
  }
}
