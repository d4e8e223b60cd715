package dev.headroom.formats.switches;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.Read;
import dev.headroom.formats.read.SurroundingText;
import org.junit.jupiter.api.Test;

/** What switches say of PFC as it is in force stands under the same keys. */
final class PfcReadersTest {

  private static Subject port(String name) {
    return new Subject(SubjectKind.SWITCH_PORT, name);
  }

  @Test
  void shouldReadWhatEosPauses() {
    FactSet facts =
        Read.allOf(
            "eos-pfc",
            """
            Leaf-1# show priority-flow-control
            Port       Enabled  Priorities  Active  Note
            ---------  -------  ----------  ------  -------------
            Ethernet1  Yes      3 4         Yes     DCBX disabled
            Et2        No                   No
            Et3/1      Yes      3           No      DCBX disabled
            """);

    assertThat(facts.text(port("Ethernet1"), PfcStateKeys.PRIORITIES).get()).isEqualTo("3,4");
    assertThat(facts.text(port("Ethernet1"), PfcStateKeys.IN_FORCE).get()).isEqualTo("On");
    assertThat(facts.text(port("Ethernet1"), "pfc.note").get()).isEqualTo("DCBX disabled");
    assertThat(facts.text(port("Ethernet2"), PfcStateKeys.MODE).get()).isEqualTo("Off");
    assertThat(facts.text(port("Ethernet2"), PfcStateKeys.PRIORITIES).isReported()).isFalse();
    assertThat(facts.text(port("Ethernet3/1"), PfcStateKeys.MODE).get()).isEqualTo("On");
    assertThat(facts.text(port("Ethernet3/1"), PfcStateKeys.IN_FORCE).get()).isEqualTo("Off");
  }

  @Test
  void shouldReadPausesOfNxosByPriority() {
    FactSet facts =
        Read.allOf(
            "nxos-pfc",
            """
            Ethernet1/51
                Admin Mode: On
                Oper Mode: On
                VL bitmap: (20)
                Total Rx PFC Frames: 0
                Total Tx PFC Frames: 150
                -----------------------------------------------------------------------------------------------
                    |  Priority0  |  Priority1  |  Priority2  |  Priority3  |  Priority4  |  Priority5  |  Priority6  |  Priority7  |
                -----------------------------------------------------------------------------------------------
                Rx  |0            |0            |0            |0            |0            |0            |0            |0
                -----------------------------------------------------------------------------------------------
                Tx  |0            |0            |0            |0            |0            |150          |0            |0
            Ethernet1/52
                Admin Mode: Auto
                Oper Mode: Off
            """);

    assertThat(facts.number(port("Ethernet1/51"), PfcStateKeys.BITMAP).get()).isEqualTo(32);
    assertThat(facts.number(port("Ethernet1/51"), "counter.tx.pfc").get()).isEqualTo(150);
    assertThat(facts.number(port("Ethernet1/51"), "counter.tx.pfc.5").get()).isEqualTo(150);
    assertThat(facts.number(port("Ethernet1/51"), "counter.rx.pfc.7").get()).isEqualTo(0);
    assertThat(facts.text(port("Ethernet1/52"), PfcStateKeys.IN_FORCE).get()).isEqualTo("Off");
  }

  @Test
  void shouldLeaveAPortAloneThatNothingIsSaidOf() {
    assertThat(Read.text("Ethernet1/51\n    is the one\n").sections())
        .allSatisfy(section -> assertThat(section.kind()).isEqualTo(SurroundingText.TEXT));
  }
}
