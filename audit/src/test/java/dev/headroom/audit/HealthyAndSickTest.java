package dev.headroom.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.rules.RuleCatalogue;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Each rule is silent on a healthy host, fires when one thing about it is changed, and no other
 * rule does, but for those that see the same harm from another side.
 */
final class HealthyAndSickTest {
  private final Healthy healthy = Healthy.host();

  private final List<HostFacts> fleet =
      List.of(
          healthy.facts("node1"),
          healthy.facts("node2"),
          healthy.facts("node3"),
          Healthy.switchOf().facts("leaf1"),
          Healthy.fabric().facts("manager"));

  @Test
  void shouldFindNothingWrongWithAHealthyFleet() {
    assertThat(Healthy.findings(fleet))
        .extracting(finding -> finding.rule() + ": " + finding.subject() + ": " + finding.message())
        .isEmpty();
  }

  @Test
  void shouldHaveASickSampleForEveryRule() {
    Set<String> missing = new TreeSet<>(RuleCatalogue.ids());
    Sicknesses.ofHost().forEach(each -> missing.remove(each.rule()));
    missing.removeIf(rule -> rule.startsWith("expected.")); // ExpectedHostTest has samples of these
    assertThat(missing).isEmpty();
  }

  @Test
  void shouldLookAtSomethingOfTheHealthyHostWithEveryRule() {
    List<String> blind = new ArrayList<>();
    for (Sickness each : Sicknesses.ofHost()) {
      if (each.seenWhenHealthy() && passed(each.rule()) == 0) {
        blind.add(each.rule());
      }
    }
    assertThat(blind).isEmpty();
  }

  private int passed(String rule) {
    return Audit.of(fleet, List.of(RuleCatalogue.named(rule).orElseThrow())).getFirst().passed();
  }

  @TestFactory
  List<DynamicTest> shouldFire() {
    return Sicknesses.ofHost().stream()
        .map(each -> DynamicTest.dynamicTest(each.toString(), () -> fires(each)))
        .toList();
  }

  private static void fires(Sickness sickness) {
    List<Finding> findings = sickness.findings();
    Set<String> rules = findings.stream().map(Finding::rule).collect(Collectors.toSet());
    assertThat(rules).contains(sickness.rule());
    Set<String> expected = new TreeSet<>(sickness.also());
    expected.add(sickness.rule());
    assertThat(expected).as("rules that fire: %s", new TreeSet<>(rules)).containsAll(rules);
    assertThat(findings)
        .filteredOn(finding -> finding.rule().equals(sickness.rule()))
        .allSatisfy(finding -> {
          assertThat(finding.evidence()).isNotEmpty();
          assertThat(finding.message()).isNotBlank();
          assertThat(finding.reason().cause()).isNotBlank();
          assertThat(finding.reason().source()).isNotBlank();
        });
  }
}
