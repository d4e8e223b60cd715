package dev.headroom.formats.switches.sonic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SonicConfigurationTest {
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
