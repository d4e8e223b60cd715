package dev.headroom.audit.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.Audit;
import dev.headroom.audit.Finding;
import dev.headroom.audit.fix.FixStep;
import dev.headroom.audit.rules.RuleCatalogue;
import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.HostsReader;
import dev.headroom.formats.source.MachineSource;
import dev.headroom.formats.source.SourceStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** QoS of NICs that are not NVIDIA's, and of clusters whose lossless priority is not 3. */
final class QosOfOtherVendorsTest {
  private static final String PFC_OFF =
      """
      # dcb pfc show dev eth1
      pfc-cap 8 macsec-bypass off delay 0
      prio-pfc 0:off 1:off 2:off 3:off 4:off 5:off 6:off 7:off
      """;

  @Test
  void shouldNotGiveToolsOfNvidiaToOthersNics() throws IOException {
    assertThat(fixes(PFC_OFF).get("qos.pfc-off")).contains("dcb pfc set").doesNotContain("mlnx");
    assertThat(fixes("# ethtool -i eth1\ndriver: mlx5_core\nversion: 6.8\n" + PFC_OFF))
        .containsEntry("qos.pfc-off", "mlnx_qos -i 'eth1' --pfc '0,0,0,1,0,0,0,0'");
  }

  /** DSCP 46 is RDMA's here, and goes to 5. */
  @Test
  void shouldKeepThePriorityThatRdmaUses() throws IOException {
    String job =
        """
        # dcb app show dev eth1
        dscp-prio 46:5
        # env | grep NCCL
        NCCL_IB_TC=184
        """;
    assertThat(fixes(PFC_OFF + job).get("qos.pfc-off")).contains("5:on");
    assertThat(fixes(PFC_OFF.replaceAll("([4-6]):off", "$1:on") + job).get("qos.pfc-many"))
        .contains("5:on");
  }

  /** The usual DSCP of priority 5, 42, is nowhere in this map. */
  @Test
  void shouldNameADscpThatGoesThere() throws IOException {
    String text =
        PFC_OFF.replace("5:off", "5:on")
            + """
            # dcb app show dev eth1
            dscp-prio 26:3 40:5
            # env | grep NCCL
            NCCL_IB_TC=106
            """;
    assertThat(fixes(text).get("qos.dscp-not-lossless")).contains("NCCL_IB_TC='162'");
  }

  @Test
  void shouldHearOfDcqcnFromNicctl() throws IOException {
    String text =
        """
        # nicctl show dcqcn
        NIC : 42424650-4c32-3533-3330-323934000000 (0000:f6:00.0)
        ------------------------------------------------------------
              ROCE device                                : ionic_7
              DCQCN profile id                         : 1
              Status                                   : %s
        """;
    assertThat(fixes(text.formatted("Disabled"))).containsOnlyKeys("qos.dcqcn-off");
    assertThat(fixes(text.formatted("Enabled"))).isEmpty();
  }

  /** As bundles have it. */
  @Test
  void shouldReadDcbAsJson() throws IOException {
    String text =
        """
        # dcb -j pfc show dev eth1
        {"pfc_cap":8,"macsec_bypass":false,"delay":0,"prio_pfc":[false,false,false,true,false,false,false,false]}
        # dcb -j app show dev eth1
        {"dscp_prio":[[26,4],[34,3]]}
        # env | grep NCCL
        NCCL_IB_TC=106
        """;
    assertThat(fixes(text).get("qos.dscp-not-lossless")).contains("NCCL_IB_TC='138'");
    assertThat(fixes(text.replace("26,4", "26,3"))).isEmpty();
    assertThat(fixes(text.replace("true", "false"))).containsOnlyKeys("qos.pfc-off");
    assertThat(fixes("# dcb -j apptrust show dev eth1\n{\"order\":[\"pcp\"]}\n"))
        .containsOnlyKeys("qos.trust");
  }

  @Test
  void shouldHearOfPausesFromEthtoolsJson() throws IOException {
    String text =
        "# ethtool --json -a eth1\n[ {\n \"ifname\": \"eth1\",\n \"autonegotiate\": false,\n \"rx\": %s,\n \"tx\": false\n} ]\n";
    assertThat(fixes(text.formatted("true"))).containsOnlyKeys("qos.global-pause");
    assertThat(fixes(text.formatted("false"))).isEmpty();
  }

  /** The interface that the machine is managed by needs no PFC. */
  @Test
  void shouldLeaveInterfacesAloneThatDoNoRdma() throws IOException {
    String link = "# rdma link\nlink bnxt_re0/1 state ACTIVE physical_state LINK_UP netdev %s\n";
    assertThat(fixes(link.formatted("eth1") + PFC_OFF)).containsKey("qos.pfc-off");
    assertThat(fixes(link.formatted("eth2") + PFC_OFF)).isEmpty();
  }

  /** What a switch says over LLDP is not what the NIC does. */
  @Test
  void shouldNotTakeTheNeighboursWordForTheNics() throws IOException {
    String text =
        """
        # lldptool -t %s-i eth1 -V PFC
        IEEE 8021QAZ PFC TLV
        \t Willing: no
        \t PFC enabled: none
        """;
    assertThat(fixes(text.formatted(""))).containsKey("qos.pfc-off");
    assertThat(fixes(text.formatted("-n "))).isEmpty();
  }

  private static Map<String, String> fixes(String text) throws IOException {
    HostFacts host =
        new HostsReader(FormatCatalogue.reader())
            .read(SourceStream.of(List.of(MachineSource.of("node", "text.txt", text))))
            .getFirst();
    Map<String, String> fixes = new TreeMap<>();
    for (Finding finding : new Audit(RuleCatalogue.all()).judge(host).findings()) {
      fixes.put(
          finding.rule(),
          finding.remedy().fix().steps().stream()
              .map(FixStep::command)
              .collect(Collectors.joining("; ")));
    }
    return fixes;
  }
}
