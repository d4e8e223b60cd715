package dev.headroom.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.rules.RuleCatalogue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * A real server of eight H100 that is well, and each rule: one fact of it changed makes that rule
 * find something it did not find before, and no other rule but those that see the same harm.
 */
final class EveryRuleTest {
  /** What is found before a change, by the healthy machines. */
  private final Map<List<Healthy>, Set<String>> before = new HashMap<>();

  private static void needFixtures() {
    Assumptions.assumeTrue(Healthy.hasFixtures(), "the fixtures are not here");
  }

  @Test
  void shouldFindNoErrorAndAtMostThreeWarnings() {
    needFixtures();
    List<Finding> findings = Healthy.h100().findings();
    assertThat(findings).noneMatch(each -> each.severity() == Severity.ERROR);
    // mlx5_1's link_downed stands at 255, where the counter ends.
    assertThat(findings)
        .filteredOn(each -> each.severity() == Severity.WARNING)
        .extracting(each -> each.rule() + " " + each.place().part())
        .containsExactly("link.flaps mlx5_1");
  }

  /** Rules about what of this server is not as {@link HealthyAndSickTest} has it. */
  @TestFactory
  List<DynamicTest> shouldFireByItsOwnParts() {
    return firing(Sicknesses::ofParts);
  }

  @Tag("whole")
  @TestFactory
  List<DynamicTest> shouldFireByTheRest() {
    return firing(Sicknesses::ofRest);
  }

  private List<DynamicTest> firing(Function<Healthy, List<Sickness>> changes) {
    if (!Healthy.hasFixtures()) {
      return RuleCatalogue.ids().stream()
          .map(id -> DynamicTest.dynamicTest(id, EveryRuleTest::needFixtures))
          .toList();
    }
    return changes.apply(Healthy.h100()).stream()
        .map(each -> DynamicTest.dynamicTest(each.toString(), () -> fires(each)))
        .toList();
  }

  private void fires(Sickness sickness) {
    Set<String> known = before.computeIfAbsent(sickness.healthy(), _ -> said(sickness.before()));
    List<Finding> added = new ArrayList<>(sickness.findings());
    added.removeIf(finding -> known.contains(words(finding)));
    Set<String> rules =
        added.stream().map(Finding::rule).collect(Collectors.toCollection(TreeSet::new));
    Set<String> expected = new TreeSet<>(sickness.also());
    expected.add(sickness.rule());
    assertThat(rules).contains(sickness.rule());
    assertThat(expected).as("rules that fire: %s", rules).containsAll(rules);
  }

  private static Set<String> said(List<Finding> findings) {
    return findings.stream().map(EveryRuleTest::words).collect(Collectors.toSet());
  }

  private static String words(Finding finding) {
    return finding.rule() + " " + finding.subject() + " " + finding.message();
  }
}
