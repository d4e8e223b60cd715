package dev.headroom.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.rules.Rules;
import java.util.List;
import org.junit.jupiter.api.Test;

final class DifferenceTest {
  private static Report report(Healthy host) {
    return report(host, "node1");
  }

  private static Report report(Healthy host, String name) {
    return Report.of(
        List.of(name), List.of(), Audit.of(List.of(host.facts(name)), Rules.all()), Waivers.NONE);
  }

  private final Healthy healthy = Healthy.host();
  private final Healthy slow =
      healthy.with("lspci.txt", "14:00.0 Ethernet", "Speed 32GT/s (ok)", "Speed 16GT/s (x)");

  @Test
  void shouldTellWhatCameAndWhatWent() {
    Difference worse = Difference.of(report(healthy), report(slow));
    assertThat(worse.appeared()).extracting(Finding::rule).containsExactly("pcie.nic-link-speed");
    Difference better = Difference.of(report(slow), report(healthy));
    assertThat(better.gone()).extracting(Finding::rule).containsExactly("pcie.nic-link-speed");
    assertThat(better.appeared()).isEmpty();
  }

  @Test
  void shouldSeeThatTheSameFindingSaysSomethingElse() {
    Healthy slower =
        healthy.with("lspci.txt", "14:00.0 Ethernet", "Speed 32GT/s (ok)", "Speed 8GT/s (x)");
    assertThat(Difference.of(report(slow), report(slower)).changed()).hasSize(1);
    assertThat(Difference.of(report(slow), report(slow)).same()).isEqualTo(1);
  }

  /** Of folders that people call {@code before} and {@code after}. */
  @Test
  void shouldTakeOneMachineForItself() {
    Difference same = Difference.of(report(slow, "before"), report(slow, "after"));
    assertThat(same.appeared()).isEmpty();
    assertThat(same.gone()).isEmpty();
    assertThat(same.same()).isEqualTo(1);
    Healthy blind =
        healthy.with("lspci.txt", "14:00.0 Ethernet", "LnkSta:\tSpeed 32GT/s (ok), ", "LnkSta:\t");
    assertThat(Difference.of(report(slow, "before"), report(blind, "after")).unseen()).hasSize(1);
  }

  @Test
  void shouldNotTakeAMissingFileForACure() {
    Healthy blind =
        healthy.with("lspci.txt", "14:00.0 Ethernet", "LnkSta:\tSpeed 32GT/s (ok), ", "LnkSta:\t");
    Difference difference = Difference.of(report(slow), report(blind));
    assertThat(difference.gone()).isEmpty();
    assertThat(difference.unseen()).hasSize(1);
  }

  @Test
  void shouldTellApartWhatOneRuleFindsTwiceOfOnePart() {
    Report one = report(slow);
    Finding finding = one.findings().getFirst();
    Report two = with(one, finding, said(finding, "and something else"));

    assertThat(Difference.of(one, two).appeared())
        .extracting(Finding::what)
        .containsExactly("and something else");
    assertThat(Difference.of(one, two).same()).isEqualTo(1);
    assertThat(Difference.of(two, one).gone())
        .extracting(Finding::what)
        .containsExactly("and something else");
    assertThat(Difference.of(two, two).same()).isEqualTo(2);
  }

  @Test
  void shouldCallItWorseWhereAFindingWeighsMore() {
    Report report = report(slow);
    Finding finding = report.findings().getFirst();
    Report note = with(report, finding.with(Severity.INFO));
    Report error = with(report, finding.with(Severity.ERROR));
    Report other = with(report, said(finding.with(Severity.ERROR), "it says otherwise"));

    assertThat(Difference.of(note, error).isWorse(Severity.WARNING)).isTrue();
    assertThat(Difference.of(note, other).isWorse(Severity.WARNING)).isTrue();
    assertThat(Difference.of(note, error).changed()).hasSize(1);
    assertThat(Difference.of(error, note).isWorse(Severity.INFO)).isFalse();
    assertThat(Difference.of(error, other).isWorse(Severity.INFO)).isFalse();
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

  private static Report with(Report report, Finding... findings) {
    return Report.of(
        report.hosts(),
        List.of(),
        report.outcomes().stream()
            .map(each ->
                each.findings().isEmpty()
                    ? each
                    : new Outcome(
                        each.card(), List.of(findings), each.passed(), List.of(), List.of()))
            .toList(),
        Waivers.NONE);
  }
}
