package dev.headroom.app.screen;

import dev.headroom.audit.Finding;
import dev.headroom.audit.diagnose.Diagnosis;
import dev.headroom.audit.diagnose.Diagnosis.Answer;
import dev.headroom.audit.diagnose.Diagnosis.Answered;
import dev.headroom.audit.diagnose.DiagnosisStep;
import dev.headroom.audit.diagnose.Symptom;
import dev.headroom.audit.diagnose.Symptoms;
import dev.headroom.run.figures.NumberText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Questions of a symptom on a terminal: causes that were found, then open questions. */
public final class DiagnosisScreen {
  private static final int MOST_FINDINGS = 3;

  /** Of what was looked at, or was not there. */
  private static final int MOST = 4;

  private final TerminalPage page;

  private DiagnosisScreen(Terminal terminal) {
    page = new TerminalPage(terminal);
  }

  /** All symptoms. */
  public static String list(Terminal terminal) {
    TerminalPage page = new TerminalPage(terminal);
    for (Symptom each : Symptoms.all()) {
      page.sentence(each.id() + ": " + each.title());
      page.labelled("", each.appearance());
    }
    return page.toString();
  }

  /** One of them. */
  public static String of(Diagnosis diagnosis, Terminal terminal) {
    DiagnosisScreen screen = new DiagnosisScreen(terminal);
    Symptom symptom = diagnosis.symptom();
    screen.page.heading(symptom.title());
    screen.page.paragraph(symptom.appearance());
    screen.page.sentence(summary(diagnosis));
    screen.steps(diagnosis, answer -> answer == Answer.FOUND);
    screen.others(diagnosis.otherErrors());
    screen.steps(diagnosis, answer -> answer == Answer.POSSIBLE);
    screen.steps(diagnosis, answer -> answer != Answer.FOUND && answer != Answer.POSSIBLE);
    return screen.page.toString();
  }

  private void steps(Diagnosis diagnosis, Predicate<Answer> which) {
    List<Answered> answers = diagnosis.answers();
    for (int i = 0; i < answers.size(); i++) {
      if (which.test(answers.get(i).answer())) {
        step(i + 1, answers.get(i));
      }
    }
  }

  /** Errors that no question covers: each may be the cause all the same. */
  private void others(List<Finding> others) {
    if (others.isEmpty()) {
      return;
    }
    page.line("");
    page.sentence(
        NumberText.plural(others.size(), "error", "errors")
            + " in this evidence that no question below covers; headroom audit lists all findings");
    Map<String, List<Finding>> byRule =
        others.stream()
            .collect(Collectors.groupingBy(Finding::rule, TreeMap::new, Collectors.toList()));
    String label = "see";
    for (List<Finding> its : byRule.values().stream().limit(MOST).toList()) {
      String rule = its.getFirst().rule() + (its.size() > 1 ? " (" + its.size() + ")" : "");
      page.labelled(label, rule + ", " + said(its.getFirst()));
      label = "";
    }
    if (byRule.size() > MOST) {
      page.labelled(
          "", "and " + NumberText.plural(byRule.size() - MOST, "rule", "rules") + " more");
    }
  }

  private static String summary(Diagnosis diagnosis) {
    int causes = diagnosis.causes().size();
    int open = diagnosis.unanswered().size();
    int partly = diagnosis.partlyAnswered().size();
    int possible = diagnosis.possible().size();
    int clear = diagnosis.answers().size() - causes - open - partly - possible;
    int others = diagnosis.otherErrors().size();
    List<String> parts = new ArrayList<>();
    if (causes > 0) {
      parts.add(NumberText.plural(causes, "cause", "causes"));
    }
    if (others > 0) {
      parts.add(NumberText.plural(others, "other error", "other errors"));
    }
    if (possible > 0) {
      parts.add(NumberText.plural(possible, "possible cause", "possible causes"));
    }
    if (parts.isEmpty()) {
      parts.add("no cause found");
    }
    parts.add("%d ruled out · %d partly ruled out · %d open".formatted(clear, partly, open));
    return String.join(" · ", parts);
  }

  private void step(int number, Answered each) {
    DiagnosisStep step = each.step();
    page.line("");
    page.sentence(number + ". " + step.question());
    switch (each.answer()) {
      case FOUND -> {
        List<Finding> findings = each.findings();
        page.labelled("YES", findings.getFirst().rule() + ", " + said(findings.getFirst()));
        findings.stream()
            .skip(1)
            .limit(MOST_FINDINGS - 1)
            .forEach(more -> page.labelled("", more.rule() + ", " + said(more)));
        if (findings.size() > MOST_FINDINGS) {
          page.labelled(
              "", "and " + NumberText.plural(findings.size() - MOST_FINDINGS, "finding") + " more");
        }
        page.labelled("then", step.remedy());
      }
      case CLEAR -> fine("no", each);
      case POSSIBLE -> {
        each.findings().stream()
            .limit(MOST_FINDINGS)
            .forEach(note ->
                page.labelled(
                    note.equals(each.findings().getFirst()) ? "possible" : "",
                    note.rule() + ", " + said(note)));
        page.labelled("then", step.remedy());
        missing(each);
      }
      case PARTLY -> {
        fine("no so far", each);
        missing(each);
      }
      case OPEN -> {
        page.labelled("open", why(each));
        missing(each);
      }
    }
    if (each.answer() == Answer.FOUND && !each.missingInputs().isEmpty()) {
      page.labelled("besides", "not checked: " + some(each.missingInputs()));
    }
  }

  /** What was looked at and is as it should be. */
  private void fine(String label, Answered each) {
    page.labelled(label, "checked: " + some(each.fine()));
  }

  /** What would answer it, or the rest of it. */
  private void missing(Answered each) {
    if (!each.missingInputs().isEmpty()) {
      page.labelled("missing", some(each.missingInputs()));
    }
    page.labelled("run", each.step().run());
    page.labelled("look for", each.step().lookFor());
  }

  private static String why(Answered each) {
    return each.missingInputs().isEmpty() && !each.idle().isEmpty()
        ? "no evidence: " + some(each.idle())
        : "no input answers it";
  }

  private static String some(List<String> all) {
    String first = String.join("; ", all.subList(0, Math.min(MOST, all.size())));
    return all.size() > MOST ? first + "; and " + (all.size() - MOST) + " more" : first;
  }

  private static String said(Finding finding) {
    String seen =
        finding.evidence().isEmpty() ? "" : " (" + finding.evidence().getFirst().location() + ")";
    return finding.subject() + ": " + finding.message() + seen;
  }
}
