package dev.headroom.model.scenario;

import static dev.headroom.model.scenario.Scenarios.good;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.fabric.Node;
import dev.headroom.model.knob.CpuKnobs;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.machine.Processor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What processors bring along. */
final class BroughtProcessorTest {
  private static final String PAIR =
      "fabric: {topology: single, hosts: 2}\nworkload: permutation\n";

  @ParameterizedTest
  @EnumSource(Processor.class)
  void shouldBringWhatAFamilyPassesOn(Processor family) {
    Scenario scenario = good(PAIR, "hosts.cpu.model=" + family.model());
    assertThat(scenario.settings().get(PcieKnobs.PEER_READ_RATE))
        .isEqualTo(family.reads().rate().orElseThrow());
    family
        .writes()
        .rate()
        .ifPresent(
            rate -> assertThat(scenario.settings().get(PcieKnobs.PEER_RATE)).isEqualTo(rate));
    assertThat(scenario.settings().find(PcieKnobs.SOCKET_RATE)).isEqualTo(family.sockets().rate());
    assertThat(scenario.settings().find(PcieKnobs.PEER_PAYLOAD).isPresent())
        .isEqualTo(family.payload() > 0);
    assertThat(good(PAIR, "preset=" + family.model()).settings()).isEqualTo(scenario.settings());
    Scenarios.assertEqual(good(ScenarioWriter.write(scenario)), scenario);
  }

  @ParameterizedTest
  @CsvSource({
    "dgx-a100, rome", "dgx-h100, sapphire-rapids", "hgx-b200, emerald-rapids",
    "gb200-nvl72, grace", "two-socket, ice-lake", "mi300x, genoa"
  })
  void shouldTakeTheProcessorThatTheMachineHas(String machine, String family) {
    Scenario scenario = good(PAIR, "hosts.machine=" + machine);
    assertThat(scenario.settings().get(CpuKnobs.MODEL)).isEqualTo(family);
    assertThat(scenario.settings().find(PcieKnobs.SOCKET_RATE))
        .isEqualTo(Processor.named(family).orElseThrow().sockets().rate());
    Scenario other = good(PAIR, "hosts.machine=" + machine, "hosts.cpu.model=turin");
    assertThat(other.settings().get(PcieKnobs.PEER_RATE))
        .isEqualTo(Processor.TURIN.writes().rate().orElseThrow());
  }

  /** One host among others with no processor in particular has what hosts have by default. */
  @Test
  void shouldLetAHostDiffer() {
    Scenario scenario =
        good(
            PAIR + "overrides:\n  - {select: host-1, hosts.cpu.model: any}\n",
            "hosts.cpu.model=rome");
    Node other = scenario.fabric().hosts().get(1);
    assertThat(scenario.at(other).get(PcieKnobs.PEER_READ_RATE).gbps()).isEqualTo(141);
    assertThat(scenario.at(other).get(PcieKnobs.PEER_RATE).gbps()).isEqualTo(141);
    assertThat(
            scenario.at(scenario.fabric().hosts().getFirst()).get(PcieKnobs.PEER_READ_RATE).gbps())
        .isEqualTo(49);
  }
}
