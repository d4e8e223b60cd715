package dev.headroom.prove.sample;

import dev.headroom.audit.Audit;
import dev.headroom.audit.Finding;
import dev.headroom.audit.Rule;
import dev.headroom.audit.Severity;
import dev.headroom.audit.rules.RuleCatalogue;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.kernel.DmesgReader;
import dev.headroom.formats.read.FactReader;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Kernel's log over time: lines that came since the last look, counted by the rule of the audit
 * that reports them. What stood there at the first look was counted before anybody watched: it
 * makes the counts begin, and raises nothing.
 */
final class KernelLog {
  private static final String INPUT = "dmesg";
  private static final List<Rule> RULES =
      RuleCatalogue.all().stream()
          .filter(rule -> rule.info().inputs().equals(List.of(INPUT)))
          .filter(rule -> rule.info().severity() != Severity.INFO)
          .toList();
  private static final FactReader READER = new FactReader(List.of(new DmesgReader()), List.of());

  /** A driver that repeats itself must not hold up the sample: the newest lines tell enough. */
  private static final int MOST_LINES = 200;

  private final Map<Series, Double> counts = new TreeMap<>();
  private String last = "";
  private boolean begun;

  /** Looks at what the log says now. */
  void read(String text) {
    if (!begun) {
      RULES.forEach(rule -> counts.put(series(rule.info().id(), rule.info().severity()), 0.0));
      begun = true;
      last = lastLine(text);
      return;
    }
    int known = last.isEmpty() ? -1 : text.lastIndexOf(last);
    String fresh = known < 0 ? text : text.substring(known + last.length()).stripLeading();
    last = text.isBlank() ? last : lastLine(text);
    List<String> lines = fresh.lines().toList();
    for (String line : lines.subList(Math.max(0, lines.size() - MOST_LINES), lines.size())) {
      HostFacts facts = HostFacts.of("", List.of(READER.read(FactSource.of(INPUT), line + "\n")));
      for (Finding finding : new Audit(RULES).judge(facts).findings()) {
        counts.merge(series(finding.rule(), finding.severity()), 1.0, Double::sum);
      }
    }
  }

  private static Series series(String rule, Severity severity) {
    return Series.of(
        MetricTable.name("kernel", "finding"), "rule", rule, "severity", severity.key());
  }

  private static String lastLine(String text) {
    String all = text.stripTrailing();
    return all.substring(all.lastIndexOf('\n') + 1);
  }

  Map<Series, Double> counts() {
    return counts;
  }
}
