package dev.headroom.formats.switches.sonic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.Read;
import org.junit.jupiter.api.Test;

/** Forms are those of sonic-utilities' sfp_test.py and Command-Reference.md; numbers are ours. */
final class SonicModuleReaderTest {
  private static final String DOM =
      """
      Ethernet24: SFP EEPROM detected
              Vendor PN: DR4-400
              ChannelMonitorValues:
                      RX1Power: -2.1034dBm
                      RX2Power: -infdBm
                      TX1Bias: 62.1500mA
              ChannelThresholdValues:
                      RxPowerHighAlarm  : 5.0000dBm
                      RxPowerLowAlarm   : -9.9001dBm
                      TxBiasHighAlarm   : 60.0000mA
                      TxBiasLowAlarm    : 20.0000mA
      """;

  @Test
  void shouldHoldEveryLaneAgainstTheLimitsBelow() {
    FactSet facts = Read.allOf("sonic-transceiver", DOM);

    assertThat(text(facts, "Ethernet24", "lane-1-rx-power")).isEqualTo("-2.1034");
    assertThat(text(facts, "Ethernet24", "lane-1-rx-power-low-alarm")).isEqualTo("Off");
    assertThat(text(facts, "Ethernet24", "lane-2-rx-power-low-alarm")).isEqualTo("On");
    assertThat(text(facts, "Ethernet24", "lane-1-current-high-alarm")).isEqualTo("On");
    assertThat(text(facts, "Ethernet24", "rx-power-low-alarm-threshold")).isEqualTo("-9.9001");
  }

  /** As copied from a web page. */
  @Test
  void shouldReadItWithoutIndentation() {
    FactSet facts = Read.allOf("sonic-transceiver", DOM.replaceAll("(?m)^ +", ""));

    assertThat(text(facts, "Ethernet24", "vendor-pn")).isEqualTo("DR4-400");
    assertThat(text(facts, "Ethernet24", "lane-2-rx-power-low-alarm")).isEqualTo("On");
  }

  /** As the command reference of SONiC shows it, set in and with blanks before colons. */
  @Test
  void shouldReadWhatOlderReleasesPrint() {
    FactSet facts =
        Read.allOf(
            "sonic-transceiver",
            """
              Ethernet0: SFP detected
                      Vendor PN : 1111111111
                      Vendor Rev :
                      ChannelMonitorValues:
                            RX1Power: -1.1936dBm
                      ModuleMonitorValues :
                              Temperature : 41.2500C
            """);

    assertThat(text(facts, "Ethernet0", "vendor-pn")).isEqualTo("1111111111");
    assertThat(text(facts, "Ethernet0", "lane-1-rx-power")).isEqualTo("-1.1936");
    assertThat(text(facts, "Ethernet0", "temperature")).isEqualTo("41.2500");
  }

  @Test
  void shouldSayNothingOfLimitsThatAreNotThere() {
    FactSet facts =
        Read.allOf(
            "sonic-transceiver",
            """
            Ethernet0: SFP EEPROM detected
                    ChannelMonitorValues:
                            RX1Power: 0.5dBm
                    ChannelThresholdValues:
                    ModuleMonitorValues:
                            Temperature: 40.5C
            """);

    assertThat(text(facts, "Ethernet0", "temperature")).isEqualTo("40.5");
    assertThat(facts.text(port("Ethernet0"), "module.temperature-high-alarm").isReported())
        .isFalse();
    assertThat(facts.text(port("Ethernet0"), "module.lane-1-rx-power-low-alarm").isReported())
        .isFalse();
  }

  @Test
  void shouldReadWhatAModuleRaises() {
    FactSet facts =
        Read.allOf(
            "sonic-transceiver",
            """
            Ethernet44:
                    Tx fault flag on media lane 2: True
                    Data path state indicator on host lane 7: DataPathActivated
                    Vcc low alarm flag: False
                    Tx bias low warning flag on lane 3: True
            """);

    assertThat(text(facts, "Ethernet44", "lane-2-tx-fault")).isEqualTo("On");
    assertThat(text(facts, "Ethernet44", "lane-7-data-path-state-indicator"))
        .isEqualTo("DataPathActivated");
    assertThat(text(facts, "Ethernet44", "voltage-low-alarm")).isEqualTo("Off");
    assertThat(text(facts, "Ethernet44", "lane-3-current-low-warning")).isEqualTo("On");
  }

  private static String text(FactSet facts, String port, String key) {
    return facts.text(port(port), "module." + key).get();
  }

  private static Subject port(String name) {
    return new Subject(SubjectKind.SWITCH_PORT, name);
  }
}
