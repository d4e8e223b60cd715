package dev.headroom.audit.diagnose;

import dev.headroom.audit.Audit;
import dev.headroom.audit.Finding;
import dev.headroom.audit.Outcome;
import dev.headroom.audit.Rule;
import dev.headroom.audit.Severity;
import dev.headroom.audit.rules.Rules;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A symptom's questions with what the evidence answers.
 *
 * @param symptom what people see
 * @param answers one for each of its steps, in order
 */
public record Diagnosis(Symptom symptom, List<Answered> answers) {
  /** Keeps a copy. */
  public Diagnosis {
    answers = List.copyOf(answers);
  }

  /** How a question stands. */
  public enum Answer {
    /** Yes: a cause. */
    FOUND,
    /** No: what is there shows no sign of it. */
    CLEAR,
    /** The evidence is not there, or only a person can tell. */
    OPEN
  }

  /**
   * A question and its answer.
   *
   * @param findings that say yes; notes alone leave it open
   * @param needs inputs that were absent, which would answer it or more of it
   */
  public record Answered(Step step, Answer answer, List<Finding> findings, List<String> needs) {
    /** Keeps copies. */
    public Answered {
      findings = List.copyOf(findings);
      needs = List.copyOf(needs);
    }
  }

  /** What these hosts, switches and logs say about a symptom; none of them leaves all open. */
  public static Diagnosis of(Symptom symptom, List<HostFacts> hosts) {
    List<Rule> rules =
        symptom.steps().stream()
            .flatMap(step -> step.rules().stream())
            .distinct()
            .flatMap(id -> Rules.named(id).stream())
            .toList();
    Map<String, Outcome> outcomes =
        Audit.of(hosts, rules).stream()
            .collect(Collectors.toMap(each -> each.card().id(), Function.identity()));
    List<Answered> answers = new ArrayList<>();
    for (Step step : symptom.steps()) {
      List<Outcome> its =
          step.rules().stream().filter(outcomes::containsKey).map(outcomes::get).toList();
      answers.add(answer(step, hosts.isEmpty() ? List.of() : its));
    }
    return new Diagnosis(symptom, answers);
  }

  private static Answered answer(Step step, List<Outcome> outcomes) {
    List<Finding> findings = outcomes.stream().flatMap(each -> each.findings().stream()).toList();
    List<String> needs =
        outcomes.stream()
            .flatMap(each -> each.notChecked().stream())
            .map(Outcome.Absence::what)
            .distinct()
            .toList();
    boolean passed = outcomes.stream().anyMatch(each -> each.passed() > 0);
    boolean grave = findings.stream().anyMatch(each -> each.severity().atLeast(Severity.WARNING));
    Answer answer =
        grave ? Answer.FOUND : passed && findings.isEmpty() ? Answer.CLEAR : Answer.OPEN;
    return new Answered(step, answer, findings, needs);
  }

  /** Questions that turned out to be causes. */
  public List<Answered> causes() {
    return answers.stream().filter(each -> each.answer() == Answer.FOUND).toList();
  }

  /** Questions that nobody has answered yet. */
  public List<Answered> open() {
    return answers.stream().filter(each -> each.answer() == Answer.OPEN).toList();
  }
}
