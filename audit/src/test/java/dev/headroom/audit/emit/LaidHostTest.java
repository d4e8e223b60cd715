package dev.headroom.audit.emit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.emit.DeviceChange;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.nic.NicIdentity;
import dev.headroom.formats.nic.WantedNic;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What tools of hosts print after a plan; made again against it, the plan is empty. */
final class LaidHostTest {
  private static final String FILE = "node1.txt";

  private static final String SCENARIO =
      """
      fabric: {topology: leaf-spine, leaves: 1, spines: 1, hostsPerLeaf: 2}
      workload: {type: permutation, size: 1MiB}
      pfc: {classes: [3, 4]}
      congestion: {rateAi: 40Mbps, clampTarget: true}
      hosts: {cpu.moderation: 16us, cpu.adaptive: false, dscpMap: "34=3,48=6,50=1", scheduling: "strict:6 dwrr:0=40,1=2,2=2,3=50,4=2,5=2,7=2"}
      """;

  private static final String LINK =
      "$ rdma link\nlink %s/1 state ACTIVE physical_state LINK_UP netdev eth0\n";

  private static final String NICCTL =
      """
      $ nicctl show qos
      NIC  : 42424650-4c32-3533-3330-323934000000 (0000:14:00.0)

      Port : 0490814a-6c40-4242-4242-000011010000

        Classification type         : DSCP

        DSCP-to-priority :
          DSCP bitmap               : 0xfffffffffbffffff ==> priority : 0
          DSCP bitmap               : 0x0000000004000000 ==> priority : 3
          DSCP                      : 0-25, 27-63 ==> priority : 0
          DSCP                      : 26 ==> priority : 3

        PFC :
          PFC priority bitmap       : 0x8
          PFC no-drop priorities    : 3

        Scheduling :
          --------------------------------------------
          Priority  Scheduling  Bandwidth Rate-limit
                    Type        (in %age) (in Gbps)
          --------------------------------------------
          0         DWRR        1         N/A
          3         DWRR        99        N/A
          6         strict      N/A       10
      $ nicctl show dcqcn

      NIC : 42424650-4c32-3533-3330-323934000000 (0000:14:00.0)
      ------------------------------------------------------------------------------------------

            ROCE device                                : ionic_0
            Rate increase in AI phase                : 160
            Rate increase interval                   : 1
      """;

  private static final String NICCLI =
      """
      # niccli --dev 1 qos --ets --show
      IEEE 8021QAZ ETS Configuration TLV:
               PRIO_MAP: 0:0 1:0 2:0 3:1 4:0 5:0 6:0 7:2
               TSA_MAP: 0:ets 1:ets 2:strict
      IEEE 8021QAZ PFC TLV:
               PFC enabled: 3
      IEEE 8021QAZ APP TLV:
               APP#0:
                Priority: 7
                Sel: 5
                DSCP: 48

               APP#1:
                Priority: 2
                Sel: 5
                DSCP: 34

               APP#2:
                Priority: 5
                Sel: 5
                DSCP: 34

      """;

  private static final String ETHTOOL =
      """
      $ ethtool -c eth0
      Coalesce parameters for eth0:
      Adaptive RX: on  TX: on
      rx-usecs: 8
      """;

  private static final String MLNX =
      """
      $ mlnx_qos -i eth0
      DCBX mode: OS controlled
      Priority trust state: dscp
      dscp2prio mapping:
              prio:0 dscp:07,06,05,04,03,02,01,00,
              prio:1 dscp:15,14,13,12,11,10,09,08,
              prio:2 dscp:23,22,21,20,19,18,17,16,
              prio:3 dscp:31,30,29,28,27,26,25,24,
              prio:4 dscp:39,38,37,36,35,34,33,32,
              prio:5 dscp:47,46,45,44,43,42,41,40,
              prio:6 dscp:55,54,53,52,51,50,49,48,
              prio:7 dscp:63,62,61,60,59,58,57,56,
      PFC configuration:
              priority    0   1   2   3   4   5   6   7
              enabled     0   0   0   1   0   0   0   0
      tc: 0 ratelimit: unlimited, tsa: vendor
               priority:  1
      tc: 1 ratelimit: unlimited, tsa: vendor
               priority:  0
      tc: 2 ratelimit: unlimited, tsa: vendor
               priority:  2
      tc: 3 ratelimit: unlimited, tsa: vendor
               priority:  3
      tc: 4 ratelimit: unlimited, tsa: vendor
               priority:  4
      tc: 5 ratelimit: unlimited, tsa: vendor
               priority:  5
      tc: 6 ratelimit: unlimited, tsa: vendor
               priority:  6
      tc: 7 ratelimit: unlimited, tsa: vendor
               priority:  7
      """;

  private static final String MLXCONFIG =
      """
      $ mlxconfig -d mlx5_0 -e query

      Device #1:
      ----------

      Device type:        ConnectX7
      Device:             mlx5_0

      Configurations:                             Default      Current      Next Boot
              RPG_AI_RATE_P1                      5            5            5
              CLAMP_TGT_RATE_P1                   False(0)     False(0)     False(0)
              CLAMP_TGT_RATE_AFTER_TIME_INC_P1    True(1)      True(1)      True(1)
      """;

  private static final String DCB =
      """
      $ dcb pfc show dev eth0
      pfc-cap 8 macsec-bypass off delay 0
      prio-pfc 0:off 1:off 2:off 3:on 4:off 5:off 6:off 7:off
      $ dcb app show dev eth0
      dscp-prio AF31:3 48:6
      $ dcb ets show dev eth0
      willing off ets-cap 8 cbs off
      tc-bw 0:0 1:0 2:0 3:0 4:0 5:0 6:0 7:0
      tc-tsa 0:strict 1:strict 2:strict 3:strict 4:strict 5:strict 6:strict 7:strict
      prio-tc 0:1 1:0 2:2 3:3 4:4 5:5 6:6 7:7
      """;

  private static final Map<String, String> SHOWN =
      Map.of(
          "ionic_0", NICCTL,
          "bnxt_re0", NICCLI,
          "mlx5_0", MLNX + MLXCONFIG,
          "rocep20s0", DCB);

  private static HostFacts host(String text) {
    return HostFacts.of("node1", List.of(FormatCatalogue.reader().read(FactSource.of(FILE), text)));
  }

  private static EmitPlan plan(String text) {
    return EmitPlanner.plan(
        EmitPlannerTest.scenario(SCENARIO), EmitBundle.of(List.of(host(text))), EmitTargets.ALL);
  }

  private static LaidFiles laid(String text) {
    LaidFiles files = new LaidFiles();
    for (DeviceEmission device : plan(text).devices()) {
      device.parts().forEach(part -> LaidHost.lay(host(text), part, files));
    }
    return files;
  }

  @ParameterizedTest
  @ValueSource(strings = {"ionic_0", "bnxt_re0", "mlx5_0", "rocep20s0"})
  void shouldHaveNothingToChangeAfterwards(String device) {
    String text = LINK.formatted(device) + ETHTOOL + SHOWN.getOrDefault(device, "");
    EmitPlan plan = plan(text);
    assertThat(plan.changes())
        .filteredOn(change -> !change.isRefused())
        .extracting(DeviceChange::knob)
        .contains("pfc.classes", "hosts.dscpMap", "hosts.cpu.moderation");

    LaidFiles files = laid(text);
    String after = files.edited(FILE, text);

    assertThat(files.left()).isEmpty();
    assertThat(plan(after).steps())
        .as(after)
        .flatExtracting(step -> step.step().commands())
        .isEmpty();
  }

  /** As {@code ethtool --json} prints it, where the adaptive delay is a flag of the name rx. */
  @Test
  void shouldLayJsonOfEthtool() {
    String json =
        """
        $ ethtool --json -c eth0
        [ {
                "ifname": "eth0",
                "rx": true,
                "tx": true,
                "rx-usecs": 8,
                "tx-usecs": 8
            } ]
        """;
    String text = LINK.formatted("ionic_0") + json + SHOWN.getOrDefault("ionic_0", "");
    LaidFiles files = laid(text);
    String after = files.edited(FILE, text);

    assertThat(files.left()).isEmpty();
    assertThat(after).containsPattern("\"rx-usecs\": (?!8,)\\d+,\n").contains("\"tx-usecs\": 8\n");
    assertThat(plan(after).steps())
        .as(after)
        .flatExtracting(step -> step.step().commands())
        .isEmpty();
  }

  /**
   * A name that begins like another one is another variable, and the default is nobody's choice.
   */
  @Test
  void shouldChangeTheVariableOfTheFirmwareAlone() {
    String text = LINK.formatted("mlx5_0") + ETHTOOL + MLNX + MLXCONFIG;
    assertThat(laid(text).edited(FILE, text))
        .containsPattern("CLAMP_TGT_RATE_P1 +False\\(0\\) +True\\(1\\) +True\\(1\\)\n")
        .containsPattern(
            "CLAMP_TGT_RATE_AFTER_TIME_INC_P1 +True\\(1\\) +True\\(1\\) +True\\(1\\)\n")
        .containsPattern("RPG_AI_RATE_P1 +5 +40 +40\n");
  }

  @Test
  void shouldRewriteJsonOfDcb() {
    String pfc = "{\"pfc_cap\":8,\"prio_pfc\":[false,false,true,true]}";
    assertThat(LaidDcbJson.with("prio-pfc", pfc, "all", "off"))
        .isEqualTo("{\"pfc_cap\":8,\"prio_pfc\":[false,false,false,false]}");
    assertThat(LaidDcbJson.with("prio-pfc", pfc, "0", "on"))
        .isEqualTo("{\"pfc_cap\":8,\"prio_pfc\":[true,false,true,true]}");
    assertThat(LaidDcbJson.with("tc-tsa", "{\"tc_tsa\":[\"ets\",\"ets\"]}", "1", "strict"))
        .isEqualTo("{\"tc_tsa\":[\"ets\",\"strict\"]}");
    String apps = "{\"dscp_prio\":[[26,4],[26,5],[48,6]]}";
    assertThat(LaidDcbJson.with("dscp-prio", apps, "26", "3"))
        .isEqualTo("{\"dscp_prio\":[[26,3],[48,6]]}");
    assertThat(LaidDcbJson.with("dscp-prio", apps, "34", "3"))
        .isEqualTo("{\"dscp_prio\":[[26,4],[26,5],[48,6],[34,3]]}");
    assertThat(LaidDcbJson.with("dscp-prio", "{\"dscp_prio\":[]}", "34", "3"))
        .isEqualTo("{\"dscp_prio\":[[34,3]]}");
  }

  /** Commands run as root: a name that a shell would read otherwise is in none of them. */
  @ParameterizedTest
  @ValueSource(strings = {"$(reboot)", "a;reboot", "x`id`", "a'b", "-eth0", "a|b"})
  void shouldWriteNothingForANameThatAShellReads(String name) {
    List<String> notes = new ArrayList<>();
    HostFacts host = host(LINK.formatted("mlx5_0") + MLNX);
    List<WantedNic> nics =
        List.of(
            WantedNic.of(
                host.name(),
                new NicIdentity("mlx5_0", name, Optional.empty(), 400e9, 3, true),
                Map.of()));
    assertThat(NicNames.usable(nics, notes)).isEmpty();
    assertThat(notes).singleElement().asString().contains(name);
  }

  /** A driver that no input names may have other files: nothing is written, and that is said. */
  @Test
  void shouldSayThatADriverIsUnknown() {
    EmitPlan plan = plan(LINK.formatted("rocep20s0") + DCB);
    assertThat(plan.notes())
        .anyMatch(note ->
            note.contains("congestion.clampTarget, congestion.rateAi are not written")
                && note.contains("driver"));
    assertThat(
            plan(
                LINK.formatted("rocep20s0")
                    + "$ ethtool -i eth0\ndriver: mlx5_core\nversion: 6\n"
                    + DCB))
        .satisfies(known ->
            assertThat(known.changes())
                .extracting(DeviceChange::knob)
                .contains("congestion.rateAi"));
  }

  /** What the scenario does not have, and the plan needs, is said. */
  @Test
  void shouldSayWhatIsAssumedWithoutABundle() {
    EmitPlan plan =
        EmitPlanner.plan(
            EmitPlannerTest.scenario(
                """
                fabric: {topology: leaf-spine, leaves: 1, spines: 1, hostsPerLeaf: 2}
                workload: {type: permutation, size: 1MiB}
                congestion: {algorithm: dcqcn}
                """),
            EmitBundle.NONE,
            EmitPlannerTest.languages("sonic", "mlx5-sysfs"));
    assertThat(plan.notes())
        .anyMatch(note ->
            note.contains(
                "pfc.classes [3], transport.class 3, transport.dscp 26, transport.cnpClass 6"))
        .anyMatch(note -> note.contains("mlx5_0 and ens1np0"))
        .anyMatch(note -> note.contains("class 3 for RDMA"));
  }
}
