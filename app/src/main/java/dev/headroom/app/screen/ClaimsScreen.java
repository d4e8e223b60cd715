package dev.headroom.app.screen;

import dev.headroom.run.claims.Claim;
import dev.headroom.run.claims.ClaimCaveat;
import dev.headroom.run.claims.ClaimVerdict;
import dev.headroom.run.claims.SourceAssessment;
import dev.headroom.run.figures.NumberText;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Verdicts on claims on a terminal, with the number of each kind. */
public final class ClaimsScreen {
  private final TerminalPage page;

  private ClaimsScreen(Terminal terminal) {
    page = new TerminalPage(terminal);
  }

  public static String of(List<ClaimVerdict> verdicts, Terminal terminal) {
    ClaimsScreen screen = new ClaimsScreen(terminal);
    verdicts.forEach(screen::add);
    screen.page.heading("total");
    screen.page.paragraph(counts(verdicts));
    return screen.page.toString();
  }

  /** So many of each outcome, in one line. */
  public static String counts(List<ClaimVerdict> verdicts) {
    return NumberText.plural(verdicts.size(), "claim", "claims")
        + ": "
        + Arrays.stream(ClaimVerdict.Outcome.values())
            .map(outcome ->
                verdicts.stream().filter(each -> each.outcome() == outcome).count()
                    + " "
                    + outcome.words())
            .collect(Collectors.joining(", "))
        + own(
            verdicts,
            ClaimCaveat.Kind.OWN_DEFAULT,
            "%d of them test only a default of this program")
        + own(verdicts, ClaimCaveat.Kind.OWN_INPUT, "%d use inputs that this program chose");
  }

  /** How many rest on something of this program's own; nothing where none do. */
  private static String own(List<ClaimVerdict> verdicts, ClaimCaveat.Kind kind, String words) {
    long count =
        verdicts.stream()
            .flatMap(verdict -> verdict.caveat().stream())
            .filter(caveat -> caveat.kind() == kind)
            .count();
    return count == 0 ? "" : "; " + words.formatted(count);
  }

  private void add(ClaimVerdict verdict) {
    Claim claim = verdict.claim();
    page.heading(claim.id());
    page.sentence(claim.words());
    switch (claim) {
      case Claim.Untestable _ -> {}
      case Claim.Numeric numeric -> {
        numeric.caveat().ifPresent(own -> page.labelled("note", own.sentence()));
        page.labelled("article", numeric.stated().words());
        page.labelled("tolerance", numeric.stated().tolerance());
        page.labelled("measured", numeric.how());
        verdict
            .measured()
            .forEach(each ->
                add(numeric, each, each.holds() ? "as stated" : "not as stated: " + each.missed()));
        verdict.comparisons().forEach(each -> add(numeric, each, numeric.rule().comparisonLabel()));
      }
    }
    String detail = verdict.detail().isEmpty() ? "" : ": " + verdict.detail();
    page.labelled("verdict", verdict.words() + detail);
    page.labelled("sources", SourceAssessment.noteFor(verdict));
    String citation = SourceAssessment.citation(claim);
    if (!citation.isEmpty()) {
      page.labelled("", citation);
    }
  }

  /**
   * A figure, under which condition, by whom, and what makes it.
   *
   * @param asStated whether that is what the article states
   */
  private void add(Claim.Numeric claim, ClaimVerdict.Measured measured, String asStated) {
    String condition = measured.condition().isEmpty() ? "" : " (" + measured.condition() + ")";
    String by = measured.by().isEmpty() ? "" : ", by " + measured.by();
    String value = claim.stated().shown(measured.value());
    page.labelled("", "- " + value + condition + by + ": " + asStated);
    if (!measured.taken().isEmpty()) {
      page.labelled("", measured.taken());
    }
    measured.commands().forEach(command -> page.command("", command));
  }
}
