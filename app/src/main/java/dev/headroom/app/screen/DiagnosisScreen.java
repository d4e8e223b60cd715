package dev.headroom.app.screen;

import dev.headroom.audit.Finding;
import dev.headroom.audit.diagnose.Diagnosis;
import dev.headroom.audit.diagnose.Diagnosis.Answer;
import dev.headroom.audit.diagnose.Diagnosis.Answered;
import dev.headroom.audit.diagnose.Step;
import dev.headroom.audit.diagnose.Symptom;
import dev.headroom.audit.diagnose.Symptoms;
import java.util.List;

/** A symptom's questions on a terminal: causes that were found, then what is still open. */
public final class DiagnosisScreen {
  private static final int MOST_FINDINGS = 3;

  private final Page page;

  private DiagnosisScreen(Terminal terminal) {
    page = new Page(terminal);
  }

  /** All symptoms. */
  public static String list(Terminal terminal) {
    Page page = new Page(terminal);
    for (Symptom each : Symptoms.all()) {
      page.sentence(each.id() + ": " + each.title());
      page.labelled("", each.seen());
    }
    return page.toString();
  }

  /** One of them. */
  public static String of(Diagnosis diagnosis, Terminal terminal) {
    DiagnosisScreen screen = new DiagnosisScreen(terminal);
    Symptom symptom = diagnosis.symptom();
    screen.page.heading(symptom.title());
    screen.page.paragraph(symptom.seen());
    screen.page.sentence(summary(diagnosis));
    int number = 1;
    for (Answered each : diagnosis.answers()) {
      screen.step(number, each);
      number++;
    }
    return screen.page.toString();
  }

  private static String summary(Diagnosis diagnosis) {
    int causes = diagnosis.causes().size();
    int open = diagnosis.open().size();
    int clear = diagnosis.answers().size() - causes - open;
    return "%s · %d ruled out · %d open"
        .formatted(
            causes == 0 ? "no cause found" : causes == 1 ? "1 cause" : causes + " causes",
            clear,
            open);
  }

  private void step(int number, Answered each) {
    Step step = each.step();
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
          page.labelled("", "and " + (findings.size() - MOST_FINDINGS) + " findings more");
        }
        page.labelled("then", step.then());
      }
      case CLEAR -> page.labelled("no", "what was read shows no sign of it");
      case OPEN -> {
        page.labelled(
            "open",
            each.findings().isEmpty()
                ? "nothing that was read says it"
                : "it may be: " + said(each.findings().getFirst()));
        page.labelled("run", step.run());
        page.labelled("look for", step.look());
      }
    }
    if (each.answer() != Answer.OPEN && !each.needs().isEmpty()) {
      page.labelled("besides", "not looked at: " + String.join("; ", each.needs()));
    }
  }

  private static String said(Finding finding) {
    String seen =
        finding.evidence().isEmpty() ? "" : " (" + finding.evidence().getFirst().place() + ")";
    return finding.subject() + ": " + finding.what() + seen;
  }
}
