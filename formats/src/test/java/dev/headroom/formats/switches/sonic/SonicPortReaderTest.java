package dev.headroom.formats.switches.sonic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.Read;
import org.junit.jupiter.api.Test;

/** Forms are those of sonic-utilities' portstat_test.py and intfstat_test.py; numbers are ours. */
final class SonicPortReaderTest {
  @Test
  void shouldTakeThePortFromTheCommand() {
    FactSet facts =
        Read.host(
                """
                root@leaf3:/home/admin# show interfaces counters detailed Ethernet11
                Packets Received 64 Octets..................... 77
                Packets Received 65-127 Octets................. 6

                Jabbers Received............................... 5
                Time Since Counters Last Cleared............... None
                """)
            .facts();

    assertThat(text(facts, "Ethernet11", "counter.packets-received-64-octets")).isEqualTo("77");
    assertThat(text(facts, "Ethernet11", "counter.packets-received-65-127-octets")).isEqualTo("6");
    assertThat(text(facts, "Ethernet11", "counter.jabbers-received")).isEqualTo("5");
    assertThat(text(facts, "Ethernet11", "time-since-counters-last-cleared")).isEqualTo("None");
  }

  /** Other tables of the switch spell it out. */
  @Test
  void shouldKnowAPortByItsShortNameToo() {
    FactSet facts =
        Read.host(
                """
                root@leaf3:/home/admin# show interfaces counters detailed Eth1/1
                Packets Received 64 Octets..................... 77
                """)
            .facts();

    assertThat(text(facts, "Ethernet1/1", "counter.packets-received-64-octets")).isEqualTo("77");
  }

  @Test
  void shouldPartTheWaysOfARouterInterface() {
    FactSet facts =
        Read.allOf(
            "sonic-port",
            """
            Ethernet20
            ----------

                    RX:
                         2,000 packets
                             3 bytes
                    TX:
                         4,000 packets
                             5 error packets
            """);

    assertThat(text(facts, "Ethernet20", "counter.rx.rif-packets")).isEqualTo("2,000");
    assertThat(text(facts, "Ethernet20", "counter.tx.rif-packets")).isEqualTo("4,000");
    assertThat(text(facts, "Ethernet20", "counter.tx.rif-error-packets")).isEqualTo("5");
  }

  private static String text(FactSet facts, String port, String key) {
    return facts.text(new Subject(SubjectKind.SWITCH_PORT, port), key).get();
  }
}
