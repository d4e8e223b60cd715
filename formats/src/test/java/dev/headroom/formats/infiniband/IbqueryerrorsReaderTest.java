package dev.headroom.formats.infiniband;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.Read;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** As published, with other names and GUIDs. */
final class IbqueryerrorsReaderTest {
  private static Subject port(String name) {
    return new Subject(SubjectKind.SWITCH_PORT, name);
  }

  @Test
  void shouldTellPortsOfNodesApartThatHaveOneName() {
    FactSet facts =
        Read.allOf(
            "ibqueryerrors",
            """
            Errors for 0xb8599f0300000001 "Quantum Mellanox Technologies"
               GUID 0xb8599f0300000001 port ALL: [LinkDownedCounter == 25 (25.000)] [PortXmitWait == 14681376621 (13.673G)]
               GUID 0xb8599f0300000001 port 3: [LinkDownedCounter == 25 (25.000)] [PortXmitDiscards == 2846 (2.779K)]
            Errors for 0xb8599f0300000002 "Quantum Mellanox Technologies"
               GUID 0xb8599f0300000002 port 3: [LinkDownedCounter == 4 (4.000)]
            Errors for "node7 mlx5_0"
               GUID 0xb8599f0300000007 port 1: [PortRcvErrors == 52]
            """);

    assertThat(Set.copyOf(facts.subjects(SubjectKind.SWITCH_PORT)))
        .containsExactlyInAnyOrder(
            port("Quantum Mellanox Technologies (0xb8599f0300000001)/3"),
            port("Quantum Mellanox Technologies (0xb8599f0300000002)/3"),
            port("node7 mlx5_0 (0xb8599f0300000007)/1"));
    assertThat(discards(facts, 1).get()).isEqualTo(2846);
    assertThat(
            facts
                .text(
                    new Subject(
                        SubjectKind.NODE, "Quantum Mellanox Technologies (0xb8599f0300000002)"),
                    "name")
                .get())
        .isEqualTo("Quantum Mellanox Technologies");
  }

  /** Of nodes that describe themselves alike, another reading may list the second alone. */
  @Test
  void shouldCallAPortTheSameWhateverElseIsListed() {
    String first =
        """
        Errors for 0xb8599f0300000001 "Quantum Mellanox Technologies"
           GUID 0xb8599f0300000001 port 3: [PortXmitDiscards == 9]
        """;
    String second =
        """
        Errors for 0xb8599f0300000002 "Quantum Mellanox Technologies"
           GUID 0xb8599f0300000002 port 3: [PortXmitDiscards == 2846]
        """;

    assertThat(discards(Read.allOf("ibqueryerrors", first + second), 2).get()).isEqualTo(2846);
    assertThat(discards(Read.allOf("ibqueryerrors", second), 2).get()).isEqualTo(2846);
  }

  private static ReportedValue<Long> discards(FactSet facts, int node) {
    return facts.number(
        port("Quantum Mellanox Technologies (0xb8599f030000000%d)/3".formatted(node)),
        "counter.PortXmitDiscards");
  }

  @Test
  void shouldKnowFormerNamesAndLinesWithoutTheirNode() {
    FactSet facts =
        Read.allOf(
            "ibqueryerrors",
            "GUID 0x506b4b0300000210 port 4: [XmtWait == 2109] [SymbolErrors == 41] [LinkDowned == 2]\n");

    Subject port = port("0x506b4b0300000210/4");
    assertThat(facts.number(port, "counter.SymbolErrorCounter").get()).isEqualTo(41);
    assertThat(facts.number(port, "counter.LinkDownedCounter").get()).isEqualTo(2);
    assertThat(facts.number(port, "counter.PortXmitWait").get()).isEqualTo(2109);
  }

  @Test
  void shouldReadTheLinkBehindAPort() {
    FactSet facts =
        Read.allOf(
            "ibqueryerrors",
            """
            Errors for 0xb8599f0300000001 "leaf1"
               GUID 0xb8599f0300000001 port 5: [SymbolErrorCounter == 7]
                   Link info:     12    5[  ] ==( 4X          25.78125 Gbps Active/  LinkUp)==>  0xb8599f0300000009      17    1[  ] "node9 mlx5_0" ( )
            """);

    Subject link = new Subject(SubjectKind.LINK, "leaf1/5");
    assertThat(facts.text(link, "lane.gbps").get()).isEqualTo("25.78125");
    assertThat(facts.text(link, "peer.name").get()).isEqualTo("node9 mlx5_0");
  }
}
