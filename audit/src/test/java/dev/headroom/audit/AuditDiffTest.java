package dev.headroom.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.rules.RuleCatalogue;
import java.util.List;
import org.junit.jupiter.api.Test;

final class AuditDiffTest {
  private static AuditReport report(Healthy host) {
    return report(host, "node1");
  }

  private static AuditReport report(Healthy host, String name) {
    return AuditReport.of(
        List.of(name),
        List.of(),
        Audit.of(List.of(host.facts(name)), RuleCatalogue.all()),
        Waivers.NONE);
  }

  private final Healthy healthy = Healthy.host();
  private final Healthy slow =
      healthy.with("lspci.txt", "14:00.0 Ethernet", "Speed 32GT/s (ok)", "Speed 16GT/s (x)");

  @Test
  void shouldTellWhatCameAndWhatWent() {
    AuditDiff worse = AuditDiff.of(report(healthy), report(slow));
    assertThat(worse.appeared()).extracting(Finding::rule).containsExactly("pcie.nic-link-speed");
    AuditDiff better = AuditDiff.of(report(slow), report(healthy));
    assertThat(better.gone()).extracting(Finding::rule).containsExactly("pcie.nic-link-speed");
    assertThat(better.appeared()).isEmpty();
  }

  @Test
  void shouldSeeThatTheSameFindingSaysSomethingElse() {
    Healthy slower =
        healthy.with("lspci.txt", "14:00.0 Ethernet", "Speed 32GT/s (ok)", "Speed 8GT/s (x)");
    assertThat(AuditDiff.of(report(slow), report(slower)).changed()).hasSize(1);
    assertThat(AuditDiff.of(report(slow), report(slow)).same()).isEqualTo(1);
  }

  /** Of folders that people call {@code before} and {@code after}. */
  @Test
  void shouldTakeOneMachineForItself() {
    AuditDiff same = AuditDiff.of(report(slow, "before"), report(slow, "after"));
    assertThat(same.appeared()).isEmpty();
    assertThat(same.gone()).isEmpty();
    assertThat(same.same()).isEqualTo(1);
    Healthy blind =
        healthy.with("lspci.txt", "14:00.0 Ethernet", "LnkSta:\tSpeed 32GT/s (ok), ", "LnkSta:\t");
    assertThat(AuditDiff.of(report(slow, "before"), report(blind, "after")).sourceGone())
        .hasSize(1);
  }

  @Test
  void shouldNotTakeAMissingFileForACure() {
    Healthy blind =
        healthy.with("lspci.txt", "14:00.0 Ethernet", "LnkSta:\tSpeed 32GT/s (ok), ", "LnkSta:\t");
    AuditDiff difference = AuditDiff.of(report(slow), report(blind));
    assertThat(difference.gone()).isEmpty();
    assertThat(difference.sourceGone()).hasSize(1);
  }

  @Test
  void shouldTellApartWhatOneRuleFindsTwiceOfOnePart() {
    AuditReport one = report(slow);
    Finding finding = one.findings().getFirst();
    AuditReport two = with(one, finding, said(finding, "and something else"));

    assertThat(AuditDiff.of(one, two).appeared())
        .extracting(Finding::message)
        .containsExactly("and something else");
    assertThat(AuditDiff.of(one, two).same()).isEqualTo(1);
    assertThat(AuditDiff.of(two, one).gone())
        .extracting(Finding::message)
        .containsExactly("and something else");
    assertThat(AuditDiff.of(two, two).same()).isEqualTo(2);
  }

  @Test
  void shouldCallItWorseWhereAFindingWeighsMore() {
    AuditReport report = report(slow);
    Finding finding = report.findings().getFirst();
    AuditReport note = with(report, finding.with(Severity.INFO));
    AuditReport error = with(report, finding.with(Severity.ERROR));
    AuditReport other = with(report, said(finding.with(Severity.ERROR), "it says otherwise"));

    assertThat(AuditDiff.of(note, error).isWorse(Severity.WARNING)).isTrue();
    assertThat(AuditDiff.of(note, other).isWorse(Severity.WARNING)).isTrue();
    assertThat(AuditDiff.of(note, error).changed()).hasSize(1);
    assertThat(AuditDiff.of(error, note).isWorse(Severity.INFO)).isFalse();
    assertThat(AuditDiff.of(error, other).isWorse(Severity.INFO)).isFalse();
  }

  private static Finding said(Finding finding, String what) {
    return new Finding(
        finding.rule(),
        finding.severity(),
        finding.place(),
        what,
        finding.evidence(),
        finding.reason(),
        finding.remedy(),
        finding.cost());
  }

  private static AuditReport with(AuditReport report, Finding... findings) {
    return AuditReport.of(
        report.hosts(),
        List.of(),
        report.outcomes().stream()
            .map(each ->
                each.findings().isEmpty()
                    ? each
                    : new RuleOutcome(
                        each.ruleInfo(), List.of(findings), each.passed(), List.of(), List.of()))
            .toList(),
        Waivers.NONE);
  }
}
