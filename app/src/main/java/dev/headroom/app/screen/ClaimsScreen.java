package dev.headroom.app.screen;

import dev.headroom.app.claims.Claim;
import dev.headroom.app.claims.Sources;
import dev.headroom.app.claims.Verdict;
import dev.headroom.app.results.Figures;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Verdicts on claims, one under the other, and how many there are of each. */
public final class ClaimsScreen {
  private final Page page;

  private ClaimsScreen(Terminal terminal) {
    page = new Page(terminal);
  }

  public static String of(List<Verdict> verdicts, Terminal terminal) {
    ClaimsScreen screen = new ClaimsScreen(terminal);
    verdicts.forEach(screen::add);
    screen.page.heading("in all");
    screen.page.paragraph(counts(verdicts));
    return screen.page.toString();
  }

  /** So many of each outcome, in one line. */
  public static String counts(List<Verdict> verdicts) {
    return Figures.plural(verdicts.size(), "claim", "claims")
        + ": "
        + Arrays.stream(Verdict.Outcome.values())
            .map(outcome ->
                verdicts.stream().filter(each -> each.outcome() == outcome).count()
                    + " "
                    + outcome.words())
            .collect(Collectors.joining(", "));
  }

  private void add(Verdict verdict) {
    Claim claim = verdict.claim();
    page.heading(claim.id());
    page.sentence(claim.words());
    switch (claim) {
      case Claim.Untestable _ -> {}
      case Claim.Numeric numeric -> {
        page.labelled("article", numeric.stated().words());
        String label = "measured";
        for (Verdict.Measured measured : verdict.measured()) {
          String condition =
              measured.condition().isEmpty() ? "" : " (" + measured.condition() + ")";
          page.labelled(label, numeric.stated().shown(measured.value()) + condition);
          label = "";
        }
        page.labelled("by", numeric.how());
        numeric.commands().forEach(command -> page.command("", command));
      }
    }
    String detail = verdict.detail().isEmpty() ? "" : ": " + verdict.detail();
    page.labelled("verdict", verdict.outcome().words() + detail);
    String sources = Sources.beside(verdict);
    if (!sources.isEmpty()) {
      page.labelled("sources", sources);
    }
  }
}
