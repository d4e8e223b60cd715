package dev.headroom.audit.nccl;

import dev.headroom.audit.Card;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.Judgement;
import dev.headroom.audit.fix.Advice;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.Variable;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.model.knob.Spelling;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** A variable that looks like a misspelt one of NCCL's. */
final class UnknownVariable extends HostRule {
  /** Of shorter names too many are near each other: those must differ by one letter only. */
  private static final int SHORTEST = 12;

  private static final String LEVEL = "NCCL_DEBUG";

  /** What scripts that build and install NCCL call their own. */
  private static final Pattern OF_BUILDS =
      Pattern.compile(
          "NCCL_TESTS?_.*|NCCL_.*_(VERSION|DIRS?|PATH|URL|COMMIT|BRANCH|TAG|LIBRAR(Y|IES))");

  UnknownVariable() {
    super(
        Card.warning("nccl.unknown-variable")
            .title("the job sets variables that NCCL knows")
            .needs(VariableRule.ENVIRONMENT)
            .cause(
                "NCCL does not mention variables it does not know: what was meant has no effect.")
            .source("NCCL environment variables"));
  }

  @Override
  protected void judge(HostFacts host, Judgement to) {
    if (host.facts().subjects(Thing.ENV).isEmpty()) {
      to.needs(host.name(), VariableRule.ENVIRONMENT);
      return;
    }
    for (Subject variable : host.facts().subjects(Thing.ENV)) {
      String name = variable.name();
      if (!name.startsWith("NCCL_")
          || Variables.KNOWN.contains(name)
          || OF_BUILDS.matcher(name).matches()) {
        to.pass();
        continue;
      }
      Optional<String> meant = meant(name, host.environment(name).orElse(""));
      if (meant.isEmpty()) {
        to.pass();
        continue;
      }
      to.find(host.name(), name, "%s is not a variable of NCCL; %s is".formatted(name, meant.get()))
          .seen(host.environment(name).where().stream().toList())
          .fix(() -> fix(name, meant.get(), host.environment(name).orElse("")))
          .report();
    }
  }

  /** The nearest variable that can have this value, or that differs by a letter or two. */
  private static Optional<String> meant(String name, String value) {
    if (name.startsWith(LEVEL) && VariableValue.fits(LEVEL, value)) {
      return Optional.of(LEVEL);
    }
    Optional<String> nearest = Spelling.nearest(name, Variables.KNOWN);
    if (nearest.isPresent()
        && Spelling.isNear(name, nearest.get(), name.length() < SHORTEST ? 1 : 2)) {
      return nearest;
    }
    List<String> able =
        Variables.KNOWN.stream().filter(known -> VariableValue.fits(known, value)).toList();
    return name.length() < SHORTEST ? Optional.empty() : Spelling.nearest(name, able);
  }

  private static Fix fix(String name, String meant, String value) {
    return VariableValue.fits(meant, value)
        ? Fix.of(Variable.unset(name), new Variable(meant, value))
        : Fix.of(
            Variable.unset(name),
            Advice.of("if %s was meant, give it a value that it takes".formatted(meant)));
  }
}
