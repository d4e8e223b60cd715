package dev.headroom.audit.host;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.Rule;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.HostSetting;
import dev.headroom.audit.fix.SettingChange;
import dev.headroom.audit.fix.UnsafeValueException;
import dev.headroom.audit.rulefile.LinePattern;
import dev.headroom.audit.rulefile.RuleInfoKeys;
import dev.headroom.audit.rulefile.RuleKind;
import dev.headroom.audit.rulefile.RuleOrigin;
import dev.headroom.audit.rulefile.RunawayPatternException;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.model.yaml.BlockKey;
import dev.headroom.model.yaml.BlockValues;
import dev.headroom.model.yaml.ValueForms;
import dev.headroom.model.yaml.YamlProblems;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Rule about a sysctl setting of the kernel. */
public final class SysctlRule extends HostRule {
  private static final String ALL = "sysctl -a";

  private static final BlockKey<String> SYSCTL =
      BlockKey.needed(
          "sysctl", ValueForms.line(), "the kernel setting, such as vm.zone_reclaim_mode");

  private static final BlockKey<Pattern> RIGHT =
      BlockKey.optional(
          "right", ValueForms.anyRegex(), "a pattern that matches the whole right value");

  private static final BlockKey<Long> LEAST =
      BlockKey.optional(
          "least",
          ValueForms.whole(),
          "the minimum of the last number of the value; replaces right");

  private static final BlockKey<String> BETTER =
      BlockKey.needed("better", ValueForms.line(), "the value that the fix sets");

  /** Such rules in files. */
  public static final RuleKind KIND =
      new RuleKind(
          RuleInfoKeys.shape("a rule about a kernel setting", SYSCTL, RIGHT, LEAST, BETTER),
          SysctlRule::of);

  private final String key;
  private final Predicate<String> right;
  private final String wanted;

  private SysctlRule(BlockValues row, Predicate<String> right) {
    super(RuleInfoKeys.ruleInfo(row, ALL));
    key = row.get(SYSCTL);
    wanted = row.get(BETTER);
    this.right = right;
  }

  private static Optional<Rule> of(BlockValues row, RuleOrigin origin, YamlProblems problems) {
    int before = problems.count();
    Optional<Pattern> fits = row.find(RIGHT);
    Optional<Long> least = row.find(LEAST);
    if (fits.isPresent() == least.isPresent()) {
      problems.add(
          row.spot(RIGHT),
          "rules.right",
          fits.isPresent() ? "least is also given" : "it is missing",
          "exactly one of right and least");
    }
    try {
      SettingChange.of(HostSetting.SYSCTL, row.get(SYSCTL), row.get(BETTER));
    } catch (UnsafeValueException e) {
      problems.add(row.spot(SYSCTL), "rules.sysctl", String.valueOf(e.getMessage()), "");
    }
    if (problems.count() > before) {
      return Optional.empty();
    }
    Predicate<String> right =
        least
            .<Predicate<String>>map(number -> value -> last(value) >= number)
            .orElseGet(() -> new LinePattern(fits.orElseThrow(), origin)::fits);
    return Optional.of(new SysctlRule(row, right));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    ReportedValue<String> value = host.sysctl(key);
    if (!value.isReported()) {
      to.missingInput(host.name(), ALL);
      return;
    }
    try {
      judge(host, value, to);
    } catch (RunawayPatternException e) {
      to.missingInput(host.name(), e.need());
    }
  }

  private void judge(HostFacts host, ReportedValue<String> value, FindingCollector to) {
    if (right.test(value.get().strip())) {
      to.pass();
      return;
    }
    to.finding(host.name(), key, key + " is " + value.get().strip().replaceAll("\\s+", " "))
        .addEvidence(value.findEvidence().stream().toList())
        .fix(() -> Fix.of(SettingChange.of(HostSetting.SYSCTL, key, wanted)))
        .report();
  }

  /** The last of the numbers of a setting; 0 if there is none. */
  private static long last(String numbers) {
    String[] words = numbers.strip().split("\\s+");
    return words[words.length - 1].matches("\\d{1,18}")
        ? Long.parseLong(words[words.length - 1])
        : 0;
  }
}
