package dev.headroom.formats.switches.nxos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.Read;
import org.junit.jupiter.api.Test;

/** Classes of a port, whole or cut out with grep. */
final class QueuingReaderTest {
  private static final Subject PORT = new Subject(SubjectKind.SWITCH_PORT, "Ethernet1/51");

  @Test
  void shouldTakeThePortFromThePromptWhereTheTitleWasCut() {
    FactSet facts =
        Read.host(
                """
                n9k-1# show queueing interface e1/51 | grep -A 12 "QOS GROUP 5"
                |                              QOS GROUP 5                    |
                +-------------------------------------------------------------+
                |                           |  Unicast       |Multicast       |
                +-------------------------------------------------------------+
                |                   Tx Pkts |       202328436|               7|
                | WRED/AFD & Tail Drop Pkts |              12|               0|
                +-------------------------------------------------------------+
                """)
            .facts();

    assertThat(facts.number(PORT, "counter.group-5.unicast.tx-pkts").get()).isEqualTo(202328436);
    assertThat(facts.number(PORT, "counter.group-5.multicast.tx-pkts").get()).isEqualTo(7);
    assertThat(facts.number(PORT, "counter.group-5.unicast.wred-afd-tail-drop-pkts").get())
        .isEqualTo(12);
  }

  @Test
  void shouldTellDropsOfThePortFromThoseOfItsSlice() {
    FactSet facts =
        Read.allOf(
            "nxos-queuing",
            """
            Ingress Queuing for Ethernet1/51
            Per Port Ingress Statistics
            --------------------------------------------------------
            Ingress Overflow Drop Pkts                       19490
            --------------------------------------------------------
            Per Slice Ingress Statistics
            --------------------------------------------------------
            Ingress Overflow Drop Pkts                       71206
            PFC Statistics
            ------------------------------------------------------------------------------
            TxPPP:                  150,   RxPPP:                    3
            """);

    assertThat(facts.number(PORT, "counter.port-ingress.ingress-overflow-drop-pkts").get())
        .isEqualTo(19490);
    assertThat(facts.number(PORT, "counter.slice-ingress.ingress-overflow-drop-pkts").get())
        .isEqualTo(71206);
    assertThat(facts.number(PORT, "counter.tx.pfc").get()).isEqualTo(150);
    assertThat(facts.number(PORT, "counter.rx.pfc").get()).isEqualTo(3);
  }
}
