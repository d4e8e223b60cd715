package dev.headroom.audit.switches;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.Audit;
import dev.headroom.audit.Finding;
import dev.headroom.audit.Severity;
import dev.headroom.audit.rules.RuleCatalogue;
import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What ports of each vendor's switches count, lost and not. Semicolons stand for line ends. */
final class PortCountersTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "Eth1/7:;  Rx:;    %s           discard packets;~Ethernet1/7 41 dropped at ingress",
        "Eth1/7:;  Rx:;    %s           fcs errors;~Ethernet1/7 41 with errors",
        "sw > show interfaces ethernet 1/7 counters priority 3;Eth1/7:;  Rx:;    %s      discard packets;~Ethernet1/7 41 dropped at ingress in class 3",
        "Eth1/7:;  TC 3:;    %s           unicast no buffer discard;~Ethernet1/7 41 dropped at egress in class 3",
        "Ethernet1/7 queuing information:;  RX Queuing;    qos-group 3;    q-size: 90240, HW MTU: 9280 (9216 configured);        Pkts discarded on ingress   : %s;~Ethernet1/7 41 dropped at ingress in class 3",
        "Ethernet1/7;  Service-policy (queuing) output:   out;    Class-map (queuing):   c-out-8q-q3 (match-any);      queue dropped pkts : %s;~Ethernet1/7 41 dropped at egress in class c-out-8q-q3",
        "Port         TxQ    Counter/pkts    Drop/pkts;---------  -----  --------------  -----------;Ethernet8    UC3             126           %s;~Ethernet8 UC3 41 dropped at egress",
        "Port         TxQ    Counter/pkts    Drop/pkts;Ethernet8    UC3             126           %s;~Ethernet8 UC3 41 dropped at egress",
        "Port      TxQ    Counter/pkts   Counter/bytes    Drop/pkts    Drop/bytes;--------- ----- --------------- --------------- ------------ ------------;Et1/7     UC3             126            9000           %s         4100;~Et1/7 UC3 41 dropped at egress",
        "Ingress PG dropped packets:;     Port    PG0    PG3;Ethernet8      0     %s;~Ethernet8 41 dropped at ingress in priority group 3",
        "Port                InDiscards       OutDiscards;---------------- ---------------- ----------------;Et1/7              %1$s                0;---------------- ---------------- ----------------;Totals             %1$s                0;~Ethernet1/7 41 dropped at ingress",
        "Port         FCS    Align   Symbol       Rx    Runts   Giants       Tx;Et1/7         %s        0        0        0        0        0        0;~Ethernet1/7 41 with errors",
        "Interface ethernet1/1/7;Queue Packets                 Bytes                   Dropped-Packets Dropped-Bytes;3     1220                    1220000                 %s              0;~ethernet1/1/7 41 dropped at egress in class 3",
        "Ethernet 1/1/7 is up, line protocol is up;Hardware is Eth, address is 34:17:eb:f2:25:c6;MTU 9216 bytes, IP MTU 9184 bytes;Input statistics:;     0 packets, 0 octets;     0 CRC, 0 overrun, %s discarded;Output statistics:;     0 throttles, 0 discarded, 0 Collisions,  wred drops;~Ethernet1/1/7 41 dropped at ingress",
        "Port         Align-Err    FCS-Err   Xmit-Err    Rcv-Err  UnderSize OutDiscards;Eth1/7               0         %s          0          0          0           0;~Ethernet1/7 41 with errors",
        "{\"interfaceErrorCounters\": {\"Ethernet7\": {\"inErrors\": 0, \"fcsErrors\": %s}}}~Ethernet7 41 with errors",
        "{\"inDiscardsTotal\": 0, \"interfaces\": {\"Ethernet7\": {\"outDiscards\": %s, \"inDiscards\": 0}}}~Ethernet7 41 dropped at egress",
        "{\"interfaces\": {\"Ethernet7\": {\"interfaceCounters\": {\"inDiscards\": 0, \"inputErrorsDetail\": {\"fcsErrors\": %s}}}}}~Ethernet7 41 with errors",
        "{\"interfaces\": {\"Ethernet7\": {\"trafficClasses\": {\"TC3\": {\"egressQueueCounters\": {\"countersSum\": {\"droppedPackets\": %s}}}}}}}~Ethernet7 41 dropped at egress in class 3",
        "{\"TABLE_interface\": {\"ROW_interface\": [{\"interface\": \"Ethernet1/7\", \"eth_align_err\": 0, \"eth_fcs_err\": %s}]}}~Ethernet1/7 41 with errors",
        "{\"TABLE_interface\": {\"ROW_interface\": {\"interface\": \"Ethernet1/7\", \"eth_crc\": \"0\", \"eth_indiscard\": \"%s\"}}}~Ethernet1/7 41 dropped at ingress",
        "leaf3# show interfaces counters detailed Ethernet8;Packets Received 64 Octets..................... 17;;Jabbers Received............................... %s;Overruns Received.............................. 138204417;~Ethernet8 41 with errors",
        "leaf3# show interfaces counters detailed Ethernet8;Packets Received 64 Octets..................... 17;;WRED Total Dropped Packets..................... %s;~Ethernet8 41 dropped at egress by WRED",
        "Port         TxQ    WredDrp/pkts    WredDrp/bytes    EcnMarked/pkts    EcnMarked/bytes;---------  -----  --------------  ---------------  ----------------  -----------------;Ethernet8    UC3              %s               17                68                 91;~Ethernet8 UC3 41 dropped at egress by WRED",
        "Port         TxQ    Trim/pkts    TrimSent/pkts    TrimDrop/pkts;---------  -----  -----------  ---------------  ---------------;Ethernet8    UC3          100               59               %s;~Ethernet8 UC3 41 dropped at egress though trimmed",
        "IFACE        STATE    FEC_CORR    FEC_UNCORR;Ethernet8        U       5,123          %s;~Ethernet8 41 with errors not corrected by FEC",
      })
  void shouldTellWhatWasLost(String form, String finding) {
    assertThat(findings("switch.port-drops", form.formatted(41)))
        .singleElement()
        .asString()
        .endsWith(": " + finding);
    assertThat(findings("switch.port-drops", form.formatted(0))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "{\"interfaceStatuses\": {\"Ethernet1/2\": {\"status\": \"%s\", \"causes\": [\"link-flap\"]}}}~errdisabled~link-flap",
        "{\"TABLE_interface\": {\"ROW_interface\": {\"interface\": \"Ethernet1/2\", \"state\": \"down\", \"state_rsn_desc\": \"%s\"}}}~linkFlapErrDisabled~fault",
        "Ethernet      VLAN    Type Mode   Status  Reason                   Speed     Port;Eth1/2        --      eth  routed down    %s      auto(D) --;~linkFlapErrDisabled~fault",
      })
  void shouldTellPortsThatWereShutByTheirFault(String form, String sick, String why) {
    assertThat(findings("switch.port-shut-by-fault", form.formatted(sick)))
        .singleElement()
        .asString()
        .endsWith(why);
    assertThat(findings("switch.port-shut-by-fault", form.formatted("notconnect"))).isEmpty();
  }

  /** Read again and again, as people do: the last reading counts. */
  @Test
  void shouldTellOfAQueueOnceThatWasReadSeveralTimes() {
    String reading =
        """
        root@sonic:~# show pfcwd stats
              QUEUE       STATUS    STORM DETECTED/RESTORED    TX OK/DROP
        -----------  -----------  -------------------------  ------------
        Ethernet4:3  %s                        %s    0/41507426
        """;
    assertThat(
            findings(
                "switch.pfc-storms",
                reading.formatted("    stormed", "1/0") + reading.formatted("operational", "1/1")))
        .singleElement()
        .asString()
        .endsWith("storms were detected: Ethernet4:3 (1 storm, 1 over, operational)");
  }

  @ParameterizedTest
  @CsvSource({"2,1", "0,0"})
  void shouldTellStormsByTheWatchdogOfNxos(String shut, int findings) {
    assertThat(
            findings(
                "switch.pfc-storms",
                """
                Ethernet1/12 Interface PFC watchdog: [Enabled]
                | QOS GROUP 3 [Active] PFC [YES] PFC-COS [3]
                |                       Shutdown|                   %s|
                """
                    .formatted(shut)))
        .hasSize(findings);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "  Port Rx    PFC0    PFC1    PFC2    PFC3    PFC4;---------  ------  ------  ------  ------  ------;Ethernet0       0       0       0  %s       0;Ethernet4       0       0       0     302       0;~Ethernet0 received %s pauses in priority 3",
        "Ethernet1/7:;    Admin Mode: On;    Oper Mode: On;    Total Rx PFC Frames: 5;   ----------------------------------------------------------------------------------------;   |  Priority0  |  Priority1  |  Priority2  |  Priority3  |  Priority4  |  Priority5  |  Priority6  |  Priority7  |;   Rx |0 |0 |0 |%s |0 |0 |0 |0 |;~Ethernet1/7 received %s pauses in priority 3",
        "Interface ethernet1/1/7;Admin Mode : on;Cos     Rx      Tx;3       %s      0;~ethernet1/1/7 received %s pauses in priority 3",
        "Port             RxPfc            TxPfc;Et1/7              %s                0;~Ethernet1/7 received %s pauses",
      })
  void shouldTellWhereManyPausesArrive(String form, String words) {
    assertThat(findings("switch.pfc-counters", form.replace("%s", "99187321")))
        .singleElement()
        .asString()
        .startsWith(words.replace("%s", "99187321"))
        .contains("% of all pauses that the switch received came from the device behind");
    assertThat(all("switch.pfc-counters", form.replace("%s", "5")))
        .allMatch(finding -> finding.severity() == Severity.INFO);
  }

  /** Wide numbers push those behind them out of their columns. */
  @Test
  void shouldCountColumnsOfNumbersByOrder() {
    assertThat(
            findings(
                "switch.pfc-counters",
                """
                  Port Tx    PFC0    PFC1    PFC2    PFC3    PFC4
                ---------  ------  ------  ------  ------  ------
                Ethernet4       0       0       0       8122331    0
                """))
        .singleElement()
        .asString()
        .startsWith("Ethernet4 sent 8122331 pauses in priority 3");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "Ingress PG dropped packets:;     Port    PG0    PG1    PG2    PG3;---------  -----  -----  -----  -----;Ethernet0      %2$s      0      0     %1$s;",
        "Port         TxQ    Counter/pkts    Drop/pkts;---------  -----  --------------  -----------;Ethernet0    UC3             126           %1$s;Ethernet0    UC1             126           %2$s;",
      })
  void shouldTellDropsOfLosslessClassesFromOthers(String form) {
    String pfc =
        "Interface    Lossless priorities;-----------  ---------------------;Ethernet0    3,4;;";
    assertThat(all("switch.port-drops", pfc + form.formatted("41", "0")))
        .singleElement()
        .extracting(Finding::severity)
        .isEqualTo(Severity.ERROR);
    assertThat(all("switch.port-drops", pfc + form.formatted("0", "41")))
        .singleElement()
        .extracting(Finding::severity)
        .isEqualTo(Severity.INFO);
  }

  @Test
  void shouldTellTrafficInAnotherQueueThanTheOneThatMarks() {
    String queues =
        """
        admin@leaf7:~$ ecnconfig -q 3,4
        ECN status:
        queue 3: %s
        queue 4: on
        admin@leaf7:~$ show queue counters Ethernet8
             Port    TxQ    Counter/pkts    Counter/bytes
        ---------  -----  --------------  ---------------
        Ethernet8    UC%s       10650914      92345698239
        Ethernet8    UC6            1024            99328
        """;
    assertThat(findings("switch.traffic-in-other-queue", queues.formatted("on", "1")))
        .containsExactly(
            "100.0 % of the bytes left by queue 1; the queues for RDMA (3, 4) sent 0 bytes");
    assertThat(findings("switch.traffic-in-other-queue", queues.formatted("on", "3"))).isEmpty();
    assertThat(findings("switch.lossless-without-ecn", queues.formatted("off", "3")))
        .containsExactly("queue 3 does not mark: its ECN status is off");
    assertThat(findings("switch.lossless-without-ecn", queues.formatted("on", "3"))).isEmpty();
  }

  /** EOS names only the queues that stood still. */
  @ParameterizedTest
  @CsvSource({"4,1", "0,0"})
  void shouldTellStormsByTheWatchdogOfEos(int stuck, int findings) {
    assertThat(
            findings(
                "switch.pfc-storms",
                """
                { "interfaces": { "Ethernet1/1": { "txQueues": { "2": { "stuckCount": %d, "recoveryCount": 3 } } } } }
                """
                    .formatted(stuck)))
        .hasSize(findings)
        .allMatch(finding -> finding.endsWith("Ethernet1/1 queue 2 (4 storms, 3 over)"));
  }

  private static List<String> findings(String rule, String text) {
    return all(rule, text).stream().map(Finding::message).toList();
  }

  private static List<Finding> all(String rule, String text) {
    HostFacts host =
        HostFacts.of(
            "switch",
            List.of(
                FormatCatalogue.reader().read(FactSource.of("a.txt"), text.replace(";", "\n"))));
    return Audit.of(List.of(host), List.of(RuleCatalogue.named(rule).orElseThrow())).stream()
        .flatMap(outcome -> outcome.findings().stream())
        .toList();
  }
}
