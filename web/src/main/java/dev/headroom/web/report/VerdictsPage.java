package dev.headroom.web.report;

import dev.headroom.run.claims.Claim;
import dev.headroom.run.claims.ClaimVerdict;
import dev.headroom.run.claims.ClaimVerdict.Measured;
import dev.headroom.run.claims.ClaimVerdict.Outcome;
import dev.headroom.run.claims.SourceAssessment;
import dev.headroom.run.figures.NumberText;
import dev.headroom.run.json.JsonWriter;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Writer of verdicts on claims as a self-contained page: a search, a filter by verdict, and for
 * each claim what was measured and the commands that measure it again.
 */
public final class VerdictsPage {
  private static final String TITLE = "Claims about RDMA, tested";
  private static final List<String> PARTS =
      List.of("audit.css", "draw.js", "save.js", "verdicts.js", "theme.js");

  private final JsonWriter json = JsonWriter.compact();

  private VerdictsPage() {}

  /** The page's text. */
  public static String of(List<ClaimVerdict> verdicts) {
    return HtmlReport.page(TITLE, new VerdictsPage().data(verdicts), PARTS);
  }

  private String data(List<ClaimVerdict> verdicts) {
    json.object()
        .put("name", TITLE)
        .put("what", "Published numbers and rules, each tested by a formula or a run")
        .put("headline", headline(verdicts))
        .array("figures");
    for (Outcome outcome : Outcome.values()) {
      json.array()
          .add(outcome.words())
          .add(NumberText.count(count(verdicts, outcome)))
          .add("")
          .endArray();
    }
    json.endArray().array("claims");
    verdicts.forEach(this::add);
    return json.endArray().endObject().toString();
  }

  private static String headline(List<ClaimVerdict> verdicts) {
    long holding = count(verdicts, Outcome.CONFIRMED) + count(verdicts, Outcome.UNDER_CONDITIONS);
    return "Of %s, %s hold, some under conditions only, and %s are refuted."
        .formatted(
            NumberText.plural(verdicts.size(), "claim"),
            NumberText.count(holding),
            NumberText.count(count(verdicts, Outcome.REFUTED)));
  }

  private static long count(List<ClaimVerdict> verdicts, Outcome outcome) {
    return verdicts.stream().filter(each -> each.outcome() == outcome).count();
  }

  /** Of a claim that is refuted both numbers: what it says and what was measured. */
  private static String detail(ClaimVerdict verdict) {
    if (!(verdict.claim() instanceof Claim.Numeric numeric)
        || verdict.outcome() != Outcome.REFUTED) {
      return verdict.detail();
    }
    return "claimed %s, measured %s"
        .formatted(
            numeric.stated().words(),
            verdict.measured().stream()
                .map(each ->
                    numeric.stated().shown(each.value())
                        + (each.condition().isEmpty() ? "" : " (" + each.condition() + ")"))
                .collect(Collectors.joining(", ")));
  }

  private void add(ClaimVerdict verdict) {
    Claim claim = verdict.claim();
    json.object()
        .put("id", claim.id())
        .put("words", claim.words())
        .put("outcome", verdict.outcome().words())
        .put("verdict", verdict.words())
        .put("detail", detail(verdict))
        .put("sources", SourceAssessment.noteFor(verdict))
        .put("citation", SourceAssessment.citation(claim));
    if (claim instanceof Claim.Numeric numeric) {
      json.put("stated", numeric.stated().words())
          .put("tolerance", numeric.stated().tolerance())
          .put("how", numeric.how());
      numeric.caveat().ifPresent(own -> json.put("note", own.sentence()));
      json.array("measured");
      verdict
          .measured()
          .forEach(each -> add(numeric, each, numeric.stated().comparison(each.value())));
      json.endArray().array("beside");
      verdict.comparisons().forEach(each -> add(numeric, each, numeric.rule().comparisonLabel()));
      json.endArray();
    } else {
      json.array("measured").endArray().array("beside").endArray();
    }
    json.endObject();
  }

  private void add(Claim.Numeric claim, Measured measured, String words) {
    String condition = measured.condition().isEmpty() ? "" : " (" + measured.condition() + ")";
    String by = measured.by().isEmpty() ? "" : ", by " + measured.by();
    json.object()
        .put("text", claim.stated().shown(measured.value()) + condition + by + ": " + words)
        .put("taken", measured.taken())
        .array("commands");
    measured.commands().forEach(json::add);
    json.endArray().endObject();
  }
}
