package dev.headroom.formats.switches.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.Read;
import dev.headroom.formats.switches.PfcStateKeys;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * What switches say as JSON is what they say as text. Forms are those of the tests of NAPALM and
 * ANTA; numbers are ours.
 */
final class SwitchJsonTest {
  @Test
  void shouldReadEosCountersAsTheTextHasThem() {
    FactSet text =
        Read.allOf(
            "switch-interface",
            """
            Ethernet7 is up, line protocol is up (connected)
              Hardware is Ethernet, address is 0800.27dc.5443
              IP MTU 9214 bytes , BW 10000000 kbit
              1 link status changes since last clear
                 101 packets input, 102 bytes
                 Received 103 broadcasts, 104 multicast
                 105 runts, 106 giants
                 107 input errors, 108 CRC, 109 alignment, 110 symbol, 111 input discards
                 112 PAUSE input
                 113 packets output, 114 bytes
                 Sent 115 broadcasts, 116 multicast
                 117 output errors, 118 collisions
                 119 late collision, 120 deferred, 121 output discards
                 122 PAUSE output
            """);
    FactSet json =
        Read.allOf(
            "json",
            """
            {"interfaces": {"Ethernet7": {"name": "Ethernet7", "mtu": 9214,
              "interfaceStatistics": {"inBitsRate": 468.08, "outBitsRate": 250.7},
              "interfaceCounters": {
                "linkStatusChanges": 1, "inTotalPkts": 101, "inOctets": 102,
                "inBroadcastPkts": 103, "inMulticastPkts": 104, "totalInErrors": 107,
                "inputErrorsDetail": {"runtFrames": 105, "giantFrames": 106, "fcsErrors": 108,
                  "alignmentErrors": 109, "symbolErrors": 110, "rxPause": 112},
                "inDiscards": 111, "outTotalPkts": 113, "outOctets": 114,
                "outBroadcastPkts": 115, "outMulticastPkts": 116, "totalOutErrors": 117,
                "outputErrorsDetail": {"collisions": 118, "lateCollisions": 119,
                  "deferredTransmissions": 120, "txPause": 122},
                "outDiscards": 121}}}}
            """);

    assertThat(counters(json, "Ethernet7")).isEqualTo(counters(text, "Ethernet7"));
    assertThat(counters(json, "Ethernet7")).hasSize(23);
    assertThat(text(json, "Ethernet7", "mtu")).isEqualTo("9214");
  }

  @Test
  void shouldReadNxosCountersAsTheTextHasThem() {
    FactSet text =
        Read.allOf(
            "switch-interface",
            """
            Ethernet1/3 is down (linkFlapErrDisabled)
            admin state is up, Dedicated Interface
              RX
                201 unicast packets  202 multicast packets  203 broadcast packets
                204 input packets  205 bytes
                206 runts  207 giants  208 CRC  209 no buffer
                210 input error  211 overrun  212 underrun
                213 input discard
                214 Rx pause
              TX
                215 output packets  216 bytes
                217 output error  218 output discard
                219 Tx pause
            """);
    FactSet json =
        Read.allOf(
            "json",
            """
            {"TABLE_interface": {"ROW_interface": [
              {"interface": "mgmt0", "state": "up"},
              {"interface": "Ethernet1/3", "state": "down", "state_rsn_desc": "linkFlapErrDisabled",
               "eth_bw": "100000000", "eth_inrate1_bits": "77", "eth_clear_counters": "never",
               "eth_inucast": "201", "eth_inmcast": "202", "eth_inbcast": "203",
               "eth_inpkts": "204", "eth_inbytes": "205", "eth_runts": "206", "eth_giants": "207",
               "eth_crc": "208", "eth_nobuf": "209", "eth_inerr": "210", "eth_overrun": "211",
               "eth_underrun": "212", "eth_indiscard": "213", "eth_inpause": "214",
               "eth_outpkts": "215", "eth_outbytes": "216", "eth_outerr": "217",
               "eth_outdiscard": "218", "eth_outpause": "219"}]}}
            """);

    assertThat(counters(json, "Ethernet1/3")).isEqualTo(counters(text, "Ethernet1/3"));
    assertThat(counters(json, "Ethernet1/3")).hasSize(19);
    assertThat(text(json, "Ethernet1/3", "state")).isEqualTo(text(text, "Ethernet1/3", "state"));
  }

  /** In an answer of eAPI, and in one of NX-API with a single row. */
  @Test
  void shouldReadTablesOfErrorsAndPauses() {
    FactSet eos =
        Read.allOf(
            "json",
            """
            {"jsonrpc": "2.0", "result": [
              {"interfaceErrorCounters": {"Ethernet9": {"inErrors": 42, "fcsErrors": 41}}},
              {"interfaceCounters": {"Ethernet9": {"rxFrames": 40, "txFrames": 39}}}]}
            """);
    FactSet nxos =
        Read.allOf(
            "json",
            """
            {"ins_api": {"outputs": {"output": {"body": {
              "TABLE_interface": {"ROW_interface":
                {"interface": "Ethernet1/9", "eth_fcs_err": "31", "eth_align_err": "32"}},
              "TABLE_module": {"ROW_module": {"TABLE_pfc_interface": {"ROW_pfc_interface": [
                {"if_name_str": "Ethernet1/9", "admin": "Auto", "oper": "On (8)",
                 "rx-stats": "33", "tx-stats": "34"}]}}}}}}}}
            """);

    assertThat(counters(eos, "Ethernet9"))
        .isEqualTo(List.of("crc 41", "input-errors 42", "rx.pfc 40", "tx.pfc 39"));
    assertThat(counters(nxos, "Ethernet1/9"))
        .isEqualTo(List.of("align-err 32", "crc 31", "rx.pfc 33", "tx.pfc 34"));
    assertThat(text(nxos, "Ethernet1/9", PfcStateKeys.IN_FORCE)).isEqualTo("On");
    assertThat(text(nxos, "Ethernet1/9", PfcStateKeys.BITMAP)).isEqualTo("0x8");
  }

  @Test
  void shouldReadNeighboursOfBoth() {
    FactSet facts =
        Read.allOf(
            "json",
            """
            {"lldpNeighbors": [
              {"ttl": 120, "neighborDevice": "node12", "neighborPort": "0c42.a102.0304",
               "port": "Ethernet21"}],
             "TABLE_nbor": {"ROW_nbor": [
              {"chassis_id": "node13", "l_port_id": "Eth1/22", "port_id": "0c42.a102.0305"}]},
             "TABLE_nbor_detail": {"ROW_nbor_detail":
              {"chassis_id": "0c42.a102.0306", "port_id": "eth3", "l_port_id": "Eth1/23",
               "sys_name": "node14"}}}
            """);
    FactSet detail =
        Read.allOf(
            "json",
            """
            {"lldpNeighbors": {"Ethernet24/1": {"lldpNeighborInfo": [
              {"neighborInterfaceInfo": {"interfaceId": "\\"eth4\\""}, "systemName": "node15"}]}}}
            """);

    assertThat(heard(facts, "Ethernet21")).isEqualTo("Ethernet21 node12 0c42.a102.0304");
    assertThat(heard(facts, "Eth1/22")).isEqualTo("Eth1/22 node13 0c42.a102.0305");
    assertThat(heard(facts, "Eth1/23")).isEqualTo("Eth1/23 node14 eth3");
    assertThat(heard(detail, "Ethernet24/1")).isEqualTo("Ethernet24/1 node15 eth4");
  }

  @Test
  void shouldHoldEosModulesAgainstTheirLimits() {
    FactSet facts =
        Read.allOf(
            "json",
            """
            {"interfaces": {"Ethernet2/1": {"displayName": "Ethernet2/1", "parameters": {
              "rxPower": {"unit": "dBm", "channels": {"1": -10.5, "2": -0.0997},
                "threshold": {"lowAlarm": -13.2975, "lowAlarmOverridden": false,
                  "lowWarn": -10.3011, "highAlarm": 3.4, "highWarn": 2.4}},
              "temperature": {"unit": "C", "channels": {"-": 33.85546875}}}}}}
            """);

    assertThat(text(facts, "Ethernet2/1", "module.lane-1-rx-power-low-warning")).isEqualTo("On");
    assertThat(text(facts, "Ethernet2/1", "module.lane-1-rx-power-low-alarm")).isEqualTo("Off");
    assertThat(text(facts, "Ethernet2/1", "module.lane-2-rx-power-low-warning")).isEqualTo("Off");
    assertThat(text(facts, "Ethernet2/1", "module.temperature")).isEqualTo("33.85546875");
  }

  /** As of EosModules, but one reading for all lanes, with limits before or behind. */
  @Test
  void shouldHoldEosModulesInDetailAgainstTheirLimits() {
    FactSet facts =
        Read.allOf(
            "json",
            """
            {"interfaces": {"Ethernet5/2": {"updateTime": 1465925717.3748772,
              "temperature": 35.9, "txBias": 0.0, "txPower": 0.41,
              "details": {
                "rxPower": {"highWarn": 2.9, "lowWarn": -9.5, "highAlarm": 3.9, "lowAlarm": -12.1},
                "txBias": {"highWarn": 0.0, "lowWarn": 0.0, "highAlarm": 0.0, "lowAlarm": 0.0},
                "temperature": {"highWarn": 70.0, "highAlarm": 80.0,
                  "lowWarn": 0.0, "lowAlarm": -10.0}},
              "vendorSn": "SMD1", "rxPower": -10.53, "voltage": 3.271}}}
            """);

    assertThat(text(facts, "Ethernet5/2", "module.rx-power")).isEqualTo("-10.53");
    assertThat(text(facts, "Ethernet5/2", "module.rx-power-low-warning")).isEqualTo("On");
    assertThat(text(facts, "Ethernet5/2", "module.rx-power-low-alarm")).isEqualTo("Off");
    assertThat(text(facts, "Ethernet5/2", "module.rx-power-low-alarm-threshold"))
        .isEqualTo("-12.1");
    assertThat(text(facts, "Ethernet5/2", "module.current-low-alarm")).isEqualTo("Off");
    assertThat(text(facts, "Ethernet5/2", "module.temperature-high-warning")).isEqualTo("Off");
    assertThat(text(facts, "Ethernet5/2", "module.voltage")).isEqualTo("3.271");
  }

  /** A BlueField's host and its DPU. */
  @Test
  void shouldKeepNeighboursOfOnePortApart() {
    FactSet facts =
        Read.allOf(
            "json",
            """
            {"lldpNeighbors": [
              {"neighborDevice": "node12", "neighborPort": "p0", "port": "Ethernet21"},
              {"neighborDevice": "node13", "neighborPort": "p0", "port": "Ethernet22"},
              {"neighborDevice": "dpu12", "neighborPort": "pf0", "port": "Ethernet21"}],
             "TABLE_nbor": {"ROW_nbor": [
              {"chassis_id": "node14", "l_port_id": "Eth1/22", "port_id": "p0"},
              {"chassis_id": "dpu14", "l_port_id": "Eth1/22", "port_id": "pf0"}]}}
            """);

    assertThat(heard(facts, "Ethernet21")).isEqualTo("Ethernet21 node12 p0");
    assertThat(heard(facts, "Ethernet21|2")).isEqualTo("Ethernet21 dpu12 pf0");
    assertThat(heard(facts, "Ethernet22")).isEqualTo("Ethernet22 node13 p0");
    assertThat(heard(facts, "Eth1/22")).isEqualTo("Eth1/22 node14 p0");
    assertThat(heard(facts, "Eth1/22|2")).isEqualTo("Eth1/22 dpu14 pf0");
  }

  @Test
  void shouldKnowANeighbourWithoutANameByItsChassis() {
    FactSet facts =
        Read.allOf(
            "json",
            """
            {"lldpNeighbors": {"Ethernet3": {"lldpNeighborInfo": [
              {"chassisId": "0c42.a102.0307", "systemName": "node15",
               "neighborInterfaceInfo": {"interfaceId_v2": "p0"}},
              {"chassisId": "0c42.a102.0308",
               "neighborInterfaceInfo": {"interfaceId": "\\"p1\\"", "interfaceId_v2": "p1"}}]},
              "Ethernet4": {"lldpNeighborInfo": []}}}
            """);

    assertThat(heard(facts, "Ethernet3")).isEqualTo("Ethernet3 node15 p0");
    assertThat(heard(facts, "Ethernet3|2")).isEqualTo("Ethernet3 0c42.a102.0308 p1");
    assertThat(facts.has(new Subject(SubjectKind.ITEM, "lldp neighbor|Ethernet4"))).isFalse();
  }

  private static String heard(FactSet facts, String port) {
    Subject row = new Subject(SubjectKind.ITEM, "lldp neighbor|" + port);
    return String.join(
        " ",
        facts.text(row, LldpNeighbors.LOCAL).get(),
        facts.text(row, LldpNeighbors.DEVICE).get(),
        facts.text(row, LldpNeighbors.PORT).get());
  }

  private static String text(FactSet facts, String port, String key) {
    return facts.text(new Subject(SubjectKind.SWITCH_PORT, port), key).get();
  }

  private static List<String> counters(FactSet facts, String port) {
    TreeMap<String, String> counters = new TreeMap<>();
    for (Fact fact : facts.firstFactsOf(new Subject(SubjectKind.SWITCH_PORT, port))) {
      if (fact.key().startsWith("counter.")) {
        counters.put(fact.key().substring("counter.".length()), fact.value());
      }
    }
    return counters.entrySet().stream().map(each -> each.getKey() + " " + each.getValue()).toList();
  }
}
