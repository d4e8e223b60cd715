package dev.headroom.formats.switches.nxos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.Read;
import org.junit.jupiter.api.Test;

/**
 * Classes of ports of Nexus switches. Forms are those of Cisco's Nexus 5000 troubleshooting guide,
 * of blogs about its QoS, and of the tests of OpenTelemetry's collector; numbers are ours.
 */
final class NexusReadersTest {
  private static final Subject PORT = new Subject(SubjectKind.SWITCH_PORT, "Ethernet1/12");

  @Test
  void shouldTellTheClassesOfANexus5000Apart() {
    FactSet facts =
        Read.allOf(
            "nexus-queuing",
            """
            Ethernet1/12 queuing information:
              TX Queuing
                qos-group  sched-type  oper-bandwidth
                    3       WRR             60

              RX Queuing
                qos-group 0
                q-size: 243200, HW MTU: 1600 (1500 configured)
                drop-type: drop, xon: 0, xoff: 1520
                Statistics:
                    Pkts discarded on ingress               : 5
                    Per-priority-pause status               : Rx (Inactive), Tx (Inactive)

                qos-group 3
                q-size: 90240, HW MTU: 9280 (9216 configured)
                drop-type: no-drop, xon: 17280, xoff: 37120
                Statistics:
                    Pkts discarded on ingress               : 317
                    Per-priority-pause status               : Rx (Inactive), Tx (Active)

              Total Multicast crossbar statistics:
                Mcast pkts received from the cross-bar      : 9
            """);

    assertThat(facts.number(PORT, "tx.group-3.bandwidth-percent").get()).isEqualTo(60);
    assertThat(facts.text(PORT, "group-0.drop-type").get()).isEqualTo("drop");
    assertThat(facts.text(PORT, "group-3.drop-type").get()).isEqualTo("no-drop");
    assertThat(facts.number(PORT, "group-3.buffer.bytes").get()).isEqualTo(90240);
    assertThat(facts.number(PORT, "group-3.xoff.bytes").get()).isEqualTo(37120);
    assertThat(facts.text(PORT, "group-3.pause.tx").get()).isEqualTo("Active");
    assertThat(facts.number(PORT, "counter.group-0.pkts-discarded-on-ingress").get()).isEqualTo(5);
    assertThat(facts.number(PORT, "counter.group-3.pkts-discarded-on-ingress").get())
        .isEqualTo(317);
    assertThat(facts.number(PORT, "counter.mcast-pkts-received-from-the-cross-bar").get())
        .isEqualTo(9);
  }

  /** Web pages lose the indentation, and people cut out one class. */
  @Test
  void shouldReadOneClassWithoutIndentation() {
    FactSet facts =
        Read.host(
                """
                n5k# show queuing int Eth1/12
                (some output omitted)
                RX Queuing
                qos-group 4
                q-size: 22720, HW MTU: 1500 (1500 configured)
                drop-type: drop, xon: 0, xoff: 22720
                Statistics:
                Pkts received over the port : 1651
                Per-priority-pause status : Rx (Inactive), Tx (Inactive)
                """)
            .facts();

    assertThat(facts.number(PORT, "counter.group-4.pkts-received-over-the-port").get())
        .isEqualTo(1651);
  }

  @Test
  void shouldReadWhatPoliciesCounted() {
    FactSet facts =
        Read.allOf(
            "nxos-policy",
            """
            Global statistics status :   enabled

            Ethernet1/12

              Service-policy (qos) input:   MARK
                SNMP Policy Index:  285213501

                Class-map (qos):   ROCE (match-any)
                 Slot 1
                    8812 packets
                    5 minute offered rate 0 bps
                 Aggregate forwarded :
                    8813 packets
                  Match: dscp 26
                  set qos-group 3

              Service-policy (queuing) output:   default-8q-out-policy
                Class-map (queuing):   c-out-8q-q3 (match-any)
                  bandwidth remaining percent 50
                  queue dropped pkts : 64
                  queue depth in bytes : 2080
            """);

    assertThat(facts.text(PORT, "policy.qos.input").get()).isEqualTo("MARK");
    assertThat(facts.number(PORT, "counter.policy.qos.input.ROCE.slot-1.packets").get())
        .isEqualTo(8812);
    assertThat(
            facts.number(PORT, "counter.policy.qos.input.ROCE.aggregate-forwarded.packets").get())
        .isEqualTo(8813);
    assertThat(
            facts
                .number(PORT, "counter.policy.queuing.output.c-out-8q-q3.queue-dropped-pkts")
                .get())
        .isEqualTo(64);
  }

  @Test
  void shouldReadWhatTheWatchdogDid() {
    FactSet facts =
        Read.allOf(
            "nxos-pfc-watchdog",
            """
            Ethernet1/12 Interface PFC watchdog: [Enabled]
            Disable-action                     : No
            +----------------------------------------------------+
            | QOS GROUP 3 [Shutdown] PFC [YES] PFC-COS [3]
            +----------------------------------------------------+
            |                               |  Stats             |
            +----------------------------------------------------+
            |                       Shutdown|                   2|
            |   Total pkts drained + dropped|                  51|
            +----------------------------------------------------+
            """);

    assertThat(facts.text(PORT, "watchdog.group-3.status").get()).isEqualTo("Shutdown");
    assertThat(facts.number(PORT, "counter.watchdog.group-3.shutdown").get()).isEqualTo(2);
    assertThat(facts.number(PORT, "counter.watchdog.group-3.total-pkts-drained-+-dropped").get())
        .isEqualTo(51);
  }

  /** NX-OS, OS10 and the ARP table of EOS, in which a host's address stands at its port. */
  @Test
  void shouldReadWhereAddressesWereLearned() {
    FactSet facts =
        Read.allOf(
            "mac-table",
            """
               VLAN     MAC Address      Type      age     Secure NTFY Ports
            ---------+-----------------+--------+---------+------+----+------------------
            *  120     b859.9f01.0203   dynamic  0         F      F    Eth1/17

            VlanId        Mac Address         Type        Interface
            120           b8:59:9f:01:02:05   dynamic     ethernet1/1/19

            Address         Age (min)  Hardware Addr   Interface
            10.7.0.21         0:00:07  b859.9f01.0206  Vlan120, Ethernet20
            """);

    assertThat(port(facts, 3)).isEqualTo("b859.9f01.0203 Eth1/17");
    assertThat(port(facts, 6)).isEqualTo("b8:59:9f:01:02:05 ethernet1/1/19");
    assertThat(port(facts, 9)).isEqualTo("b859.9f01.0206 Ethernet20");
  }

  /** With {@code detail} and {@code vrf all}; EOS writes port channels with a capital C. */
  @Test
  void shouldReadRowsOfArpWithoutPortAndWithMoreColumns() {
    FactSet facts =
        Read.allOf(
            "mac-table",
            """
            Address         Age       MAC Address     Interface        Physical Interface  Flags    VRF Name
            10.7.0.31       00:00:13  INCOMPLETE      Vlan120          Vlan120
            10.7.0.32       00:02:05  b859.9f01.0207  Vlan120          Ethernet1/1         +        ROCE
            10.7.0.33          -      0000.5e00.0101  -                -
            10.7.0.34           0     b859.9f01.0208  Vlan120, Port-Channel2
            10.7.0.35         N/A     b859.9f01.0209  Vlan120, not learned
            """);

    assertThat(arp(facts, 2, "state")).isEqualTo("incomplete");
    assertThat(port(facts, 3)).isEqualTo("b859.9f01.0207 Ethernet1/1");
    assertThat(arp(facts, 3, "flags") + " " + arp(facts, 3, "vrf")).isEqualTo("+ ROCE");
    assertThat(arp(facts, 4, "mac")).isEqualTo("0000.5e00.0101");
    assertThat(port(facts, 5)).isEqualTo("b859.9f01.0208 Port-Channel2");
    assertThat(arp(facts, 6, "learned")).isEqualTo("not learned");
  }

  private static String arp(FactSet facts, int line, String key) {
    return facts.text(new Subject(SubjectKind.ITEM, "addresses at " + line), key).get();
  }

  private static String port(FactSet facts, int line) {
    Subject row = new Subject(SubjectKind.ITEM, "addresses at " + line);
    return facts.text(row, "mac").get() + " " + facts.text(row, "port").get();
  }
}
