package dev.headroom.audit.switches;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.Audit;
import dev.headroom.audit.Finding;
import dev.headroom.audit.rules.RuleCatalogue;
import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages of SONiC's psud and thermalctld: a fault, and the notice that it is over. */
final class PlatformLogTest {
  private static List<String> rules(String level, String message) {
    String log =
        "Feb 11 10:02:10.110221 leaf3 NOTICE pmon#xcvrd: started\nFeb 11 10:02:11.110221 leaf3 %s pmon#%s\n"
            .formatted(level, message);
    HostFacts host =
        HostFacts.of(
            "leaf3", List.of(FormatCatalogue.reader().read(FactSource.of("syslog.txt"), log)));
    return Audit.of(List.of(host), RuleCatalogue.all()).stream()
        .flatMap(each -> each.findings().stream())
        .map(Finding::rule)
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "switch.log-power|psud: PSU absence warning: PSU 1 is not present.",
        "switch.log-power|psud: Power absence warning: PSU 2 is out of power.",
        "switch.log-power|psud: PSU voltage warning: PSU 1 voltage out of range, current voltage=9.0, valid range=[11.0, 13.0].",
        "switch.log-power|psud: PSU power warning: system power 820.0 exceeds the critical threshold 800.0.",
        "switch.log-power|psud: PSU supplied power warning: 500.0W supplied-power less than 600.0W consumed-power",
        "switch.log-fans|psud: PSU temperature warning: PSU 1 temperature too hot, temperature=71.0, threshold=70.0.",
        "switch.log-fans|thermalctld: Fan removed warning: fan3 was removed from the system, potential overheat hazard",
        "switch.log-fans|thermalctld: Fan fault warning: fan3 is broken",
        "switch.log-fans|thermalctld: Fan low speed warning: fan3 current speed=20, target speed=60",
        "switch.log-fans|thermalctld: Insufficient number of working fans warning: 2 fans are not working",
        "switch.log-fans|thermalctld: High temperature warning: ASIC current temperature 106C, high threshold 105C",
        "switch.log-fans|thermalctld: Liquid cooling leakage sensor leakage1 reported leaking",
      })
  void shouldReportAFault(String rule, String message) {
    assertThat(rules("WARNING", message)).containsExactly(rule);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "psud: PSU absence warning cleared: PSU 1 is inserted back.",
        "psud: Power absence warning cleared: PSU 2 power is back to normal.",
        "psud: PSU voltage warning cleared: PSU 1 voltage is back to normal.",
        "thermalctld: Fan fault warning cleared: fan3 is back to normal",
        "thermalctld: Insufficient number of working fans warning cleared: all fans are back to normal",
        "thermalctld: High temperature warning cleared: ASIC temperature restored to 90C, high threshold 105C",
      })
  void shouldNotTakeItsEndForAFault(String message) {
    assertThat(rules("NOTICE", message)).isEmpty();
  }
}
