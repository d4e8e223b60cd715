package dev.headroom.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.audit.fix.FactEdits;
import dev.headroom.audit.fix.Fix;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class WaiversTest {
  private static final LocalDate TODAY = LocalDate.of(2026, 12, 1);

  private static Waivers waivers(String text) {
    return Waivers.read(text, "waivers.yaml", TODAY);
  }

  private static AuditReport report(Waivers waivers) {
    RuleInfo ruleInfo = RuleInfo.warning("pcie.aspm").title("t").inputs("x").cause("c").source("s");
    Finding finding =
        new Finding(
            "pcie.aspm",
            Severity.WARNING,
            new Finding.Place("node7", "0000:14:00.0"),
            "what",
            List.of(),
            new Finding.Reason("cause", "source"),
            new Finding.Remedy(Fix.NONE, FactEdits.NONE),
            new Finding.Cost(new Price.Unknown("not asked"), Map.of()));
    return AuditReport.of(
        List.of("node7"),
        List.of(),
        List.of(new RuleOutcome(ruleInfo, List.of(finding), 0, List.of(), List.of())),
        waivers);
  }

  /** A machine is meant by what its folder is called, too. */
  @Test
  void shouldCoverByWhatTheMachineCameAs() {
    Waivers waivers =
        waivers(
            """
            - rule: pcie.aspm
              subject: bundleA
              reason: as delivered
              expires: 2999-01-01
            """);

    assertThat(report(waivers).waived()).isEmpty();
    assertThat(report(waivers.withInputNames(Map.of("node7", "bundleA"))).waived()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "pcie.aspm,*,true",
    "pcie.*,node7,true",
    "'*','node7 0000:14:*',true",
    "pcie.aspm,0000:14:00.0,true",
    "pcie.aspm,node8,false",
    "pcie.acs-redirect,*,false"
  })
  void shouldCoverByRuleAndSubject(String rule, String subject, boolean covered) {
    AuditReport report =
        report(
            waivers(
                """
                - rule: '%s'
                  subject: '%s'
                  reason: storage cards
                  expires: 2026-12-01
                """
                    .formatted(rule, subject)));
    assertThat(report.waived().size()).isEqualTo(covered ? 1 : 0);
    assertThat(report.findings().size()).isEqualTo(covered ? 0 : 1);
  }

  @Test
  void shouldNotCoverAfterItsDayAndSaySo() {
    AuditReport report = report(waivers("- {rule: pcie.aspm, reason: old, expires: 2026-11-30}"));
    assertThat(report.findings()).hasSize(1);
    assertThat(report.expired()).extracting(Waiver::place).containsExactly("waivers.yaml:1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "rule: x|waivers.yaml:1: expected a list",
        "- {rule: x, expires: 2027-01-01}|waivers.yaml:1: reason is missing",
        "- {rule: x, reason: y, expires: soon}|'soon' is not a date such as 2027-03-31",
        "- {rule: x, because: y}|'because' is not a valid key with a text value",
        "- [1|not valid YAML"
      })
  void shouldNameWhatIsWrong(String text, String message) {
    assertThatThrownBy(() -> waivers(text))
        .isInstanceOf(WaiverException.class)
        .hasMessageContaining(message);
  }
}
