package dev.headroom.app.claims;

import java.util.List;
import java.util.stream.Collectors;

/** All verdicts as a page of documentation. */
public final class ClaimsPage {
  private static final String HEAD =
      """
      # What is often said of RDMA, tested

      Numbers and rules of five articles on tuning RDMA for AI fabrics, each with the formula or the run that tests it. Written by a program:
      `./headroom claims` does all of it again, `--only S2:38` one, `--json` for programs; the commands beside each print what was measured. A verdict is a comparison of what was measured with what the article
      states; where it depends on something, each case is measured. Beside it stands what published sources make of the claim, read up and not measured, and
      why the verdict differs where it does.

      """;

  private ClaimsPage() {}

  /** In Markdown. */
  public static String of(List<Verdict> verdicts) {
    StringBuilder page = new StringBuilder(HEAD);
    for (String article : Claims.ARTICLES) {
      page.append("## ").append(article).append("\n\n");
      page.append(
          "| id | claim | article | measured | verdict | sources | by |\n|---|---|---|---|---|---|---|\n");
      String prefix = article.substring(0, article.indexOf(' '));
      verdicts.stream()
          .filter(verdict -> verdict.claim().id().startsWith(prefix))
          .forEach(verdict -> page.append(row(verdict)));
      page.append('\n');
    }
    return page.substring(0, page.length() - 1);
  }

  private static String row(Verdict verdict) {
    String detail = verdict.detail().isEmpty() ? "" : ": " + verdict.detail();
    String last = verdict.outcome().words() + detail;
    String sources = Sources.beside(verdict);
    return switch (verdict.claim()) {
      case Claim.Untestable claim -> row(claim.id(), claim.words(), "", "", last, sources, "");
      case Claim.Numeric claim ->
          row(
              claim.id(),
              claim.words(),
              claim.stated().words(),
              measured(claim, verdict),
              last,
              sources,
              by(claim));
    };
  }

  private static String by(Claim.Numeric claim) {
    String commands =
        claim.commands().stream()
            .map(command -> "`" + command + "`")
            .collect(Collectors.joining(", "));
    return claim.how() + ": " + commands;
  }

  private static String measured(Claim.Numeric claim, Verdict verdict) {
    return verdict.measured().stream()
        .map(each ->
            claim.stated().shown(each.value())
                + (each.condition().isEmpty() ? "" : " (" + each.condition() + ")"))
        .collect(Collectors.joining("; "));
  }

  private static String row(String... cells) {
    return "| " + String.join(" | ", cells) + " |\n";
  }
}
