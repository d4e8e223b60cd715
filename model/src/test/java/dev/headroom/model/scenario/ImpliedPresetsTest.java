package dev.headroom.model.scenario;

import static dev.headroom.model.scenario.Scenarios.good;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.fabric.SwitchModel;
import dev.headroom.model.knob.NicKnobs;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.machine.DeviceDistance;
import dev.headroom.model.machine.Machine;
import dev.headroom.model.machine.MachineCatalogue;
import dev.headroom.model.machine.NicProduct;
import dev.headroom.model.machine.ServerLayout;
import dev.headroom.model.server.Server;
import dev.headroom.model.yaml.Problem;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What machines and chips bring along, and what wins over that. */
final class ImpliedPresetsTest {
  private static final String PAIR =
      "fabric: {topology: single, hosts: 2}\nworkload: permutation\n";
  private static final String AT_400 =
      "fabric: {topology: single, hosts: 2, links: {rate: 400Gbps}}\nworkload: permutation\n";

  static Stream<Machine> machines() {
    return MachineCatalogue.all().stream();
  }

  private static List<String> problems(String text, String... sets) {
    return ((ScenarioReader.Bad) ScenarioReader.read(text, "s.yaml", List.of(sets)))
        .problems().stream().map(Problem::toString).toList();
  }

  @ParameterizedTest
  @MethodSource("machines")
  void shouldTakeThePathThatTheMachineHas(Machine machine) {
    Scenario scenario = good(PAIR, "hosts.machine=" + machine.name());
    ServerLayout layout = ServerLayout.of(machine.name(), 1);
    for (int nic = 0; nic < layout.nics().size(); nic++) {
      assertThat(scenario.settings().get(PcieKnobs.GPU_PATH)).isEqualTo(layout.nearestGpu(nic));
    }
    assertThat(scenario.fabric().links().getFirst().rate()).isEqualTo(machine.rails().nicRate());
    NicProduct.named(scenario.settings().get(NicKnobs.MODEL))
        .ifPresent(nic -> assertThat(nic.portRate()).isEqualTo(machine.rails().nicRate()));
    Scenarios.assertEqual(good(ScenarioWriter.write(scenario)), scenario);
  }

  @Test
  void shouldLetTheFilesOwnKeysWin() {
    Scenario scenario =
        good(PAIR, "hosts.machine=two-socket", "hosts.memory.gpuPath=pix", "hosts.pcie.lanes=8");
    assertThat(scenario.settings().get(PcieKnobs.GPU_PATH)).isEqualTo(DeviceDistance.PIX);
    assertThat(scenario.settings().get(PcieKnobs.LANES)).isEqualTo(8);
    assertThat(scenario.settings().get(PcieKnobs.GENERATION)).isEqualTo(4);
  }

  /** Links train to what both ends can. */
  @Test
  void shouldTakeTheLesserOfMachineAndNic() {
    assertThat(generation("hosts.machine=dgx-a100", "hosts.nic.model=connectx-7")).isEqualTo(4);
    assertThat(generation("hosts.machine=dgx-h100", "hosts.nic.model=connectx-6")).isEqualTo(4);
    assertThat(generation("hosts.machine=dgx-h100", "hosts.nic.model=connectx-8")).isEqualTo(5);
    assertThat(generation("hosts.nic.model=connectx-8")).isEqualTo(6);
    assertThat(generation("hosts.nic.model=connectx-8", "hosts.pcie.generation=5")).isEqualTo(5);
    assertThat(generation("preset=bluefield-3", "hosts.machine=cloud-vm")).isEqualTo(4);
  }

  private static long generation(String... sets) {
    return good(PAIR, sets).settings().get(PcieKnobs.GENERATION);
  }

  /** Whoever has faster links has put another NIC into the machine; who names it must be right. */
  @Test
  void shouldGiveUpTheMachinesNicWhereLinksAreFaster() {
    Scenario faster = good(AT_400, "hosts.machine=dgx-a100");
    assertThat(faster.settings().get(NicKnobs.MODEL)).isEqualTo("any");
    assertThat(faster.settings().isSet(NicKnobs.MESSAGE_RATE)).isFalse();
    Scenarios.assertEqual(good(ScenarioWriter.write(faster)), faster);
    assertThat(problems(AT_400, "hosts.nic.model=connectx-6"))
        .singleElement()
        .asString()
        .contains(
            "hosts.nic.model",
            "host-0 has a link of 400Gbps, but the ports of a connectx-6 support up to 200Gbps");
  }

  @ParameterizedTest
  @EnumSource(NicProduct.class)
  void shouldBringWhatANicCan(NicProduct nic) {
    Scenario scenario = good(PAIR, "hosts.nic.model=" + nic.model());
    assertThat(scenario.settings().get(PcieKnobs.GENERATION)).isEqualTo(nic.pcieGeneration());
    assertThat(scenario.settings().get(PcieKnobs.LANES)).isEqualTo(NicProduct.LANES);
    assertThat(scenario.fabric().links().getFirst().rate()).isEqualTo(nic.portRate());
    Server server = Server.of(scenario, scenario.fabric().hosts().getFirst());
    assertThat(server.nics().getFirst().adapter()).isEqualTo(nic);
    assertThat(good(PAIR, "preset=" + nic.model()).settings()).isEqualTo(scenario.settings());
  }

  @Test
  void shouldRefuseInfinibandOnANicWithoutIt() {
    assertThat(problems(PAIR, "hosts.nic.model=connectx-6-dx", "transport.type=infiniband"))
        .singleElement()
        .asString()
        .contains("a connectx-6-dx has Ethernet ports only");
    assertThat(good(PAIR, "hosts.nic.model=connectx-6", "transport.type=infiniband")).isNotNull();
  }

  @ParameterizedTest
  @EnumSource(SwitchModel.class)
  void shouldRefuseWhatASwitchChipCannot(SwitchModel chip) {
    String transport = "transport.type=" + (chip.isInfiniband() ? "infiniband" : "rocev2");
    String model = "fabric.switches.model=" + chip.model();
    String rate = "fabric.links.rate=" + chip.portRate();
    String full = "fabric.hosts=" + chip.ports();
    Settings brought = good(PAIR, model, rate, full, transport).settings();
    assertThat(Presets.named(chip.model()).orElseThrow().settings().asMap().entrySet())
        .isSubsetOf(brought.asMap().entrySet());
    assertThat(problems(PAIR, model, rate, "fabric.hosts=" + (chip.ports() + 1), transport))
        .singleElement()
        .asString()
        .contains("a %s forwards %s".formatted(chip.model(), chip.capacity()));
    assertThat(problems(PAIR, model, "fabric.links.rate=1600Gbps", transport))
        .singleElement()
        .asString()
        .contains("the ports of a %s support up to %s".formatted(chip.model(), chip.portRate()));
    String other = chip.isInfiniband() ? "rocev2" : "infiniband";
    assertThat(problems(PAIR, model, "transport.type=" + other))
        .singleElement()
        .asString()
        .contains(" is a switch for " + (chip.isInfiniband() ? "InfiniBand" : "Ethernet"));
  }

  @Test
  void shouldBringItToSomeNodesAlone() {
    Scenario scenario =
        good(
            PAIR
                + """
                overrides:
                  - {select: host-1, hosts.machine: two-socket}
                  - {select: host-0, hosts.machine: server}
                  - {select: switch-0, fabric.switches.model: tomahawk-5, fabric.switches.cell: 208B}
                """,
            "hosts.machine=dgx-h100",
            "hosts.pcie.maxPayload=512",
            "fabric.links.rate=100Gbps");
    Settings plain = scenario.at(scenario.fabric().hosts().getFirst());
    assertThat(plain.get(PcieKnobs.GPU_PATH)).isEqualTo(DeviceDistance.PIX);
    assertThat(plain.get(NicKnobs.MODEL)).isEqualTo("any");
    Settings two = scenario.at(scenario.fabric().hosts().getLast());
    assertThat(two.get(PcieKnobs.GPU_PATH)).isEqualTo(DeviceDistance.NODE);
    assertThat(two.get(PcieKnobs.GENERATION)).isEqualTo(4);
    assertThat(two.get(PcieKnobs.MAX_PAYLOAD)).isEqualTo(512);
    Settings chip = scenario.at(scenario.fabric().switches().getFirst());
    assertThat(chip.get(SwitchKnobs.SWITCH_BUFFER).bytes()).isEqualTo(162_539_680);
    assertThat(chip.get(SwitchKnobs.SWITCH_CELL).bytes()).isEqualTo(208);
    Scenarios.assertEqual(good(ScenarioWriter.write(scenario)), scenario);
  }

  @Test
  void shouldRefuseToReduceInASwitchThatCannot() {
    String nccl =
        """
        fabric: {topology: rail-optimized, servers: 3, rails: 8, spines: 1}
        workload: {type: nccl, collective: all-reduce, size: 1MiB, machine: dgx-h100, sharp: true}
        """;
    assertThat(problems(nccl, "fabric.switches.model=spectrum-4").toString())
        .contains(
            "leaf-0-rail-0 is a switch that reduces (SHARP, workload.sharp), but a spectrum-4 "
                + "cannot");
  }
}
