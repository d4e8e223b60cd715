package dev.headroom.formats.cabling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.cabling.CablingEvidence.HostEnd;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.read.Read;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CablingTest {
  private static final String MAC_TABLE =
      """
      No. Vlan MacAddress Port Type
      1 1000 0C:42:A1:00:00:01 Ethernet0 Dynamic
      2 1000 0C:42:A1:00:00:02 Ethernet8 Dynamic
      3 1000 0C:42:A1:FF:00:99 Ethernet8 Dynamic
      """;

  private static final String LLDP_TABLE =
      """
      LocalPort RemoteDevice RemotePortID Capability RemotePortDescr
      Ethernet0 gpu-1 0c:42:a1:00:00:01 BR eth0
      Ethernet8 gpu-2 eth0 BR eth0
      Ethernet96 spine-1 Ethernet4 BR Ethernet4
      """;

  @Test
  void shouldJoinByWhatTheHostHears() {
    HostFacts host =
        machine(
            "gpu-1",
            fact(Subject.netdev("eth0"), "neighbor.switch", "leaf-1"),
            fact(Subject.netdev("eth0"), "neighbor.port", "Ethernet0"));

    Cabling cabling = Cabling.of(List.of(host), List.of());

    assertThat(cabling.connections())
        .singleElement()
        .hasToString("gpu-1 eth0 - leaf-1 Ethernet0 (LLDP)");
    assertThat(cabling.unconnected()).isEmpty();
  }

  @Test
  void shouldJoinByWhatTheSwitchHears() {
    Cabling cabling =
        Cabling.of(
            List.of(host("gpu-1", "01"), host("gpu-2", "02"), table("leaf-1", LLDP_TABLE)),
            List.of());

    assertThat(cabling.connections())
        .extracting(PortConnection::toString)
        .contains("gpu-1 eth0 - leaf-1 Ethernet0 (LLDP)", "gpu-2 eth0 - leaf-1 Ethernet8 (LLDP)");
  }

  @Test
  void shouldJoinByAddress() {
    Cabling cabling =
        Cabling.of(
            List.of(host("gpu-1", "01"), host("gpu-2", "02"), table("leaf-1", MAC_TABLE)),
            List.of());

    assertThat(cabling.connections())
        .extracting(PortConnection::toString)
        .containsExactly(
            "gpu-1 eth0 - leaf-1 Ethernet0 (a MAC table)",
            "gpu-2 eth0 - leaf-1 Ethernet8 (a MAC table)");
    assertThat(cabling.connections().getFirst().evidence().getFirst().evidence().text())
        .contains("0C:42:A1:00:00:01");
  }

  /** As EOS and NX-OS print it, in short and at length: without rulers, with a line broken. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        Port       Neighbor Device ID             Neighbor Port ID           TTL
        Et1/1      gpu-1                          0c42.a100.0001             120
        """,
        """
        Device ID            Local Intf      Hold-time  Capability  Port ID
        a-name-that-is-much-too-long
                             Et1/1           120                    0c42.a100.0001
        """,
        """
        Interface Et1/1 detected 1 LLDP neighbors:

          Neighbor 0c42.a100.0001/0c42.a100.0001, age 12 seconds
          - Port ID type: MAC address (3)
            Port ID     : 0c42.a100.0001
          - System Name: "gpu-1"
          - IEEE802.1/IEEE802.3 Link Aggregation
            Port ID                : 0
        """,
        """
        Chassis id: 0c42.a100.0001
        Port id: eth7
        Local Port id: Et1/1
        System Name: 0c42.a100.0001
        """
      })
  void shouldJoinByNeighborsThatASwitchShows(String text) {
    Cabling cabling =
        Cabling.of(
            List.of(host("gpu-1", "01"), HostFacts.of("leaf-1", List.of(Read.text(text)))),
            List.of());

    assertThat(cabling.connections())
        .extracting(PortConnection::toString)
        .containsExactly("gpu-1 eth0 - leaf-1 Et1/1 (LLDP)");
  }

  @Test
  void shouldJoinByNeighborsAsJson() {
    String text =
        """
        {"lldp": {"interface": [
          {"eth0": {"via": "LLDP",
            "chassis": {"leaf-1": {"id": {"type": "mac", "value": "00:11:22:33:44:55"}}},
            "port": {"id": {"type": "ifname", "value": "25GE1/0/39"}, "ttl": "120"}}}]}}
        """;

    Cabling cabling =
        Cabling.of(List.of(HostFacts.of("gpu-1", List.of(Read.text(text)))), List.of());

    assertThat(cabling.connections())
        .extracting(PortConnection::toString)
        .containsExactly("gpu-1 eth0 - leaf-1 25GE1/0/39 (LLDP)");
  }

  /** A spine learns every address at the port to the leaf. */
  @Test
  void shouldPreferThePortWhereFewestAddressesAreLearned() {
    String spine =
        """
        No. Vlan MacAddress Port Type
        1 1000 0C:42:A1:00:00:01 Ethernet4 Dynamic
        2 1000 0C:42:A1:00:00:02 Ethernet4 Dynamic
        3 1000 0C:42:A1:00:00:03 Ethernet4 Dynamic
        """;

    Cabling cabling =
        Cabling.of(
            List.of(
                table("spine-1", spine),
                table("leaf-1", MAC_TABLE),
                host("gpu-1", "01"),
                host("gpu-2", "02")),
            List.of());

    assertThat(cabling.of("gpu-1", "eth0").orElseThrow().port()).hasToString("leaf-1 Ethernet0");
    assertThat(cabling.of("gpu-2", "eth0").orElseThrow().port()).hasToString("leaf-1 Ethernet8");
  }

  @Test
  void shouldNotGuess() {
    String same = "No. Vlan MacAddress Port Type\n1 1000 0C:42:A1:00:00:01 Ethernet0 Dynamic\n";

    Cabling cabling =
        Cabling.of(
            List.of(table("leaf-1", same), table("leaf-2", same), host("gpu-1", "01")), List.of());

    assertThat(cabling.connections()).isEmpty();
    assertThat(cabling.unconnected())
        .singleElement()
        .satisfies(each -> {
          assertThat(each.end()).isEqualTo(new HostEnd("gpu-1", "eth0"));
          assertThat(each.why())
              .isEqualTo("a MAC table shows it at leaf-1 Ethernet0 and at leaf-2 Ethernet0");
        });
  }

  @Test
  void shouldBelieveAListFirstAndSayWhatContradictsIt() {
    HostFacts host =
        machine(
            "gpu-1",
            fact(Subject.netdev("eth0"), "neighbor.switch", "leaf-1"),
            fact(Subject.netdev("eth0"), "neighbor.port", "Ethernet0"));
    List<CablingEvidence> list =
        List.of(
            new CablingEvidence(
                new CablingEvidence.HostEnd("gpu-1", "eth0"),
                new CablingEvidence.SwitchEnd("leaf-1", "Ethernet4"),
                CablingSource.LIST,
                new Evidence(FactSource.of("links.csv"), 2, "gpu-1,eth0,leaf-1,Ethernet4")));

    Cabling cabling = Cabling.of(List.of(host), list);

    assertThat(cabling.connections())
        .singleElement()
        .satisfies(join -> {
          assertThat(join).hasToString("gpu-1 eth0 - leaf-1 Ethernet4 (a list)");
          assertThat(join.contradicting())
              .singleElement()
              .extracting(CablingEvidence::port)
              .hasToString("leaf-1 Ethernet0");
        });
  }

  /** The host hears the long name of both, the switch prints the short one of its port. */
  @Test
  void shouldTakeTwoNamesOfOnePortForOne() {
    HostFacts host =
        machine(
            "gpu-1",
            fact(Subject.netdev("eth0"), "neighbor.switch", "Leaf-1"),
            fact(Subject.netdev("eth0"), "neighbor.port", "Ethernet2"));
    HostFacts leaf = table("folder", "LocalPort RemoteDevice RemotePortID\nEt2 gpu-1 eth0\n");
    leaf.facts().add(fact(Subject.host(), "hostname", "leaf-1"));

    Cabling cabling = Cabling.of(List.of(host, leaf), List.of());

    assertThat(cabling.unconnected()).isEmpty();
    assertThat(cabling.connections())
        .singleElement()
        .satisfies(join -> {
          assertThat(join.evidence()).hasSize(2);
          assertThat(join.contradicting()).isEmpty();
          assertThat(join.port().name()).isEqualTo("folder");
        });
  }

  /** Folders are called as people like; LLDP names the machine. */
  @Test
  void shouldKnowAMachineByWhatItCallsItself() {
    HostFacts host =
        machine(
            "bundle-7",
            fact(Subject.host(), "hostname", "gpu-2.example.com"),
            fact(Subject.port("mlx5_0", "1"), "netdev", "eth0"));

    assertThat(
            Cabling.of(List.of(host, table("leaf-1", LLDP_TABLE)), List.of())
                .of("bundle-7", "eth0"))
        .hasValueSatisfying(join -> assertThat(join.port().port()).isEqualTo("Ethernet8"));
  }

  @Test
  void shouldJoinByTheFabricsOwnMap() {
    HostFacts host =
        machine("gpu-1", fact(Subject.rdma("mlx5_0"), "guid.node", "0c42a10300123456"));
    HostFacts manager =
        machine(
            "sm",
            fact(
                new Subject(SubjectKind.LINK, "S-248a0703001122aa/7"),
                "peer",
                "H-0c42a10300123456"));

    assertThat(Cabling.of(List.of(host, manager), List.of()).connections())
        .singleElement()
        .hasToString("gpu-1 mlx5_0 - S-248a0703001122aa 7 (the fabric's own map)");
  }

  @Test
  void shouldListWhatNothingJoins() {
    HostFacts host = machine("gpu-1", fact(Subject.port("mlx5_0", "1"), "netdev", "eth0"));

    assertThat(Cabling.of(List.of(host), List.of()).unconnected())
        .singleElement()
        .satisfies(each -> assertThat(each.why()).startsWith("it is in no LLDP, MAC or ARP table"));
  }

  private static HostFacts host(String name, String last) {
    return machine(
        name,
        fact(Subject.netdev("eth0"), "address", "0c:42:a1:00:00:" + last),
        fact(Subject.port("mlx5_0", "1"), "netdev", "eth0"));
  }

  /** Rows as the reader of tables says them. */
  private static HostFacts table(String name, String text) {
    List<String> lines = text.lines().toList();
    String[] heads = lines.getFirst().split(" ");
    List<Fact> facts = new ArrayList<>();
    for (int i = 1; i < lines.size(); i++) {
      String[] cells = lines.get(i).split(" ");
      Subject row = new Subject(SubjectKind.ITEM, "table at 1|" + cells[0]);
      Evidence evidence = new Evidence(FactSource.of(name), i + 1, lines.get(i));
      facts.add(new Fact(row, "row", cells[0], evidence));
      for (int j = 1; j < cells.length; j++) {
        facts.add(new Fact(row, heads[j].toLowerCase(Locale.ROOT), cells[j], evidence));
      }
    }
    return machine(name, facts.toArray(Fact[]::new));
  }

  private static HostFacts machine(String name, Fact... facts) {
    return new HostFacts(name, new FactSet(List.of(facts)), List.of());
  }

  private static Fact fact(Subject subject, String key, String value) {
    return new Fact(subject, key, value, new Evidence(FactSource.of("made"), 1, value));
  }
}
