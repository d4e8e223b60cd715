package dev.headroom.audit.environment;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.Rule;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.JobVariable;
import dev.headroom.audit.fix.UnsafeValueException;
import dev.headroom.audit.rulefile.LinePattern;
import dev.headroom.audit.rulefile.RuleInfoKeys;
import dev.headroom.audit.rulefile.RuleKind;
import dev.headroom.audit.rulefile.RuleOrigin;
import dev.headroom.audit.rulefile.RunawayPatternException;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.model.yaml.BlockKey;
import dev.headroom.model.yaml.BlockValues;
import dev.headroom.model.yaml.ValueForms;
import dev.headroom.model.yaml.WordChoice;
import dev.headroom.model.yaml.YamlProblems;
import java.util.Optional;
import java.util.regex.Pattern;

/** Rule about a job variable with an unsuitable value. */
public final class VariableRule extends HostRule {
  /** What rules about variables read. */
  public static final String ENVIRONMENT =
      "the job's environment: env, /etc/nccl.conf, or an NCCL log";

  private static final BlockKey<String> VARIABLE =
      BlockKey.needed(
          "variable",
          ValueForms.line("the name of a variable", "[A-Z][A-Z0-9_]*", "NCCL_IB_HCA"),
          "the variable of the job's environment");

  private static final BlockKey<Pattern> WRONG =
      BlockKey.optional(
          "wrong", ValueForms.anyRegex(), "a pattern that matches the whole wrong value");

  private static final BlockKey<GdrLevels.Sort> GDR_LEVEL =
      BlockKey.optional(
          "gdr-level",
          WordChoice.of(GdrLevels.Sort.class),
          "the wrong values, for variables with GPUDirect levels; replaces wrong");

  private static final BlockKey<String> WHAT =
      BlockKey.optional(
          "what", ValueForms.line(), "the text of a finding after the variable and its value");

  private static final BlockKey<String> BETTER =
      BlockKey.optional(
              "better",
              ValueForms.line(),
              "the value that the fix sets; without it the fix " + "unsets the variable")
          .or("");

  /** Such rules in files. */
  public static final RuleKind KIND =
      new RuleKind(
          RuleInfoKeys.shape(
              "a rule about a variable",
              VARIABLE,
              WRONG,
              GDR_LEVEL,
              WHAT,
              BETTER,
              RuleExemption.KEY),
          VariableRule::of);

  private final String name;
  private final VariableProblem fault;
  private final Optional<RuleExemption> excuse;

  private VariableRule(BlockValues row, VariableProblem fault) {
    super(RuleInfoKeys.ruleInfo(row, ENVIRONMENT));
    name = row.get(VARIABLE);
    excuse = row.find(RuleExemption.KEY).map(RuleExemption::of);
    this.fault = fault;
  }

  private static Optional<Rule> of(BlockValues row, RuleOrigin origin, YamlProblems problems) {
    int before = problems.count();
    Optional<Pattern> wrong = row.find(WRONG);
    Optional<GdrLevels.Sort> level = row.find(GDR_LEVEL);
    boolean byNumber = level.filter(sort -> sort == GdrLevels.Sort.NUMBER).isPresent();
    if (wrong.isPresent() == level.isPresent()) {
      problems.add(
          row.spot(WRONG),
          "rules.wrong",
          wrong.isPresent() ? "gdr-level is also given" : "it is missing",
          "exactly one of wrong and gdr-level");
    }
    if (row.find(WHAT).isEmpty() && !byNumber) {
      problems.add(row.spot(), "rules.what", "it is missing", WHAT.meaning());
    }
    checkVariable(row, problems);
    if (problems.count() > before) {
      return Optional.empty();
    }
    String what = row.find(WHAT).orElse("");
    String better = row.get(BETTER);
    VariableProblem fault =
        byNumber
            ? new VariableProblem.OfNumber()
            : level
                .<VariableProblem>map(sort -> new VariableProblem.OfLevel(sort, what, better))
                .orElseGet(() ->
                    new VariableProblem.OfText(
                        new LinePattern(wrong.orElseThrow(), origin), what, better));
    return Optional.of(new VariableRule(row, fault));
  }

  private static void checkVariable(BlockValues row, YamlProblems problems) {
    try {
      new JobVariable(row.get(VARIABLE), row.get(BETTER));
    } catch (UnsafeValueException e) {
      problems.add(row.spot(BETTER), "rules.better", String.valueOf(e.getMessage()), "");
    }
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    if (host.facts().subjects(SubjectKind.ENV).isEmpty()) {
      to.missingInput(host.name(), ENVIRONMENT);
      return;
    }
    if (excuse.isPresent() && excuse.get().exempts(host, to)) {
      return;
    }
    ReportedValue<String> value = host.environment(name);
    if (!value.isReported() && !host.isEnvironmentComplete()) {
      to.missingInput(host.name(), "all of " + ENVIRONMENT);
      return;
    }
    try {
      judge(host, value, to);
    } catch (RunawayPatternException e) {
      to.missingInput(host.name(), e.need());
    }
  }

  private void judge(HostFacts host, ReportedValue<String> value, FindingCollector to) {
    if (!value.matches(text -> fault.appliesTo(text.strip()))) {
      to.pass();
      return;
    }
    String set = value.get().strip();
    to.finding(host.name(), name, name + "=" + value.get() + ": " + fault.message(set))
        .addEvidence(value.findEvidence().stream().toList())
        .fix(() -> Fix.of(new JobVariable(name, fault.better(set))))
        .report();
  }
}
