package dev.headroom.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.switches.Links;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two hosts and a switch that puts DSCP 26 into another class than they do: one error for each link
 * that names both lines, whatever joined the two ends.
 */
final class LinksTest {
  private static final Healthy UNJOINED = Healthy.host().without("lldpctl.txt");
  private static final Healthy SICK =
      Healthy.switchOf().with("config_db.json", "DSCP_TO_TC_MAP", "\"26\": \"3\"", "\"26\": \"4\"");

  private static List<HostFacts> joinedBy(String proof) {
    return switch (proof) {
      case "LLDP" ->
          List.of(Healthy.host().facts("node1"), UNJOINED.facts("node2"), SICK.facts("leaf1"));
      case "a MAC table" ->
          List.of(
              UNJOINED.facts("node1"),
              UNJOINED.withFile("ip_link.txt", "").facts("node2"),
              SICK.withFile(
                      "show_mac.txt",
                      """
                      admin@leaf1:~$ show mac
                        No.    Vlan  MacAddress         Port       Type
                      -----  ------  -----------------  ---------  -------
                          1     100  08:AB:CC:00:00:00  Ethernet0  Dynamic
                          2     100  08:AB:CC:00:00:99  Ethernet8  Dynamic
                      Total number of entries 2
                      """)
                  .facts("leaf1"));
      default ->
          List.of(
              UNJOINED
                  .withFile("cabling.csv", "host,nic,switch,port\nnode1,eth0,leaf1,Ethernet0\n")
                  .facts("node1"),
              UNJOINED.facts("node2"),
              SICK.facts("leaf1"));
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"LLDP", "a MAC table", "a list"})
  void shouldSayOnceWithBothLines(String proof) {
    List<HostFacts> machines = joinedBy(proof);
    List<Finding> errors =
        Healthy.findings(machines).stream()
            .filter(each -> each.severity() == Severity.ERROR)
            .toList();

    assertThat(errors)
        .singleElement()
        .satisfies(error -> {
          assertThat(error.rule()).isEqualTo("link.class-differs");
          assertThat(error.subject()).isEqualTo("node1 eth0");
          assertThat(error.what())
              .isEqualTo(
                  "DSCP 26 is priority 3 here and class 4 at leaf1 Ethernet0 (joined by "
                      + proof
                      + ")");
          assertThat(error.evidence())
              .extracting(line -> line.source().name())
              .contains("mlnx_qos.txt", "config_db.json");
        });
  }

  /** SONiC's LLDP tells a port's alias. */
  @Test
  void shouldKnowAPortByItsAlias() {
    Healthy host = Healthy.host().with("lldpctl.txt", "PortID", "Ethernet0", "etp1");
    Healthy leaf =
        SICK.with("config_db.json", "\"Ethernet0\": {", "\"fec\"", "\"alias\": \"etp1\",\n\"fec\"");
    assertThat(Links.of(List.of(host.facts("node1"), leaf.facts("leaf1"))))
        .extracting(Links.Link::port)
        .contains("Ethernet0");
    assertThat(Healthy.findings(List.of(host.facts("node1"), leaf.facts("leaf1"))))
        .extracting(Finding::rule)
        .contains("link.class-differs");
  }

  /** Lists name RDMA devices, and machines with their domain. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "node1,mlx5_0,leaf1,Ethernet0",
        "node1.example.com,eth0,leaf1.dc1.example.com,Ethernet0",
        "node1.example.com,mlx5_0,leaf1.example.com,Ethernet0\nnode1,eth0,leaf1,Ethernet0"
      })
  void shouldKnowEndsByTheirOtherNames(String row) {
    HostFacts host =
        UNJOINED.withFile("cabling.csv", "host,nic,switch,port\n" + row + "\n").facts("node1");
    assertThat(Links.of(List.of(host, SICK.facts("leaf1"))))
        .singleElement()
        .satisfies(link -> {
          assertThat(link.nic()).isEqualTo("eth0");
          assertThat(link.port()).isEqualTo("Ethernet0");
        });
  }

  @Test
  void shouldNotGuessBetweenNamesakes() {
    Healthy listed =
        UNJOINED.withFile("cabling.csv", "host,nic,switch,port\nnode1,eth0,leaf1,Ethernet0\n");
    assertThat(
            Links.of(
                List.of(
                    listed.facts("node1.east.example.com"),
                    UNJOINED.facts("node1.west.example.com"),
                    SICK.facts("leaf1"))))
        .isEmpty();
  }

  @Test
  void shouldJoinNothingWithoutEvidence() {
    assertThat(Links.of(List.of(UNJOINED.facts("node1"), SICK.facts("leaf1")))).isEmpty();
  }
}
