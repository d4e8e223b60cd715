package dev.headroom.app.screen;

import dev.headroom.audit.AuditReport.Group;
import dev.headroom.audit.Finding;
import dev.headroom.audit.document.AuditText;
import dev.headroom.audit.document.GapText;
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
    TerminalPage page = new TerminalPage(terminal);
    page.heading(GapText.title(gap));
    page.line("");
    page.sentence(GapText.headline(gap));
    page.line("");
    page.table(curves(gap));
    if (!GapText.leftOut(gap).isEmpty()) {
      page.paragraph(GapText.leftOut(gap));
    }
    if (!GapText.callOverhead(gap).isEmpty()) {
      page.paragraph(GapText.callOverhead(gap));
    }
    if (!gap.causes().isEmpty()) {
      page.line("");
      page.heading(GapText.causes(gap));
      gap.causes().forEach(cause -> cause(gap, cause, page));
    }
    others(gap, page);
    List<String> next = GapText.next(gap);
    if (!next.isEmpty()) {
      page.line("");
      page.heading("next steps");
      next.forEach(page::paragraph);
    }
    return page.toString();
  }

  private static AlignedTable curves(Gap gap) {
    boolean faults = !gap.causes().isEmpty();
    AlignedTable table =
        faults
            ? new AlignedTable(1, "busbw, GB/s", "measured", "model as found", "model, fixed")
            : new AlignedTable(1, "busbw, GB/s", "measured", "model");
    for (Row row : gap.sizes().rows()) {
      String size = GapText.size(row.bytes());
      String measured = GapText.gbps(row.measured());
      if (faults) {
        table.row(size, measured, GapText.gbps(row.found()), GapText.gbps(row.fixed()));
      } else {
        table.row(size, measured, GapText.gbps(row.fixed()));
      }
    }
    return table;
  }

  private static void cause(Gap gap, Cause cause, TerminalPage page) {
    Finding first = cause.first();
    page.line("");
    page.sentence(first.rule() + "  " + AuditText.subject(new Group(cause.findings())));
    page.paragraph(first.message());
    page.labelled(
        "alone",
        "%s GB/s instead of %s"
            .formatted(GapText.gbps(cause.aloneGBps()), GapText.gbps(gap.row().fixed())));
    page.labelled(
        "then",
        gap.causes().getFirst().equals(cause)
            ? "%s GB/s once fixed".formatted(GapText.gbps(cause.fixedGBps()))
            : "%s GB/s once this finding and those above are fixed"
                .formatted(GapText.gbps(cause.fixedGBps())));
    page.labelled("fix", firstStep(first.remedy().fix()));
  }

  /** The way to begin; the audit has the others, and what they demand. */
  private static String firstStep(Fix fix) {
    if (!fix.unavailableReason().isEmpty()) {
      return fix.unavailableReason();
    }
    return fix.steps().stream()
        .flatMap(step -> Stream.of(step.command(), step.afterReboot()))
        .filter(words -> !words.isEmpty())
        .map(words -> words.startsWith("# ") ? words.substring(2) : words)
        .findFirst()
        .orElse("headroom audit with the same files shows the commands");
  }

  private static void others(Gap gap, TerminalPage page) {
    if (gap.otherFindings().isEmpty()) {
      return;
    }
    List<String> rules = gap.otherFindings().stream().map(Finding::rule).distinct().toList();
    page.line("");
    page.paragraph(
        ("%s without effect in the model (no setting for it, or no cost): %s%s. headroom audit "
                + "lists them all.")
            .formatted(
                NumberText.plural(gap.otherFindings().size(), "finding", "findings"),
                rules.stream().limit(MOST_RULES).collect(Collectors.joining(", ")),
                rules.size() > MOST_RULES ? " and " + (rules.size() - MOST_RULES) + " more" : ""));
  }
}
