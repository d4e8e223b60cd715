package dev.headroom.formats.switches.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.emit.DeviceChange;
import dev.headroom.formats.emit.Emission;
import dev.headroom.formats.emit.EmitStep;
import dev.headroom.formats.emit.EmittedStep;
import dev.headroom.formats.switches.SwitchPort;
import dev.headroom.formats.switches.vendors.SwitchVendors;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lossless classes that begin and end, and ports that pause nothing. */
final class ChangedClassesTest {
  private static final Map<String, String> FOUR =
      Map.of("pfc.classes", "4", "transport.class", "4", "fabric.switches.dscpMap", "26=4,48=6");

  private static EmittedCircle circle(String language, Map<String, String> wanted) {
    return new EmittedCircle(
        EmittedCircleTest.writer(language),
        EmittedCircleTest.configuration(language),
        new TreeMap<>(wanted));
  }

  private static Emission emission(String language, Map<String, String> wanted) {
    return circle(language, wanted).emission();
  }

  private static List<String> commands(Emission emission, EmitStep step) {
    return emission.steps().stream()
        .filter(each -> each.step() == step)
        .map(EmittedStep::commands)
        .flatMap(List::stream)
        .toList();
  }

  /** Without the lines that set PFC, a whole configuration says that no port pauses. */
  @ParameterizedTest
  @CsvSource({
    "eos,priority-flow-control",
    "os10,priority-flow-control",
    "enterprise-sonic,priority-flow-control",
    "junos,congestion-notification-profile",
    "cumulus,pfc."
  })
  void shouldKnowThatPfcIsOff(String language, String pfc) {
    EmittedCircle circle = circle(language, Map.of());
    String without =
        circle
            .before()
            .lines()
            .filter(line -> !line.contains(pfc))
            .collect(Collectors.joining("\n", "", "\n"));
    List<SwitchPort> ports = SwitchVendors.qos(circle.read(without)).orElseThrow().ports().set();
    assertThat(ports)
        .isNotEmpty()
        .allSatisfy(port -> assertThat(port.lossless().equalTo(new TreeSet<>())).isTrue());
  }

  @Test
  void shouldKnowThatPfcOfNvueIsOff() {
    String commands =
        """
        nv set system hostname leaf6
        nv set interface swp1-2 link mtu 9216
        nv set qos congestion-control default-global traffic-class 3 ecn enabled
        """;
    EmittedCircle circle =
        new EmittedCircle(EmittedCircleTest.writer("nvue"), commands, new TreeMap<>());
    assertThat(SwitchVendors.qos(circle.read(commands)).orElseThrow().port("swp2").lossless().get())
        .isEmpty();
  }

  @Test
  void shouldServeAndMarkANewClassOfJunosLikeTheOldOne() {
    Emission emission = emission("junos", FOUR);
    assertThat(commands(emission, EmitStep.PAUSE))
        .contains(
            "set class-of-service schedulers HEADROOM-4 explicit-congestion-notification",
            "set class-of-service schedulers HEADROOM-4 drop-profile-map loss-priority any protocol"
                + " any drop-profile ECN",
            "set class-of-service scheduler-maps SM forwarding-class HEADROOM-4 scheduler"
                + " HEADROOM-4");
    assertThat(commands(emission, EmitStep.RETIREMENT))
        .containsSubsequence(
            "delete class-of-service forwarding-classes class NO-LOSS",
            "set class-of-service forwarding-classes class NO-LOSS queue-num 3");
    circle("junos", FOUR).check();
  }

  @Test
  void shouldKeepTheOldClassOfCumulusMarkedUntilItEnds() {
    Map<String, String> wanted = new TreeMap<>(FOUR);
    wanted.put("congestion.kmin", "300000B");
    Emission emission = emission("cumulus", wanted);
    assertThat(commands(emission, EmitStep.MARKING))
        .anyMatch(line -> line.contains("ecn_red.ROCE.cos_list = [3,4]"));
    assertThat(commands(emission, EmitStep.RETIREMENT))
        .anyMatch(line -> line.contains("ecn_red.ROCE.cos_list = [4]"));
    assertThat(emission.refused()).isEmpty();
  }

  /** Several lines of one place are all in the list of changes. */
  @Test
  void shouldListEachLineOfAPlace() {
    assertThat(emission("eos", FOUR).changes())
        .filteredOn(change -> change.setting().equals(EmitStep.PAUSE.title()))
        .extracting(DeviceChange::to)
        .contains("priority-flow-control priority 4 no-drop");
    assertThat(emission("nvue", Map.of("fabric.switches.dscpMap", "30=2,31=2")).changes())
        .extracting(DeviceChange::to)
        .contains(
            "nv set qos mapping default-global dscp 16-23,30,31 switch-priority 2",
            "nv set qos mapping default-global dscp 24-29 switch-priority 3");
  }

  /** A value by port speed is that of the port's own speed. */
  @Test
  void shouldTakeTheValueOfThePortsSpeed() {
    Emission emission =
        emission("sonic", Map.of("pfc.headroom", "100Gbps=100000B,400Gbps=400000B"));
    assertThat(emission.refused()).isEmpty();
    assertThat(emission.changes()).extracting(DeviceChange::to).containsOnly("400000");
    assertThat(
            emission("os10", Map.of("pfc.headroom", "100Gbps=100000B,400Gbps=400000B")).refused())
        .first()
        .asString()
        .contains("nothing says the speed of ethernet1/1/1");
  }

  /** The shares of a policy are at most 100 % in sum after each command. */
  @Test
  void shouldShrinkSharesBeforeOthersGrow() {
    assertThat(
            commands(
                emission("nxos", Map.of("fabric.switches.scheduling", "strict:6 dwrr:0=60,3=40")),
                EmitStep.SCHEDULING))
        .containsSubsequence(
            "    bandwidth remaining percent 40", "    bandwidth remaining percent 60");
  }

  /** A watchdog that only drops is no reason to refuse an action of drop; off stays off. */
  @ParameterizedTest
  @CsvSource({"nxos", "nvue"})
  void shouldRefuseOnlyOtherActionsOfAWatchdog(String language) {
    assertThat(emission(language, Map.of("pfc.watchdog.action", "drop")).refused()).isEmpty();
    assertThat(emission(language, Map.of("pfc.watchdog.action", "forward")).refused()).hasSize(1);
    assertThat(emission(language, Map.of("pfc.watchdog.action", "off")).steps()).isEmpty();
  }

  @Test
  void shouldNotSwitchMarkingOnForAScenarioWithoutIt() {
    assertThat(
            emission("sonic", Map.of("congestion.ecn", "false", "congestion.kmin", "300000B"))
                .steps())
        .isEmpty();
  }
}
