package dev.headroom.app.screen;

import dev.headroom.app.audit.AuditWords;
import dev.headroom.app.audit.GapWords;
import dev.headroom.audit.Finding;
import dev.headroom.audit.AuditReport.Group;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.gap.Gap;
import dev.headroom.audit.gap.Gap.Cause;
import dev.headroom.audit.gap.Gap.Row;
import dev.headroom.run.figures.NumberText;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Performance gap report on a terminal: the headline, the curves, the causes. */
public final class GapScreen {
  private static final int MOST_RULES = 6;

  private GapScreen() {}

  public static String of(Gap gap, Terminal terminal) {
    Page page = new Page(terminal);
    page.heading(GapWords.title(gap));
    page.line("");
    page.sentence(GapWords.headline(gap));
    page.line("");
    page.table(curves(gap));
    if (!GapWords.leftOut(gap).isEmpty()) {
      page.paragraph(GapWords.leftOut(gap));
    }
    if (!GapWords.calling(gap).isEmpty()) {
      page.paragraph(GapWords.calling(gap));
    }
    if (!gap.causes().isEmpty()) {
      page.line("");
      page.heading(GapWords.causes(gap));
      gap.causes().forEach(cause -> cause(gap, cause, page));
    }
    others(gap, page);
    List<String> next = GapWords.next(gap);
    if (!next.isEmpty()) {
      page.line("");
      page.heading("where to look next");
      next.forEach(page::paragraph);
    }
    return page.toString();
  }

  private static Table curves(Gap gap) {
    boolean faults = !gap.causes().isEmpty();
    Table table =
        faults
            ? new Table(1, "busbw, GB/s", "measured", "model as found", "model, fixed")
            : new Table(1, "busbw, GB/s", "measured", "model");
    for (Row row : gap.sizes().rows()) {
      String size = GapWords.size(row.bytes());
      String measured = GapWords.gbps(row.measured());
      if (faults) {
        table.row(size, measured, GapWords.gbps(row.found()), GapWords.gbps(row.fixed()));
      } else {
        table.row(size, measured, GapWords.gbps(row.fixed()));
      }
    }
    return table;
  }

  private static void cause(Gap gap, Cause cause, Page page) {
    Finding first = cause.first();
    page.line("");
    page.sentence(first.rule() + "  " + AuditWords.subject(new Group(cause.findings())));
    page.paragraph(first.message());
    page.labelled(
        "alone",
        "%s GB/s instead of %s"
            .formatted(GapWords.gbps(cause.alone()), GapWords.gbps(gap.row().fixed())));
    page.labelled(
        "then",
        gap.causes().getFirst().equals(cause)
            ? "%s GB/s once fixed".formatted(GapWords.gbps(cause.then()))
            : "%s GB/s once this and those above are fixed".formatted(GapWords.gbps(cause.then())));
    page.labelled("fix", firstStep(first.remedy().fix()));
  }

  /** The way to begin; the audit has the others, and what they demand. */
  private static String firstStep(Fix fix) {
    if (!fix.withheld().isEmpty()) {
      return fix.withheld();
    }
    return fix.steps().stream()
        .flatMap(step -> Stream.of(step.command(), step.afterReboot()))
        .filter(words -> !words.isEmpty())
        .map(words -> words.startsWith("# ") ? words.substring(2) : words)
        .findFirst()
        .orElse("headroom audit with the same files has the commands");
  }

  private static void others(Gap gap, Page page) {
    if (gap.others().isEmpty()) {
      return;
    }
    List<String> rules = gap.others().stream().map(Finding::rule).distinct().toList();
    page.line("");
    page.paragraph(
        "%s besides, for which the model of a job has no setting or which cost nothing there: %s%s. headroom audit has them all."
            .formatted(
                NumberText.plural(gap.others().size(), "finding", "findings"),
                rules.stream().limit(MOST_RULES).collect(Collectors.joining(", ")),
                rules.size() > MOST_RULES ? " and " + (rules.size() - MOST_RULES) + " more" : ""));
  }
}
