package dev.headroom.audit.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.AuditReport;
import dev.headroom.audit.Finding;
import dev.headroom.audit.Price;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.RuleOutcome;
import dev.headroom.audit.Severity;
import dev.headroom.audit.Waivers;
import dev.headroom.audit.fix.FactEdits;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.rules.RuleCatalogue;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class AuditSarifTest {
  @ParameterizedTest
  @CsvSource({
    "node1/lspci.txt, node1/lspci.txt",
    "b.tar: node1/proc/meminfo, ./b.tar:%20node1/proc/meminfo",
    "7b.tar: node1/proc/meminfo, ./7b.tar:%20node1/proc/meminfo",
    "sys/bus/pci/devices/0000:5d:00.0/numa_node, sys/bus/pci/devices/0000:5d:00.0/numa_node",
    "/tmp/a b.txt, /tmp/a%20b.txt"
  })
  void shouldPointToFilesAndNotToSchemes(String path, String uri) {
    assertThat(AuditSarif.uri(path)).isEqualTo(uri);
  }

  @Test
  void shouldGiveTwoFindingsOfOnePartTwoFingerprints() {
    AuditReport one = report("no light");
    AuditReport two = report("no light", "laser off");

    assertThat(fingerprints(two)).hasSize(2).doesNotHaveDuplicates();
    assertThat(fingerprints(one)).containsExactly(fingerprints(two).getFirst());
  }

  private static AuditReport report(String... words) {
    RuleInfo ruleInfo = RuleCatalogue.named("optics.dark-lane").orElseThrow().info();
    List<Finding> findings = List.of(words).stream().map(AuditSarifTest::finding).toList();
    return AuditReport.of(
        List.of("node1"),
        List.of(),
        List.of(new RuleOutcome(ruleInfo, findings, 0, List.of(), List.of())),
        Waivers.NONE);
  }

  private static Finding finding(String what) {
    return new Finding(
        "optics.dark-lane",
        Severity.ERROR,
        new Finding.Place("node1", "eth0"),
        what,
        List.of(),
        new Finding.Reason("", ""),
        new Finding.Remedy(Fix.NONE, FactEdits.NONE),
        new Finding.Cost(new Price.Unknown("not asked"), Map.of()));
  }

  private static List<String> fingerprints(AuditReport report) {
    JsonNode results =
        JsonMapper.builder()
            .build()
            .readTree(AuditSarif.of(report, "1"))
            .get("runs")
            .get(0)
            .get("results");
    return results
        .valueStream()
        .map(each -> each.get("partialFingerprints").get("headroom/v1").asString())
        .toList();
  }
}
