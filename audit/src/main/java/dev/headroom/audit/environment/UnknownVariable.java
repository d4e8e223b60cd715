package dev.headroom.audit.environment;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.JobVariable;
import dev.headroom.audit.fix.ManualStep;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.model.knob.SpellingSuggestion;
import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Pattern;

/** Rule that reports a variable that looks like a misspelt one of NCCL. */
final class UnknownVariable extends HostRule {
  private static final String PREFIX = "NCCL_";

  /**
   * Of shorter names too many are near each other: those must differ by one letter only. What all
   * of them begin with does not count.
   */
  private static final int SHORTEST = PREFIX.length() + 7;

  private static final String LEVEL = "NCCL_DEBUG";

  /** What scripts that build and install NCCL call their own. */
  private static final Pattern OF_BUILDS =
      Pattern.compile(
          "NCCL_TESTS?_.*|NCCL_.*_(VERSION|DIRS?|PATH|URL|COMMIT|BRANCH|TAG|LIBRAR(Y|IES))");

  UnknownVariable() {
    super(
        RuleInfo.warning("nccl.unknown-variable")
            .title("the job sets only variables that NCCL reads")
            .inputs(VariableRule.ENVIRONMENT)
            .cause(
                "NCCL prints no warning for unknown variables. The intended setting has no "
                    + "effect.")
            .source(
                "NCCL environment variables; pytorch/pytorch, ProcessGroupNCCL.hpp, NCCLUtils.cpp"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    if (host.facts().subjects(SubjectKind.ENV).isEmpty()) {
      to.missingInput(host.name(), VariableRule.ENVIRONMENT);
      return;
    }
    for (Subject variable : host.facts().subjects(SubjectKind.ENV)) {
      String name = variable.name();
      if (!name.startsWith(PREFIX)
          || KnownVariables.KNOWN.contains(name)
          || OF_BUILDS.matcher(name).matches()) {
        to.pass();
      } else {
        unknown(host, name, to);
      }
    }
  }

  private static void unknown(HostFacts host, String name, FindingCollector to) {
    String value = host.environment(name).orElse("");
    Optional<String> torch = TorchVariables.currentName(name);
    Optional<String> meant = torch.or(() -> meant(name, value));
    if (meant.isPresent()) {
      Severity severity = TorchVariables.isRead(name) ? Severity.INFO : Severity.WARNING;
      to.finding(host.name(), name, torch.map(now -> ofTorch(name, now)).orElse(words(name, meant)))
          .severity(severity)
          .addEvidence(host.environment(name).findEvidence().stream().toList())
          .fix(() -> fix(name, meant.get(), value))
          .report();
    } else if (SpellingSuggestion.nearest(name, KnownVariables.KNOWN).isPresent()) {
      to.finding(host.name(), name, "no known program reads " + name)
          .severity(Severity.INFO)
          .addEvidence(host.environment(name).findEvidence().stream().toList())
          .fix(() ->
              Fix.advice(
                  "no action needed if a plugin or a newer NCCL reads it; otherwise look up the "
                      + "right name and remove this one"))
          .report();
    } else {
      to.pass();
    }
  }

  private static String words(String name, Optional<String> meant) {
    return "%s is not an NCCL variable; %s is".formatted(name, meant.orElse(""));
  }

  private static String ofTorch(String name, String now) {
    return TorchVariables.isRead(name)
        ? "%s is PyTorch's old name of %s; PyTorch still reads both".formatted(name, now)
        : "no program reads %s; PyTorch reads %s".formatted(name, now);
  }

  /** The variable from which it differs by a letter or two: more of them tell nothing. */
  private static Optional<String> meant(String name, String value) {
    if (name.startsWith(LEVEL) && VariableValue.fits(LEVEL, value)) {
      return Optional.of(LEVEL);
    }
    int most = name.length() < SHORTEST ? 1 : 2;
    return KnownVariables.KNOWN.stream()
        .filter(known -> SpellingSuggestion.isNear(name, known, most))
        .min(
            Comparator.<String, Boolean>comparing(
                    known -> !SpellingSuggestion.isNear(name, known, 1))
                .thenComparing(known -> !VariableValue.fits(known, value))
                .thenComparing(Comparator.naturalOrder()));
  }

  private static Fix fix(String name, String meant, String value) {
    return VariableValue.fits(meant, value)
        ? Fix.of(JobVariable.unset(name), new JobVariable(meant, value))
        : Fix.of(
            JobVariable.unset(name),
            ManualStep.of("if %s was intended, give it a valid value".formatted(meant)));
  }
}
