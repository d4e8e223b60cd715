package dev.headroom.formats.switches.nvue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.emit.EmittedFile;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.FactSource;
import java.util.List;
import org.junit.jupiter.api.Test;

final class NvueYamlTest {
  @Test
  void shouldReadBackAsTheCommandsThatItWasMadeOf() {
    List<String> commands =
        List.of(
            "nv set qos pfc default-global switch-priority 3,5",
            "nv set qos mapping default-global trust l3",
            "nv set qos mapping default-global dscp 24-26 switch-priority 3",
            "nv set qos congestion-control default-global traffic-class 3 min-threshold 250000",
            "nv set interface swp1-2 qos pfc-watchdog state enabled",
            "nv config apply -y");

    EmittedFile file = NvueYaml.file("leaf1.marking", commands).orElseThrow();

    assertThat(file.name()).isEqualTo("leaf1.marking.yaml");
    List<String> read =
        FormatCatalogue.reader().read(FactSource.of("startup.yaml"), file.text()).facts().stream()
            .map(Fact::value)
            .filter(value -> value.startsWith("nv set "))
            .toList();
    assertThat(read)
        .containsExactlyInAnyOrder(
            "nv set qos pfc default-global switch-priority 3",
            "nv set qos pfc default-global switch-priority 5",
            "nv set qos mapping default-global trust l3",
            "nv set qos mapping default-global dscp 24 switch-priority 3",
            "nv set qos mapping default-global dscp 25 switch-priority 3",
            "nv set qos mapping default-global dscp 26 switch-priority 3",
            "nv set qos congestion-control default-global traffic-class 3 min-threshold 250000",
            "nv set interface swp1-2 qos pfc-watchdog state enabled");
  }

  @Test
  void shouldHaveNoFileForWhatIsTakenAway() {
    List<String> commands =
        List.of(
            "nv unset qos pfc default-global switch-priority",
            "nv set qos pfc default-global switch-priority 3");

    assertThat(NvueYaml.file("x", commands)).isEmpty();
  }
}
