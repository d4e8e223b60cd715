package dev.headroom.audit.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.Audit;
import dev.headroom.audit.Finding;
import dev.headroom.audit.Severity;
import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Flags of a module are kept from one reading to the next (SFF-8636, 6.2.3), its power is that of
 * now. Forms are those of ethtool's qsfp.c and sff-common.c; numbers are ours.
 */
final class DarkLanesTest {
  private static final String LIT =
      """
      $ ethtool -m eth0
      	Identifier                                : 0x11 (QSFP28)
      	Rx loss of signal                         : [ No, Yes, No, No ]
      	Tx fault                                  : None
      	Rcvr signal avg optical power(Channel 1)  : 1.5136 mW / 1.80 dBm
      	Rcvr signal avg optical power(Channel 2)  : 1.4723 mW / 1.68 dBm
      	Rcvr signal avg optical power(Channel 3)  : 1.4125 mW / 1.50 dBm
      	Rcvr signal avg optical power(Channel 4)  : 1.4454 mW / 1.60 dBm
      """;

  @Test
  void shouldPassALaneThatLostItsLightAndHasItAgain() {
    assertThat(found(LIT)).isEmpty();
    assertThat(found(LIT.replace("No, Yes, No, No", "Yes, Yes, Yes, Yes"))).isEmpty();
  }

  @Test
  void shouldFindALaneThatLostItsLightAndStillHasNone() {
    assertThat(found(LIT.replace("1.4723 mW / 1.68", "0.0000 mW / -inf")))
        .extracting(Finding::message)
        .containsExactly("its module receives no light on lane 2, but does on lanes 1, 3, 4");
  }

  /** Receivers measure some noise; the module says how much light it needs. */
  @Test
  void shouldTakeLightBelowTheModulesOwnLimitForNone() {
    String noise = LIT.replace("1.4723 mW / 1.68", "0.0032 mW / -25.00");

    assertThat(found(noise)).isEmpty();
    assertThat(
            found(noise + "\tLaser rx power low alarm threshold        : 0.0741 mW / -11.30 dBm\n"))
        .extracting(Finding::severity)
        .containsExactly(Severity.WARNING);
  }

  @Test
  void shouldTakeFlagsAtTheirWordWhereNoPowerIsPrinted() {
    String flags =
        """
        $ ethtool -m eth0
        	Identifier                                : 0x11 (QSFP28)
        	Rx loss of signal                         : [ No, Yes, No, No ]
        """;

    assertThat(found(flags))
        .extracting(Finding::message)
        .containsExactly("its module receives no light on lane 2, but does on lanes 1, 3, 4");
  }

  @Test
  void shouldSayOfAFaultThatItMayBeOver() {
    assertThat(
            found(
                LIT.replace(
                    "fault                                  : None",
                    "fault : [ No, No, Yes, No ]")))
        .extracting(Finding::message)
        .containsExactly("its module raised a laser fault on lane 3 since the last read");
  }

  @Test
  void shouldReadTheModulationAmplitudeWhereItIsMeasured() {
    String oma =
        LIT.replace("Rcvr signal avg optical power(", "Receiver signal OMA(")
            .replace(": [ No, Yes, No, No ]", ": None");

    assertThat(found(oma)).isEmpty();
    assertThat(found(oma.replace("1.4723 mW / 1.68", "0.0000 mW / -inf"))).hasSize(1);
  }

  @Test
  void shouldShowLinesOfDarkLanesOnly() {
    String dark =
        LIT.replace(": [ No, Yes, No, No ]", ": None")
            .replace("1.4723 mW / 1.68", "0.0000 mW / -inf")
            .replace("1.4454 mW / 1.60", "0.0000 mW / -inf")
            .concat("\tLaser tx bias current (Channel 4)         : 0.000 mA\n");

    assertThat(found(dark))
        .filteredOn(finding -> finding.severity() == Severity.INFO)
        .singleElement()
        .satisfies(finding -> assertThat(finding.message()).startsWith("lane 4 of its module is"));
    assertThat(found(dark))
        .filteredOn(finding -> finding.severity() == Severity.WARNING)
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.message()).contains("on lane 2, but does on lanes 1, 3");
          assertThat(finding.evidence()).extracting(Evidence::line).containsExactly(6);
        });
  }

  private static List<Finding> found(String text) {
    HostFacts host =
        HostFacts.of(
            "node-1", List.of(FormatCatalogue.reader().read(FactSource.of("node-1.txt"), text)));
    return Audit.of(List.of(host), RuleCatalogue.all()).stream()
        .flatMap(outcome -> outcome.findings().stream())
        .filter(finding -> finding.rule().equals("optics.dark-lane"))
        .toList();
  }
}
