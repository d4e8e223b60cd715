package dev.headroom.formats.switches;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.Read;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Vendors lay the same sensors out in their own ways. */
final class TransceiverReadersTest {
  @Test
  void shouldKnowNxosLimitsByTheirPlace() {
    FactSet facts =
        Read.allOf(
            "transceiver-details",
            """
            Ethernet1/3
                transceiver is present
            Lane Number:2 Network Lane
                Rx Power     -13.97 dBm  -    4.99 dBm  -16.77 dBm    1.99 dBm    -12.67 dBm
            """);

    assertThat(text(facts, "Ethernet1/3", "lane-2-rx-power")).isEqualTo("-13.97");
    assertThat(text(facts, "Ethernet1/3", "lane-2-rx-power-low-alarm-threshold"))
        .isEqualTo("-16.77");
    assertThat(text(facts, "Ethernet1/3", "lane-2-rx-power-low-warning")).isEqualTo("On");
    assertThat(text(facts, "Ethernet1/3", "lane-2-rx-power-low-alarm")).isEqualTo("Off");
  }

  /** EOS has the lower limits as alarm and warning, IOS and SONiC as warning and alarm. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        """
                                 High Alarm  High Warn   Low Alarm   Low Warn
                   Rx Power      Threshold   Threshold   Threshold   Threshold
        Port       (dBm)         (dBm)       (dBm)       (dBm)       (dBm)
        -------    ------------  ----------  ----------  ----------  ----------
        Et1        -10.93        4.40        3.40        -11.50      -10.50
        """,
        """
                         Optical          High Alarm  High Warn  Low Warn   Low Alarm
                         Receive Power    Threshold   Threshold  Threshold  Threshold
        Port       Lane  (dBm)            (dBm)       (dBm)      (dBm)      (dBm)
        ---------  ----  ---------------  ----------  ---------  ---------  ---------
        Ethernet1  N/A   -10.93 -         4.40        3.40       -10.50     -11.50
        """
      })
  void shouldReadTheOrderOfLimitsFromTheHeading(String table) {
    FactSet facts = Read.allOf("transceiver-table", table);

    assertThat(text(facts, "Ethernet1", "rx-power-low-alarm-threshold")).isEqualTo("-11.50");
    assertThat(text(facts, "Ethernet1", "rx-power-low-warning")).isEqualTo("On");
    assertThat(text(facts, "Ethernet1", "rx-power-low-alarm")).isEqualTo("Off");
  }

  @Test
  void shouldSayNothingOfLimitsWhereNothingIsMeasured() {
    FactSet facts =
        Read.allOf(
            "transceiver-details",
            """
            Ethernet1/3
                transceiver is present
                Tx Power          N/A         6.99 dBm   -6.90 dBm    3.99 dBm     -2.90 dBm
            """);

    assertThat(text(facts, "Ethernet1/3", "tx-power")).isEqualTo("N/A");
    assertThat(facts.text(port("Ethernet1/3"), "module.tx-power-low-alarm").isReported()).isFalse();
  }

  private static String text(FactSet facts, String port, String key) {
    return facts.text(port(port), "module." + key).get();
  }

  private static Subject port(String name) {
    return new Subject(SubjectKind.SWITCH_PORT, name);
  }
}
