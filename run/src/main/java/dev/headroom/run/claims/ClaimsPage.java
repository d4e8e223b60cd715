package dev.headroom.run.claims;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Documentation page with the verdicts on all claims. */
public final class ClaimsPage {
  private static final String HEAD =
      """
      # Common claims about RDMA, tested

      Numbers and rules from five articles on tuning RDMA for AI fabrics, each with the formula or the run that tests it. A program writes this page:
      `headroom claims` repeats all tests, `--only S2:38` one of them, `--json` prints them for programs.

      Each article has a table of all verdicts, followed by the runs and results of each claim. An id is an article and a line, with a letter
      if a line makes several claims. A verdict follows only from the figures and the tolerance. If all cases are as stated, the claim is *confirmed*; if none is, it is *refuted*;
      if some are, it is *confirmed under conditions*, with the cases that are. If an article names one number, the tolerance is at most a tenth either way. If it names none, this program
      chooses the bound, and the page says so.
      Cases that are *not counted* are measured for comparison; the article does not cover them. If an article states a difference between two things and the measured values are alike, the verdict is
      *no difference found*, because one figure would otherwise confirm two numbers. If no case is as stated, but cases that differ in one quantity are on both sides of the stated value, it is
      *neither confirmed nor refuted*.

      Two kinds of verdict are weaker than others, and are marked in brackets: *own default*, if only a default of this program is tested, and
      *own inputs*, if the article names no workload that could be run. The judgment of published sources about a claim comes from reading, not from measuring; if the verdict
      differs from it, the page gives the reason.

      """;

  /** A page has a text column of 921 pixels, which is 108 characters of a command. */
  private static final int WIDEST_COMMAND = 106;

  private ClaimsPage() {}

  /** In Markdown. */
  public static String of(List<ClaimVerdict> verdicts) {
    StringBuilder page = new StringBuilder(HEAD);
    for (String article : Claims.ARTICLES) {
      String prefix = article.substring(0, article.indexOf(' '));
      List<ClaimVerdict> own =
          verdicts.stream().filter(verdict -> verdict.claim().id().startsWith(prefix)).toList();
      page.append("## ").append(article).append("\n\n");
      page.append("| id | claim | article | measured | verdict |\n|---|---|---|---|---|\n");
      own.forEach(verdict -> page.append(row(verdict)));
      own.forEach(verdict -> page.append(section(verdict)));
      page.append('\n');
    }
    return page.substring(0, page.length() - 1);
  }

  private static String row(ClaimVerdict verdict) {
    Claim claim = verdict.claim();
    String id = "[%s](#%s)".formatted(claim.id(), anchor(claim));
    return switch (claim) {
      case Claim.Untestable untestable -> cells(id, untestable.words(), "", "", verdict.words());
      case Claim.Numeric numeric ->
          cells(
              id,
              numeric.words(),
              numeric.stated().words(),
              measured(numeric.stated(), verdict),
              verdict.words());
    };
  }

  /** As GitHub makes it of a heading. */
  private static String anchor(Claim claim) {
    return claim.id().replace(":", "").toLowerCase(Locale.ROOT);
  }

  /** One value, or from which to which. */
  private static String measured(StatedValue stated, ClaimVerdict verdict) {
    double least =
        verdict.measured().stream().mapToDouble(ClaimVerdict.Measured::value).min().orElseThrow();
    double most =
        verdict.measured().stream().mapToDouble(ClaimVerdict.Measured::value).max().orElseThrow();
    String one = stated.shown(most);
    return stated.shown(least).equals(one) ? one : stated.shownAlone(least) + " to " + one;
  }

  private static String section(ClaimVerdict verdict) {
    StringBuilder section = new StringBuilder("\n### " + verdict.claim().id() + "\n\n");
    section.append("**" + verdict.claim().words() + "**\n\n");
    verdict.caveat().ifPresent(own -> section.append("> " + own.sentence() + "\n\n"));
    if (verdict.claim() instanceof Claim.Numeric numeric) {
      section.append(numbers(numeric, verdict));
    }
    String detail = verdict.detail().isEmpty() ? "" : ": " + verdict.detail();
    section.append("- verdict: **%s**%s\n".formatted(verdict.words(), detail));
    section.append("- sources: ").append(SourceAssessment.noteFor(verdict));
    String citation = SourceAssessment.citation(verdict.claim());
    section.append(citation.isEmpty() ? "\n" : " (" + citation + ")\n");
    if (verdict.claim() instanceof Claim.Numeric) {
      section.append(commands(verdict));
    }
    return section.toString();
  }

  private static String numbers(Claim.Numeric claim, ClaimVerdict verdict) {
    StatedValue stated = claim.stated();
    StringBuilder numbers = new StringBuilder();
    numbers.append("- article: ").append(stated.words()).append('\n');
    numbers.append("- tolerance: ").append(stated.tolerance()).append('\n');
    if (verdict.measured().size() == 1
        && verdict.comparisons().isEmpty()
        && verdict.measured().getFirst().condition().isEmpty()) {
      ClaimVerdict.Measured only = verdict.measured().getFirst();
      return numbers
          .append("- measured: %s, %s\n".formatted(stated.shown(only.value()), claim.how()))
          .toString();
    }
    numbers.append("- measured: ").append(claim.how()).append("\n\n");
    numbers.append("| case | measured | as stated |\n|---|---|---|\n");
    verdict
        .measured()
        .forEach(each ->
            numbers.append(row(stated, each, each.holds() ? "yes" : "no: " + each.missed())));
    verdict
        .comparisons()
        .forEach(each -> numbers.append(row(stated, each, claim.rule().comparisonLabel())));
    return numbers.append('\n').toString();
  }

  private static String row(StatedValue stated, ClaimVerdict.Measured measured, String asStated) {
    String by = measured.by().isEmpty() ? "" : " (" + measured.by() + ")";
    return cells(measured.condition() + by, stated.shown(measured.value()), asStated);
  }

  /** What makes each figure, by case; nothing where others measured all. */
  private static String commands(ClaimVerdict verdict) {
    String commands =
        Stream.concat(verdict.measured().stream(), verdict.comparisons().stream())
            .filter(each -> !each.commands().isEmpty())
            .map(each ->
                (each.condition().isEmpty() ? "" : "# " + each.condition() + "\n")
                    + (each.taken().isEmpty() ? "" : "# " + each.taken() + "\n")
                    + each.commands().stream()
                        .map(ClaimsPage::broken)
                        .collect(Collectors.joining("\n")))
            .collect(Collectors.joining("\n"));
    return commands.isEmpty() ? "" : "\n```\n" + commands + "\n```\n";
  }

  /** A command over several lines, each but the last with a backslash, broken before options. */
  private static String broken(String command) {
    StringBuilder lines = new StringBuilder();
    int column = 0;
    for (String part : command.split(" (?=--)")) {
      boolean first = lines.isEmpty();
      if (!first && column + 1 + part.length() > WIDEST_COMMAND) {
        lines.append(" \\\n    ").append(part);
        column = 4 + part.length();
      } else {
        lines.append(first ? "" : " ").append(part);
        column += part.length() + 1;
      }
    }
    return lines.toString();
  }

  private static String cells(String... cells) {
    return "| " + String.join(" | ", cells) + " |\n";
  }
}
