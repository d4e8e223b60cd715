package dev.headroom.app.emit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.emit.EmitBundle;
import dev.headroom.audit.emit.EmitPlan;
import dev.headroom.audit.emit.EmitPlanner;
import dev.headroom.audit.emit.EmitTargets;
import dev.headroom.audit.emit.FlowControlGap;
import dev.headroom.audit.emit.LaidBundle;
import dev.headroom.audit.emit.PlanPhase;
import dev.headroom.collect.input.SourceOpener;
import dev.headroom.formats.emit.DeviceChange;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A host and its switch as a bundle, plans against it, and the bundle after them. */
final class EmittedBundleTest {
  @TempDir private Path folder;
  private Path bundle = Path.of("");

  @BeforeEach
  void copyBundle() throws IOException {
    bundle = TestBundle.copyTo(folder.resolve("bundle"));
  }

  /** No order helps where the DSCP in use changes its class: the two ends differ in between. */
  @Test
  void shouldSayWhichPortLacksFlowControlInBetween() throws IOException {
    List<HostFacts> hosts = TestBundle.read(bundle);
    Scenario moved =
        TestBundle.with(
            TestBundle.today(hosts),
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
    List<HostFacts> hosts = TestBundle.read(bundle);
    Scenario moved =
        TestBundle.with(
            TestBundle.today(hosts),
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
    List<HostFacts> hosts = TestBundle.read(bundle);

    EmitPlan plan =
        EmitPlanner.plan(TestBundle.today(hosts), EmitBundle.of(hosts), EmitTargets.ALL);

    assertThat(plan.changes()).extracting(DeviceChange::text).isEmpty();
    assertThat(plan.isEmpty()).isTrue();
  }

  @Test
  void shouldReadBackWhatIsLaidIntoTheBundle() throws IOException {
    List<HostFacts> hosts = TestBundle.read(bundle);
    Scenario better =
        TestBundle.with(
            TestBundle.today(hosts),
            Map.of(
                "congestion.kmin", "400KB",
                "congestion.kmax", "1600KB",
                "congestion.pmax", "0.2",
                "pfc.watchdog.restorationTime", "600ms",
                "congestion.rateAi", "40Mbps"));

    EmitPlan plan = EmitPlanner.plan(better, EmitBundle.of(hosts), EmitTargets.ALL);
    LaidBundle laid =
        LaidBundle.write(SourceOpener.open(bundle), hosts, plan, folder.resolve("after"));
    List<HostFacts> after = TestBundle.read(folder.resolve("after"));

    assertThat(plan.changes())
        .extracting(DeviceChange::knob)
        .contains("congestion.kmin", "congestion.kmax", "congestion.pmax", "congestion.rateAi");
    assertThat(laid.left()).isEmpty();
    assertThat(after).extracting(HostFacts::name).containsExactlyInAnyOrder("leaf1", "node1");
    assertThat(EmitPlanner.plan(better, EmitBundle.of(after), EmitTargets.ALL).changes())
        .extracting(DeviceChange::text)
        .isEmpty();
    Scenario read = TestBundle.today(after);
    assertThat(read.settings().print(Knobs.get("congestion.kmin"))).contains("400KB");
    assertThat(read.settings().print(Knobs.get("congestion.rateAi"))).contains("40Mbps");
  }
}
