package dev.headroom.formats.switches;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.Read;
import dev.headroom.formats.read.SurroundingText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables of counters name a port as {@code show interface} does. */
final class PortCountersReaderTest {
  private static final Subject PORT = new Subject(SubjectKind.SWITCH_PORT, "Ethernet1/3");

  @Test
  void shouldNameDropsAsShowInterfaceDoes() {
    FactSet facts =
        Read.allOf(
            "port-counters",
            """
            Port          Align-Err    FCS-Err   Xmit-Err    Rcv-Err  UnderSize OutDiscards
            Eth1/3                0         12         --          0          0        4017

            Port           InDiscards
            Eth1/3                  9
            """);

    assertThat(facts.number(PORT, "counter.crc").get()).isEqualTo(12);
    assertThat(facts.number(PORT, "counter.output-discards").get()).isEqualTo(4017);
    assertThat(facts.number(PORT, "counter.input-discards").get()).isEqualTo(9);
    assertThat(facts.number(PORT, "counter.xmit-err").isReported()).isFalse();
  }

  @Test
  void shouldTellPrioritiesThatArePausedFromModes() {
    FactSet facts =
        Read.allOf(
            "port-counters",
            """
            ============================================================
            Port               Mode Oper(VL bmap)  RxPPP      TxPPP
            ============================================================

            Ethernet1/3        Auto On  (8)        71223      4410
            Ethernet1/4        Auto Off            3          0
            """);

    assertThat(facts.text(PORT, "pfc.in-force").get()).isEqualTo("On");
    assertThat(facts.number(PORT, "pfc.bitmap").get()).isEqualTo(8);
    assertThat(facts.number(PORT, "counter.rx.pfc").get()).isEqualTo(71223);
    assertThat(facts.number(PORT, "counter.tx.pfc").get()).isEqualTo(4410);
    assertThat(
            facts.text(new Subject(SubjectKind.SWITCH_PORT, "Ethernet1/4"), "pfc.in-force").get())
        .isEqualTo("Off");
  }

  /** A word that is no column, a row with a cell too many, a word alone. */
  @ParameterizedTest
  @ValueSource(strings = {"Port  Weather\nEth1/3  12\n", "Port \nEth1/3\n"})
  void shouldLeaveOtherTablesAlone(String text) {
    assertThat(Read.text(text).sections())
        .allSatisfy(section -> assertThat(section.kind()).isEqualTo(SurroundingText.TEXT));
  }

  @Test
  void shouldSayNothingOfARowThatDoesNotFit() {
    assertThat(Read.text("Port  InDiscards\nEth1/3  12  7\n").facts())
        .noneMatch(fact -> fact.subject().equals(PORT));
  }

  /** EOS counts pauses of a port, and in detail those of a priority; the sum of all is no port. */
  @Test
  void shouldReadPausesOfEos() {
    FactSet facts =
        Read.allOf(
            "port-counters",
            """
            leaf1#show priority-flow-control counters
            Port  RxPfc       TxPfc
            Et3/1 4088        19
            leaf1#show priority-flow-control counters detail
            Port          PriLvl        RxPfc        TxPfc
            Et3/1              3         4088           17
            leaf1#show interfaces counters discards
            Port                InDiscards       OutDiscards
            ---------------- ---------------- ----------------
            Et3/1                       12                0
            ---------------- ---------------- ----------------
            Totals                      12                0
            """);
    Subject port = new Subject(SubjectKind.SWITCH_PORT, "Ethernet3/1");

    assertThat(facts.number(port, "counter.rx.pfc").get()).isEqualTo(4088);
    assertThat(facts.number(port, "counter.tx.pfc.3").get()).isEqualTo(17);
    assertThat(facts.number(port, "counter.input-discards").get()).isEqualTo(12);
    assertThat(
            facts
                .number(new Subject(SubjectKind.ITEM, "port counters"), "total.input-discards")
                .get())
        .isEqualTo(12);
  }
}
