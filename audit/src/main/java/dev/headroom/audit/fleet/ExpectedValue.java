package dev.headroom.audit.fleet;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.Rule;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.rulefile.RuleFile;
import dev.headroom.audit.rulefile.RuleInfoKeys;
import dev.headroom.audit.rulefile.RuleKind;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.model.yaml.BlockKey;
import dev.headroom.model.yaml.BlockValues;
import dev.headroom.model.yaml.WordChoice;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Rule that compares one sort of values of a host with the file of expected values. */
final class ExpectedValue extends HostRule {
  private static final int MOST_SHOWN = 4;
  private static final int MOST_LINES = 8;

  private static final BlockKey<HostValues> EXPECTS =
      BlockKey.needed(
          "expects", WordChoice.of(HostValues.class), "the block of the file of expected values");

  private static final RuleKind KIND =
      new RuleKind(
          RuleInfoKeys.shape("a rule about an expected value", EXPECTS, RuleInfoKeys.ADVICE),
          (row, _, _) -> Optional.of(new ExpectedValue(row, ExpectedHost.NONE)));

  private static final List<Rule> ALL =
      RuleFile.builtIn(ExpectedValue.class, "expected.yaml", KIND);

  private final BlockValues row;
  private final HostValues sort;
  private final ExpectedHost expected;

  private ExpectedValue(BlockValues row, ExpectedHost expected) {
    super(RuleInfoKeys.ruleInfo(row));
    this.row = row;
    this.sort = row.get(EXPECTS);
    this.expected = expected;
  }

  /** The rules without expectations: they check nothing. */
  static List<Rule> all() {
    return ALL;
  }

  /** The sorts of values that rules check. */
  static List<HostValues> checked() {
    return ALL.stream().map(rule -> ((ExpectedValue) rule).sort).toList();
  }

  /** The same rule with these expectations. */
  Rule with(ExpectedHost host) {
    return new ExpectedValue(row, host);
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    Map<String, String> parts = expected.parts(sort);
    if (parts.isEmpty()) {
      to.missingInput(
          host.name(),
          expected.isEmpty()
              ? "the expected values of such a host (--write-expected FILE on a healthy host, then "
                  + "--expected FILE)"
              : "the block " + sort.word() + " in the file of --expected");
      return;
    }
    Map<String, ReportedValue<String>> actual = sort.of(host);
    List<Evidence> lines =
        actual.values().stream().flatMap(value -> value.findEvidence().stream()).toList();
    if (lines.isEmpty()) {
      to.missingInput(host.name(), String.join("; ", info().inputs()));
      return;
    }
    List<String> missing = new ArrayList<>();
    parts.forEach((part, value) -> {
      ReportedValue<String> has = actual.get(part);
      if (has == null || !has.isReported()) {
        missing.add(part);
      } else if (has.get().strip().equals(value)) {
        to.pass();
      } else {
        to.finding(host.name(), part, "%s, expected %s".formatted(has.get().strip(), value))
            .addEvidence(has.findEvidence().stream().toList())
            .fix(() -> Fix.advice(row.get(RuleInfoKeys.ADVICE)))
            .report();
      }
    });
    if (!missing.isEmpty()) {
      to.finding(
              host.name(),
              "",
              "%d of %d missing: %s"
                  .formatted(
                      missing.size(),
                      parts.size(),
                      String.join(", ", missing.subList(0, Math.min(MOST_SHOWN, missing.size())))
                          + (missing.size() > MOST_SHOWN ? ", ..." : "")))
          .addEvidence(lines.stream().limit(MOST_LINES).toList())
          .fix(() -> Fix.advice(row.get(RuleInfoKeys.ADVICE)))
          .report();
    }
  }
}
