package dev.headroom.audit.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.Audit;
import dev.headroom.audit.Finding;
import dev.headroom.audit.Severity;
import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What switches say of their transceivers is judged as what hosts say of theirs. */
final class TransceiverAlarmsTest {
  private static final String NXOS =
      """
      Ethernet1/3
          transceiver is present
      Lane Number:1 Network Lane
          Temperature   48.25 C        80.00 C     -5.00 C     75.00 C        0.00 C
          Current       71.50 mA      120.00 mA    20.00 mA   110.00 mA      30.00 mA
          Tx Power       1.12 dBm       6.99 dBm   -6.90 dBm    3.99 dBm     -2.90 dBm
          Rx Power       0.25 dBm       6.99 dBm   -9.91 dBm    3.99 dBm     -5.90 dBm
      """;

  @Test
  void shouldPassAModuleWithinItsLimits() {
    assertThat(found(NXOS)).isEmpty();
  }

  @Test
  void shouldFindTheMarkOfTheSwitch() {
    assertThat(found(NXOS.replace("0.25 dBm  ", "-7.25 dBm -")))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.severity()).isEqualTo(Severity.WARNING);
          assertThat(finding.place().part()).isEqualTo("Ethernet1/3");
          assertThat(finding.message()).isEqualTo("its module raises: lane 1 rx power low warning");
        });
  }

  @Test
  void shouldCompareWhereTheSwitchMarksNothing() {
    assertThat(found(NXOS.replace("48.25", "81.50")))
        .extracting(Finding::message)
        .containsExactly(
            "its module raises: lane 1 temperature high alarm, lane 1 temperature high warning");
  }

  @Test
  void shouldNoteALaneThatSendsIntoADarkFibre() {
    assertThat(found(NXOS.replace("  0.25 dBm  ", "-40.00 dBm --")))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.severity()).isEqualTo(Severity.INFO);
          assertThat(finding.message()).startsWith("its module receives no light");
        });
  }

  @Test
  void shouldLeaveAPortAloneThatIsShutDown() {
    String shut =
        NXOS.replace("  0.25 dBm  ", "-40.00 dBm --").replace("   1.12 dBm  ", " -30.12 dBm --");

    assertThat(found(shut)).isEmpty();
    assertThat(found(shut.replace("48.25", "78.00"))).hasSize(1);
  }

  @Test
  void shouldTakeLimitsThatAreTheSameForNone() {
    assertThat(
            found(
                NXOS.replace(
                    "6.99 dBm   -6.90 dBm    3.99 dBm     -2.90",
                    "0.00 dBm   0.00 dBm    0.00 dBm     0.00")))
        .isEmpty();
  }

  private static final String SONIC =
      """
      Ethernet24: SFP EEPROM detected
              ChannelMonitorValues:
                      RX1Power: -2.1034dBm
                      TX1Bias: 62.1500mA
              ChannelThresholdValues:
                      RxPowerHighAlarm  : 5.0000dBm
                      RxPowerLowAlarm   : -9.9001dBm
                      TxBiasHighAlarm   : 120.0000mA
                      TxBiasLowAlarm    : 20.0000mA
              ModuleMonitorValues:
                      Temperature: 51.2500C
              ModuleThresholdValues:
                      TempHighAlarm  : 75.0000C
                      TempLowAlarm   : -5.0000C
      """;

  @Test
  void shouldJudgeSonicsReadingsByTheLimitsBelowThem() {
    assertThat(found(SONIC)).isEmpty();
    assertThat(found(SONIC.replace("51.2500C", "76.0000C")))
        .extracting(Finding::message)
        .containsExactly("its module raises: temperature high alarm");
    assertThat(found(SONIC.replace("-2.1034", "-10.5000")))
        .extracting(Finding::severity)
        .containsExactly(Severity.WARNING);
  }

  /** No light at all; nor is a laser that is off a fault. */
  @Test
  void shouldKnowSonicsDarkLanes() {
    String dark = SONIC.replace("-2.1034", "-inf");

    assertThat(found(dark)).extracting(Finding::severity).containsExactly(Severity.INFO);
    assertThat(found(dark.replace("62.1500", "0.0000"))).isEmpty();
  }

  @Test
  void shouldFindATransmitterThatSonicSaysFailed() {
    String status =
        """
        Ethernet4:
                Tx fault flag on media lane 1: False
                Rx power low alarm flag on lane 1: False
        """;

    assertThat(found(status)).isEmpty();
    assertThat(found(status.replace("media lane 1: False", "media lane 1: True")))
        .extracting(Finding::message)
        .containsExactly("its module raises: lane 1 tx fault");
  }

  @Test
  void shouldFindAModuleThatSonicBlocks() {
    String table =
        """
        Port        Error Status
        ----------  --------------------------------------------
        Ethernet0   OK
        Ethernet8   Unplugged
        """;

    assertThat(found(table)).isEmpty();
    assertThat(found(table.replace("OK", "Blocking EEPROM from being read|High temperature")))
        .extracting(Finding::message)
        .containsExactly("its module raises: Blocking EEPROM from being read|High temperature");
  }

  /** Words of sfp_base.py, of NVIDIA's sfp.py, and of CMIS's states. */
  @ParameterizedTest
  @CsvSource({
    "Blocking EEPROM from being read, true",
    "Long range for non-Mellanox cable or module, true",
    "Enforce part number list, true",
    "PMD type not enabled, true",
    "PCIE system power slot exceeded, true",
    "Module boot failed, true",
    "Unknown error (9), true",
    "ModuleFault, true",
    "Disabled, false",
    "Initializing, false",
    "N/A, false",
    "ModuleLowPwr, false",
    "DataPathDeactivated, false"
  })
  void shouldRaiseAllThatIsNoStateOfAModuleThatIsWell(String status, boolean raised) {
    String table =
        """
        Port        Error Status
        ----------  --------------------------------------------
        Ethernet0   STATUS
        """;

    assertThat(found(table.replace("STATUS", status)))
        .extracting(Finding::message)
        .isEqualTo(raised ? List.of("its module raises: " + status) : List.of());
  }

  @Test
  void shouldJudgeWhatEosSaysAsJson() {
    String json =
        """
        {"interfaces": {"Ethernet2/1": {"parameters": {"rxPower": {"unit": "dBm",
          "channels": {"1": -2.5}, "threshold": {"lowAlarm": -13.3, "highAlarm": 3.4}}}}}}
        """;

    assertThat(found(json)).isEmpty();
    assertThat(found(json.replace("-2.5", "-14.5")))
        .extracting(Finding::message)
        .containsExactly("its module raises: lane 1 rx power low alarm");
  }

  private static List<Finding> found(String text) {
    HostFacts host =
        HostFacts.of(
            "leaf-1", List.of(FormatCatalogue.reader().read(FactSource.of("leaf-1.txt"), text)));
    return Audit.of(List.of(host), RuleCatalogue.all()).stream()
        .flatMap(outcome -> outcome.findings().stream())
        .filter(finding -> finding.rule().equals("optics.alarm"))
        .toList();
  }
}
