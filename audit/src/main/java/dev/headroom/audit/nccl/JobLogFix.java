package dev.headroom.audit.nccl;

import dev.headroom.audit.container.PinnedMemoryFix;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.FixStep;
import dev.headroom.audit.fix.JobVariable;
import dev.headroom.audit.fix.ManualStep;
import dev.headroom.audit.fix.UnsafeValueException;
import dev.headroom.audit.rulefile.RuleInfoKeys;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.model.yaml.BlockKey;
import dev.headroom.model.yaml.BlockValues;
import dev.headroom.model.yaml.ValueForms;
import dev.headroom.model.yaml.WordChoice;
import dev.headroom.model.yaml.YamlProblems;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Fix for the fault that a line of a job's log names.
 *
 * @param variables to set
 * @param raised the limit to raise, where the host has one
 * @param advice for a person; where a limit is to be raised, if the host has none
 */
record JobLogFix(List<JobVariable> variables, Optional<Limit> raised, Optional<String> advice) {
  static final BlockKey<String> ADVICE =
      BlockKey.optional("advice", RuleInfoKeys.ADVICE.form(), RuleInfoKeys.ADVICE.meaning());

  static final BlockKey<Map<String, String>> SET =
      BlockKey.optional(
          "set", ValueForms.pairs("a block of variables"), "variables of the job that fix it");

  static final BlockKey<Limit> RAISE =
      BlockKey.optional(
          "raise",
          WordChoice.of(Limit.class),
          "the limit to raise; advice is for hosts without a limit");

  /** A limit that may be what is wrong. */
  enum Limit {
    /** Memory that processes may pin. */
    MEMORY_LOCK
  }

  JobLogFix {
    variables = List.copyOf(variables);
  }

  /** As a file has it; empty where that is no cure, which is told. */
  static Optional<JobLogFix> of(BlockValues row, YamlProblems problems) {
    int before = problems.count();
    List<JobVariable> variables = new ArrayList<>();
    row.find(SET)
        .orElse(Map.of())
        .forEach((name, value) -> {
          try {
            variables.add(new JobVariable(name, value));
          } catch (UnsafeValueException e) {
            problems.add(row.spot(SET), "rules.set", String.valueOf(e.getMessage()), "");
          }
        });
    if (row.find(SET).isEmpty() && row.find(ADVICE).isEmpty()) {
      problems.add(
          row.spot(),
          "rules.advice",
          "it is missing",
          "the action to take; or set: with the variables that fix it");
    }
    return problems.count() == before
        ? Optional.of(new JobLogFix(variables, row.find(RAISE), row.find(ADVICE)))
        : Optional.empty();
  }

  Fix fixFor(HostFacts host) {
    if (raised.isPresent() && !isUnlimited(host)) {
      return PinnedMemoryFix.of(host);
    }
    List<FixStep> steps = new ArrayList<>(variables);
    advice.map(ManualStep::of).ifPresent(steps::add);
    return new Fix(steps, "");
  }

  /** Where processes may pin all they like, it is not that. */
  static boolean isUnlimited(HostFacts host) {
    return host.limit("memlock").matches(limit -> limit.strip().equals("unlimited"));
  }
}
