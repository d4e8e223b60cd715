package dev.headroom.web.report;

import dev.headroom.audit.AuditReport;
import dev.headroom.audit.Finding;
import dev.headroom.audit.Price;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.RuleOutcome;
import dev.headroom.audit.RuleOutcome.MissingInput;
import dev.headroom.audit.Severity;
import dev.headroom.audit.Waivers;
import dev.headroom.audit.coverage.SourceRead;
import dev.headroom.audit.fix.FactEdits;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.FactSource;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Audits that never happened, of as many hosts and findings as a test wants. */
final class MadeAudit {
  private static final int RULES = 40;

  private MadeAudit() {}

  /** Findings spread over hosts and rules; no two say the same. One in seven has a price. */
  static AuditReport of(int hosts, int findings) {
    return of(hosts, findings, "node");
  }

  static AuditReport of(int hosts, int findings, String name) {
    List<String> names = IntStream.range(0, hosts).mapToObj(i -> name + i).toList();
    List<RuleOutcome> outcomes =
        IntStream.range(0, RULES)
            .mapToObj(rule ->
                outcome(
                    rule,
                    IntStream.range(0, findings)
                        .filter(i -> i % RULES == rule)
                        .mapToObj(i -> finding(rule, names.get(i % hosts), i))
                        .toList(),
                    names))
            .toList();
    List<SourceRead> read =
        names.stream()
            .map(host ->
                new SourceRead(
                    host, host + "/lspci.txt", "lspci", 7, 1, 0, List.of(), 0, List.of()))
            .toList();
    return AuditReport.of(names, read, outcomes, Waivers.NONE);
  }

  private static RuleOutcome outcome(int rule, List<Finding> findings, List<String> hosts) {
    RuleInfo card =
        RuleInfo.warning("made.rule-" + rule)
            .title("rule number " + rule)
            .inputs("lspci")
            .cause("Something waits.")
            .source("a book");
    return new RuleOutcome(
        card,
        findings,
        findings.isEmpty() && rule % 2 == 0 ? 1 : 0,
        rule % 2 == 0
            ? List.of()
            : hosts.stream()
                .map(host -> new MissingInput(host, "output of ethtool -S of port " + rule % 6))
                .toList(),
        List.of());
  }

  private static Finding finding(int rule, String host, int number) {
    Evidence line =
        new Evidence(FactSource.of(host + "/lspci.txt"), 1 + number, "LnkSta: Width x" + number);
    return new Finding(
        "made.rule-" + rule,
        List.of(Severity.values()).get(number % 3),
        new Finding.Place(host, "mlx5_" + number % 8),
        "the link runs with width " + number,
        List.of(line),
        new Finding.Reason("A narrow link is slow.", "PCI Express"),
        new Finding.Remedy(Fix.advice("Move the card to slot " + number), FactEdits.NONE),
        new Finding.Cost(
            number % 7 == 6
                ? new Price.Modelled(
                    "goodput",
                    10,
                    100 + number,
                    "Gb/s",
                    "a1",
                    "b2",
                    "headroom sim a.yaml",
                    "headroom sim b.yaml")
                : Price.NOT_ASKED,
            Map.of()));
  }
}
