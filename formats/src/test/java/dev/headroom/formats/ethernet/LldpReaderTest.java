package dev.headroom.formats.ethernet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.Read;
import org.junit.jupiter.api.Test;

/** Interfaces with what their owners call them. */
final class LldpReaderTest {
  @Test
  void shouldReadAnInterfaceThatHasAnAlias() {
    FactSet facts =
        Read.allOf(
            "lldp",
            """
            Interface:    ens5f0, alias: to rack (b), row 3, via: LLDP, RID: 4, Time: 2 days, 01:02:03
              Chassis:
                SysName:      leaf9
              Port:
                PortID:       ifname Ethernet12
            """);
    Subject ens5f0 = Subject.netdev("ens5f0");

    assertThat(facts.text(ens5f0, "lldp.alias").get()).isEqualTo("to rack (b), row 3");
    assertThat(facts.text(ens5f0, "lldp.via").get())
        .isEqualTo("LLDP, RID: 4, Time: 2 days, 01:02:03");
    assertThat(facts.text(ens5f0, "neighbor.switch").get()).isEqualTo("leaf9");
    assertThat(facts.text(ens5f0, "neighbor.port").get()).isEqualTo("Ethernet12");
  }
}
