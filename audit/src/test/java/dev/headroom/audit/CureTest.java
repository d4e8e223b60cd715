package dev.headroom.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.fix.FactEdits;
import dev.headroom.audit.rules.RuleCatalogue;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** A fix that is a setting, applied to the host, removes its finding and no other. */
final class CureTest {
  /** Rules whose fix is a setting of the simulator's model. */
  private static final Set<String> KNOBS =
      Set.of(
          "pcie.acs-redirect",
          "pcie.link-width",
          "pcie.nic-link-speed",
          "pcie.tree-bottleneck",
          "pcie.max-payload",
          "pcie.max-read-request",
          "pcie.extended-tags",
          "gpudirect.peermem",
          "mtu.active-small",
          "mtu.interface-small",
          "link.rate-below-siblings",
          "qos.trust",
          "qos.pfc-off",
          "qos.dscp-not-lossless",
          "qos.traffic-class-default",
          "qos.global-pause");

  @Test
  void shouldKnowAllRulesOfKnobs() {
    assertThat(RuleCatalogue.ids()).containsAll(KNOBS);
    Set<String> cured =
        Sicknesses.ofHost().stream()
            .flatMap(each -> each.findings().stream())
            .filter(each -> !each.remedy().factEdits().isEmpty())
            .map(Finding::rule)
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(cured).containsAll(KNOBS);
  }

  @TestFactory
  List<DynamicTest> shouldRemoveItsFindingAndNoOther() {
    List<DynamicTest> tests = new ArrayList<>();
    for (Sickness each : Sicknesses.ofHost()) {
      if (KNOBS.contains(each.rule())) {
        tests.add(DynamicTest.dynamicTest(each.toString(), () -> cures(each)));
      }
    }
    return tests;
  }

  private static void cures(Sickness sickness) {
    List<HostFacts> hosts = sickness.audited().hosts();
    List<Finding> before = sickness.findings();
    List<Finding> its =
        before.stream().filter(each -> each.rule().equals(sickness.rule())).toList();
    assertThat(its).isNotEmpty();
    for (Finding finding : its) {
      assertThat(finding.remedy().factEdits().isEmpty())
          .as("%s has a cure", finding.rule())
          .isFalse();
    }
    FactEdits all =
        its.stream()
            .map(finding -> finding.remedy().factEdits())
            .reduce(FactEdits.NONE, FactEdits::plus);
    List<Finding> after = Healthy.findings(hosts.stream().map(all::applyTo).toList());
    Function<List<Finding>, Set<String>> rules =
        list -> list.stream().map(Finding::rule).collect(Collectors.toCollection(TreeSet::new));
    Set<String> expected = rules.apply(before);
    expected.remove(sickness.rule());
    // The same harm, seen by another rule as well, is gone with it; nothing else is, or comes.
    expected.removeAll(sickness.also());
    Set<String> left = rules.apply(after);
    assertThat(left).doesNotContain(sickness.rule());
    left.removeAll(sickness.also());
    assertThat(left).isEqualTo(expected);
  }
}
