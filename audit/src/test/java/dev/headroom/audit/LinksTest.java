package dev.headroom.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.rules.RuleCatalogue;
import dev.headroom.audit.switches.HostSwitchLinks;
import dev.headroom.audit.switches.LinkReport;
import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.read.SourceReading;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
          assertThat(error.message())
              .isEqualTo(
                  "DSCP 26 is priority 3 on the host and class 4 at leaf1 Ethernet0 (link known from "
                      + proof
                      + ")");
          assertThat(error.evidence())
              .extracting(line -> line.source().name())
              .contains("mlnx_qos.txt", "config_db.json");
        });
  }

  private static final String EOS =
      """
      hostname leaf1
      !
      qos map dscp 26 to traffic-class 4
      !
      interface Ethernet1
         mtu 9214
         priority-flow-control on
         priority-flow-control priority 4 no-drop
      !
      interface Ethernet2
         mtu 1500
         priority-flow-control on
         priority-flow-control priority 5 no-drop
      !
      end
      """;

  private static final String NXOS =
      """
      hostname leaf1
      class-map type qos match-all RDMA
        match dscp 26
      policy-map type qos MARK
        class RDMA
          set qos-group 4
      policy-map type network-qos NET
        class type network-qos c-8q-nq5
          pause pfc-cos 5
      system qos
        service-policy type network-qos NET
      interface Ethernet1/17
        priority-flow-control mode on
        mtu 1500
        service-policy type qos input MARK
      """;

  private static HostFacts switchOf(String folder, String... texts) {
    List<SourceReading> readings = new ArrayList<>();
    for (String text : texts) {
      readings.add(
          FormatCatalogue.reader().read(FactSource.of(folder + readings.size() + ".txt"), text));
    }
    return HostFacts.of(folder, readings);
  }

  /** Tables print ports shorter than configurations do. */
  @ParameterizedTest
  @CsvSource({"EOS,Et2", "EOS,Ethernet2", "NX-OS,Eth1/17", "NX-OS,Ethernet1/17"})
  void shouldHoldShortNamesOfPortsAgainstTheConfiguration(String vendor, String port) {
    String table =
        """
        leaf1#show mac address-table
                  Mac Address Table
        ------------------------------------------------------------------

        Vlan    Mac Address       Type        Ports      Moves   Last Move
        ----    -----------       ----        -----      -----   ---------
          10    08ab.cc00.0000    DYNAMIC     %s        1       0:12:01 ago
        Total Mac Addresses for this criterion: 1
        """
            .formatted(port);
    HostFacts leaf = switchOf("leaf", vendor.equals("EOS") ? EOS : NXOS, table);

    assertThat(Healthy.findings(List.of(UNJOINED.facts("node1"), leaf)))
        .filteredOn(each -> each.rule().startsWith("link."))
        .extracting(Finding::rule)
        .containsExactlyInAnyOrder("link.class-differs", "link.pfc-differs", "link.mtu-differs");
    assertThat(HostSwitchLinks.of(List.of(UNJOINED.facts("node1"), leaf)))
        .extracting(HostSwitchLinks.Link::port)
        .containsExactly(vendor.equals("EOS") ? "Ethernet2" : "Ethernet1/17");
  }

  /** RDMA lies in another class on the switch, and so do its pauses: one mistake, all its lines. */
  @Test
  void shouldSayOnceThatAClassAndItsPausesLieElsewhere() {
    HostFacts host =
        Healthy.host().with("lldpctl.txt", "PortID", "Ethernet0", "Ethernet1").facts("node1");

    assertThat(Healthy.findings(List.of(host, switchOf("leaf1", EOS))))
        .filteredOn(each -> each.rule().startsWith("link."))
        .singleElement()
        .satisfies(error -> {
          assertThat(error.rule()).isEqualTo("link.class-differs");
          assertThat(error.message())
              .endsWith("; PFC is on for [3] on the host and for [4] on the switch");
          assertThat(error.evidence())
              .extracting(Evidence::text)
              .anyMatch(line -> line.contains("priority 4 no-drop"))
              .anyMatch(line -> line.contains("enabled"));
        });
  }

  @Test
  void shouldShowBothEndsOfPfcThatDiffers() {
    Healthy leaf =
        Healthy.switchOf()
            .with(
                "config_db.json",
                "PORT_QOS_MAP",
                "\"pfc_enable\": \"3,4\"",
                "\"pfc_enable\": \"4\"");

    assertThat(Healthy.findings(List.of(Healthy.host().facts("node1"), leaf.facts("leaf1"))))
        .filteredOn(each -> each.rule().equals("link.pfc-differs"))
        .singleElement()
        .satisfies(error ->
            assertThat(error.evidence())
                .extracting(line -> line.source().name())
                .contains("mlnx_qos.txt", "config_db.json"));
  }

  /** Its switch is known by name, and nothing was read of it. */
  @Test
  void shouldListPortsWhoseSwitchIsNotHere() {
    HostFacts host = Healthy.host().facts("node1");
    Audit audit = new Audit(RuleCatalogue.all());
    audit.add(audit.judge(host));
    audit.add(audit.judge(Healthy.switchOf().facts("leaf1")));

    AuditedCabling cabled = LinkReport.of(audit);
    assertThat(cabled.links()).extracting(AuditedCabling.Link::nic).containsExactly("eth0");
    assertThat(cabled.unconnected())
        .singleElement()
        .satisfies(each -> {
          assertThat(each.end()).hasToString("node1 eth1");
          assertThat(each.why())
              .isEqualTo(
                  "LLDP shows it at leaf2 Ethernet0, but there is no input from that switch");
        });
  }

  /** Folders are called as people like. */
  @Test
  void shouldJoinMachinesByWhatTheyCallThemselves() {
    HostFacts host = UNJOINED.withFile("etc/hostname", "gpu2\n").facts("bundleA");
    String table =
        """
        leaf1#show lldp neighbors
        Port          Neighbor Device ID       Neighbor Port ID    TTL
        ---------- ------------------------ ---------------------- ---
        Et2           gpu2                     eth0                120
        """;

    assertThat(HostSwitchLinks.of(List.of(host, switchOf("tuesday", EOS, table))))
        .singleElement()
        .satisfies(link -> {
          assertThat(link.host().name()).isEqualTo("bundleA");
          assertThat(link.port()).isEqualTo("Ethernet2");
        });
  }

  /** SONiC's LLDP tells a port's alias. */
  @Test
  void shouldKnowAPortByItsAlias() {
    Healthy host = Healthy.host().with("lldpctl.txt", "PortID", "Ethernet0", "etp1");
    Healthy leaf =
        SICK.with("config_db.json", "\"Ethernet0\": {", "\"fec\"", "\"alias\": \"etp1\",\n\"fec\"");
    assertThat(HostSwitchLinks.of(List.of(host.facts("node1"), leaf.facts("leaf1"))))
        .extracting(HostSwitchLinks.Link::port)
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
    assertThat(HostSwitchLinks.of(List.of(host, SICK.facts("leaf1"))))
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
            HostSwitchLinks.of(
                List.of(
                    listed.facts("node1.east.example.com"),
                    UNJOINED.facts("node1.west.example.com"),
                    SICK.facts("leaf1"))))
        .isEmpty();
  }

  @Test
  void shouldJoinNothingWithoutEvidence() {
    assertThat(HostSwitchLinks.of(List.of(UNJOINED.facts("node1"), SICK.facts("leaf1")))).isEmpty();
  }
}
