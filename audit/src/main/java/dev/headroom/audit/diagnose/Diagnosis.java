package dev.headroom.audit.diagnose;

import dev.headroom.audit.Audit;
import dev.headroom.audit.Finding;
import dev.headroom.audit.Rule;
import dev.headroom.audit.RuleOutcome;
import dev.headroom.audit.Severity;
import dev.headroom.audit.rules.RuleCatalogue;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Diagnosis of a symptom: its questions with the answers that the evidence gives.
 *
 * @param symptom what people see
 * @param answers one for each of its steps, in order
 * @param otherErrors errors of the evidence that none of its steps asks about
 */
public record Diagnosis(Symptom symptom, List<Answered> answers, List<Finding> otherErrors) {
  /** Keeps copies. */
  public Diagnosis {
    answers = List.copyOf(answers);
    otherErrors = List.copyOf(otherErrors);
  }

  /** How a question stands. */
  public enum Answer {
    /** Yes: a cause. */
    FOUND,
    /** No: all that would show it was looked at, and is as it should be. */
    CLEAR,
    /** Notes alone: a setting or a counter that may be a cause. */
    POSSIBLE,
    /** Not by what was looked at, and there is more to look at. */
    PARTLY,
    /** The evidence is not there, or only a person can tell. */
    OPEN
  }

  /**
   * A question and its answer.
   *
   * @param findings that say yes; notes alone say that it is possible
   * @param fine what was looked at and is as it should be, as titles of rules
   * @param missingInputs inputs that were absent, which would answer it or more of it
   * @param idle why rules had nothing to look at, where that is known
   */
  public record Answered(
      DiagnosisStep step,
      Answer answer,
      List<Finding> findings,
      List<String> fine,
      List<String> missingInputs,
      List<String> idle) {
    /** Keeps copies. */
    public Answered {
      findings = List.copyOf(findings);
      fine = List.copyOf(fine);
      missingInputs = List.copyOf(missingInputs);
      idle = List.copyOf(idle);
    }
  }

  /** What these hosts, switches and logs say about a symptom; none of them leaves all open. */
  public static Diagnosis of(Symptom symptom, List<HostFacts> hosts) {
    return of(symptom, hosts, RuleCatalogue.all());
  }

  /** The same, by other rules than ours alone. */
  public static Diagnosis of(Symptom symptom, List<HostFacts> hosts, List<Rule> rules) {
    Map<String, RuleOutcome> outcomes =
        Audit.of(hosts, rules).stream()
            .collect(Collectors.toMap(each -> each.ruleInfo().id(), Function.identity()));
    DeviceNames names = DeviceNames.of(hosts);
    List<Answered> answers = new ArrayList<>();
    for (DiagnosisStep step : symptom.steps()) {
      List<RuleOutcome> its =
          step.rules().stream().filter(outcomes::containsKey).map(outcomes::get).toList();
      answers.add(answer(step, hosts.isEmpty() ? List.of() : its, names));
    }
    Set<String> asked =
        symptom.steps().stream()
            .flatMap(step -> step.rules().stream())
            .collect(Collectors.toUnmodifiableSet());
    List<Finding> others =
        outcomes.values().stream()
            .filter(each -> !asked.contains(each.ruleInfo().id()))
            .flatMap(each -> each.findings().stream())
            .filter(each -> each.severity().atLeast(Severity.ERROR))
            .sorted(Comparator.comparing(Finding::rule))
            .toList();
    return new Diagnosis(symptom, answers, others);
  }

  private static Answered answer(
      DiagnosisStep step, List<RuleOutcome> outcomes, DeviceNames names) {
    List<Finding> findings = outcomes.stream().flatMap(each -> each.findings().stream()).toList();
    List<String> fine =
        outcomes.stream()
            .filter(each -> each.passed() > 0 && each.findings().isEmpty())
            .map(each -> each.ruleInfo().title())
            .toList();
    List<String> needs = named(outcomes, RuleOutcome::notChecked);
    return new Answered(
        names.in(step, findings),
        answer(findings, !fine.isEmpty(), needs.isEmpty()),
        findings,
        fine,
        needs,
        named(outcomes, RuleOutcome::notApplicable));
  }

  private static Answer answer(List<Finding> findings, boolean someFine, boolean isComplete) {
    if (findings.stream().anyMatch(each -> each.severity().atLeast(Severity.WARNING))) {
      return Answer.FOUND;
    }
    if (!findings.isEmpty()) {
      return Answer.POSSIBLE;
    }
    if (!someFine) {
      return Answer.OPEN;
    }
    return isComplete ? Answer.CLEAR : Answer.PARTLY;
  }

  private static List<String> named(
      List<RuleOutcome> outcomes, Function<RuleOutcome, List<RuleOutcome.MissingInput>> which) {
    return outcomes.stream()
        .flatMap(each -> which.apply(each).stream())
        .map(RuleOutcome.MissingInput::input)
        .distinct()
        .toList();
  }

  /** Questions that turned out to be causes. */
  public List<Answered> causes() {
    return standing(Answer.FOUND);
  }

  /** Questions with a note that may be a cause. */
  public List<Answered> possible() {
    return standing(Answer.POSSIBLE);
  }

  /** Questions that nobody has answered yet. */
  public List<Answered> unanswered() {
    return standing(Answer.OPEN);
  }

  /** Questions of which part is answered, with no. */
  public List<Answered> partlyAnswered() {
    return standing(Answer.PARTLY);
  }

  private List<Answered> standing(Answer answer) {
    return answers.stream().filter(each -> each.answer() == answer).toList();
  }
}
