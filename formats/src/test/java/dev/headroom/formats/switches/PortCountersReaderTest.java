package dev.headroom.formats.switches;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.fact.Facts;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.read.Around;
import dev.headroom.formats.read.Read;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables of counters name a port as {@code show interface} does. */
final class PortCountersReaderTest {
  private static final Subject PORT = new Subject(Thing.SWITCH_PORT, "Ethernet1/3");

  @Test
  void shouldNameDropsAsShowInterfaceDoes() {
    Facts facts =
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
    assertThat(facts.number(PORT, "counter.xmit-err").isSaid()).isFalse();
  }

  @Test
  void shouldTellPrioritiesThatArePausedFromModes() {
    Facts facts =
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
    assertThat(facts.text(new Subject(Thing.SWITCH_PORT, "Ethernet1/4"), "pfc.in-force").get())
        .isEqualTo("Off");
  }

  /** A word that is no column, a row with a cell too many, a word alone. */
  @ParameterizedTest
  @ValueSource(strings = {"Port  Weather\nEth1/3  12\n", "Port \nEth1/3\n"})
  void shouldLeaveOtherTablesAlone(String text) {
    assertThat(Read.text(text).sections())
        .allSatisfy(section -> assertThat(section.kind()).isEqualTo(Around.TEXT));
  }

  @Test
  void shouldSayNothingOfARowThatDoesNotFit() {
    assertThat(Read.text("Port  InDiscards\nEth1/3  12  7\n").facts())
        .noneMatch(fact -> fact.subject().equals(PORT));
  }
}
