package dev.headroom.formats.switches.onyx;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.Read;
import org.junit.jupiter.api.Test;

/**
 * Mellanox Onyx. Forms are those of a post about NFS over RDMA on an SN2700 ({@code show roce}), of
 * a storage vendor's guide ({@code show dcb}), and of what collectors of counters look for (Intel's
 * mfd-switchmanagement, a survey of switches); names and numbers are ours.
 */
final class OnyxReadersTest {
  private static final Subject ROCE = new Subject(SubjectKind.ITEM, "show roce");

  @Test
  void shouldReadWhatRoceHasSetUp() {
    FactSet facts =
        Read.allOf(
            "onyx-roce",
            """
            sw-1 [standalone: master] (config) # show roce

            RoCE mode      : lossy
            LLDP           : enabled
            Port trust mode: L3

            Port congestion-control:
              Mode    : ecn, absolute
              Min (KB): 140
              Max (KB): 1400

            PFC              : disabled

            RoCE used TCs:
              ----------------------------------------------
              Switch-Priority   TC     Application   ETS
              ----------------------------------------------
              3                 3      RoCE          WRR 50%

            RoCE buffer pools:
              ---------------------------------------------------------------
              Traffic         Type      Memory   Switch        Usage
              Pool                      [%]      Priorities
              ---------------------------------------------------------------
              lossy-default   lossy     auto     0, 1, 2, 4,   17K
                                                 5, 6, 7

            Exception list:
            N/A
            sw-1 [standalone: master] (config) # show interfaces ethernet 1/7 counters priority 3

            Eth1/7:
              Rx:
                12           discard packets
                5512         pause packets
                119          pause duration
            """);

    assertThat(facts.text(ROCE, "roce-mode").get()).isEqualTo("lossy");
    assertThat(facts.text(ROCE, "port-congestion-control.min-kb").get()).isEqualTo("140");
    assertThat(facts.text(ROCE, "pfc").get()).isEqualTo("disabled");
    assertThat(facts.text(new Subject(SubjectKind.ITEM, "show roce|roce-used-tcs|3"), "ets").get())
        .isEqualTo("WRR 50%");
    Subject pool = new Subject(SubjectKind.ITEM, "show roce|roce-buffer-pools|lossy-default");
    assertThat(facts.text(pool, "switch-priorities").get()).isEqualTo("0, 1, 2, 4,");
    assertThat(facts.text(pool, "switch-priorities.more").get()).isEqualTo("5, 6, 7");
    assertThat(facts.text(pool, "usage").get()).isEqualTo("17K");
  }

  @Test
  void shouldReadCountersOfAPriority() {
    FactSet facts =
        Read.allOf(
            "onyx-ports",
            """
            sw-1 > show interfaces ethernet 1/7 counters priority 3
            Eth1/7:
              Rx:
                12           discard packets
                5512         pause packets
                119          pause duration
              Tx:
                9            pause packets
            sw-1 > show interfaces ethernet 1/8 counters
            Eth1/8:
              PFC 4:
                Rx:
                  77         pause packets
              TC 4:
                3            unicast no buffer discard
            """);
    Subject seven = new Subject(SubjectKind.SWITCH_PORT, "Ethernet1/7");
    Subject eight = new Subject(SubjectKind.SWITCH_PORT, "Ethernet1/8");

    assertThat(facts.number(seven, "counter.rx.priority.3.discard-packets").get()).isEqualTo(12);
    assertThat(facts.number(seven, "counter.rx.pfc.3").get()).isEqualTo(5512);
    assertThat(facts.number(seven, "counter.rx.pfc.3.duration").get()).isEqualTo(119);
    assertThat(facts.number(seven, "counter.tx.pfc.3").get()).isEqualTo(9);
    assertThat(facts.number(eight, "counter.rx.pfc.4").get()).isEqualTo(77);
    assertThat(facts.number(eight, "counter.tc.4.unicast-no-buffer-discard").get()).isEqualTo(3);
  }

  @Test
  void shouldReadStateAndPacketSize() {
    FactSet facts =
        Read.allOf(
            "onyx-ports",
            """
            Eth1/9:
              Admin state                      : Enabled
              Operational state                : Down
              MTU                              : 9216 bytes (Maximum packet size 9238 bytes)
            """);
    Subject port = new Subject(SubjectKind.SWITCH_PORT, "Ethernet1/9");

    assertThat(facts.text(port, "state").get()).isEqualTo("Down");
    assertThat(facts.number(port, "mtu").get()).isEqualTo(9216);
  }

  @Test
  void shouldReadWhichPortsPause() {
    FactSet facts =
        Read.allOf(
            "onyx-pfc",
            """
            PFC: enabled
            Priority Enabled List: 3
            Priority Disabled List: 0 1 2 4 5 6 7

            -------------------------------------------------
            Interface        PFC admin        PFC oper
            -------------------------------------------------
            Eth1/3           On               Enabled
            Eth1/4           Auto             Disabled
            """);

    assertThat(
            facts.text(new Subject(SubjectKind.SWITCH_PORT, "Ethernet1/4"), "pfc.in-force").get())
        .isEqualTo("Disabled");
  }
}
