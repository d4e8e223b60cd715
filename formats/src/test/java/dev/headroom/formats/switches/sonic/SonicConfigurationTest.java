package dev.headroom.formats.switches.sonic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.SwitchPort;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SonicConfigurationTest {
  private static SwitchPort port(String config) {
    HostFacts host =
        HostFacts.of(
            "leaf1",
            List.of(FormatCatalogue.reader().read(FactSource.of("config_db.json"), config)));
    return new Sonic().qos(host).orElseThrow().port("Ethernet0");
  }

  /** A row of maps, or a whole configuration, has all that is set. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        {"PORT_QOS_MAP": {"Ethernet0": {"dscp_to_tc_map": "AZURE"}}}
        """,
        """
        {"DEVICE_METADATA": {"localhost": {"hostname": "leaf1"}},
         "PORT": {"Ethernet0": {"speed": "400000"}, "Ethernet8": {"speed": "400000"}},
         "PORT_QOS_MAP": {"Ethernet8": {"pfc_enable": "3"}}}
        """,
        """
        {"DEVICE_METADATA": {"localhost": {"hostname": "leaf1"}},
         "PORT": {"Ethernet0": {"speed": "400000"}}}
        """
      })
  void shouldKnowThatPfcIsOff(String config) {
    assertThat(port(config).lossless().get()).isEmpty();
    assertThat(port(config).lossless().findEvidence()).isPresent();
  }

  @Test
  void shouldNotKnowPfcOfAPortOfAnExcerpt() {
    assertThat(
            port("{\"PORT_QOS_MAP\": {\"Ethernet0\": {\"pfcwd_sw_enable\": \"3\"}}}")
                .lossless()
                .isReported())
        .isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"3,4|3 4", "3-4|3 4", "3|3", "0,2-4|0 2 3 4", "-|''", "none|''"})
  void shouldReadListsOfPriorities(String list, String expected) {
    String config =
        """
        {"PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "%s"}}, "PORT": {"Ethernet0": {"speed": "400000"}}}
        """
            .formatted(list);
    HostFacts host =
        HostFacts.of(
            "leaf1",
            List.of(FormatCatalogue.reader().read(FactSource.of("config_db.json"), config)));
    assertThat(new Sonic().qos(host).orElseThrow().port("Ethernet0").lossless().get())
        .map(String::valueOf)
        .isEqualTo(expected.isEmpty() ? List.of() : List.of(expected.split(" ")));
  }
}
