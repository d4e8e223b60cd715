package dev.headroom.audit.nccl;

import dev.headroom.audit.Card;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.Judgement;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.Variable;
import dev.headroom.formats.fact.Known;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.host.HostFacts;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** A variable of the job that has a value it should not have. */
final class VariableRule extends HostRule {
  static final String ENVIRONMENT = "the job's environment: env, /etc/nccl.conf, or an NCCL log";

  private final String name;
  private final Predicate<String> wrong;
  private final UnaryOperator<String> what;
  private final UnaryOperator<String> better;
  private final Predicate<HostFacts> excused;
  private final String why;

  /**
   * A rule about one variable.
   *
   * @param what the finding's sentence after the variable and its value
   * @param better the value to set; empty to unset it
   */
  VariableRule(Card card, String name, Predicate<String> wrong, String what, String better) {
    this(card, name, wrong, _ -> what, _ -> better);
  }

  /** The same, where both follow from the value that was found. */
  VariableRule(
      Card card,
      String name,
      Predicate<String> wrong,
      UnaryOperator<String> what,
      UnaryOperator<String> better) {
    this(card, name, wrong, what, better, _ -> false, "");
  }

  private VariableRule(
      Card card,
      String name,
      Predicate<String> wrong,
      UnaryOperator<String> what,
      UnaryOperator<String> better,
      Predicate<HostFacts> excused,
      String why) {
    super(card);
    this.name = name;
    this.wrong = wrong;
    this.what = what;
    this.better = better;
    this.excused = excused;
    this.why = why;
  }

  /** The same rule, which does not concern hosts of which this holds. */
  VariableRule unless(Predicate<HostFacts> holds, String reason) {
    return new VariableRule(card(), name, wrong, what, better, holds, reason);
  }

  @Override
  protected void judge(HostFacts host, Judgement to) {
    if (host.facts().subjects(Thing.ENV).isEmpty()) {
      to.needs(host.name(), ENVIRONMENT);
      return;
    }
    if (excused.test(host)) {
      to.notHere(host.name(), why);
      return;
    }
    Known<String> value = host.environment(name);
    if (!value.isSaid() && !host.isEnvironmentWhole()) {
      to.needs(host.name(), "all of " + ENVIRONMENT);
      return;
    }
    if (!value.is(text -> wrong.test(text.strip()))) {
      to.pass();
      return;
    }
    String set = value.get().strip();
    to.find(host.name(), name, name + "=" + value.get() + ": " + what.apply(set))
        .seen(value.where().stream().toList())
        .fix(() -> Fix.of(new Variable(name, better.apply(set))))
        .report();
  }
}
