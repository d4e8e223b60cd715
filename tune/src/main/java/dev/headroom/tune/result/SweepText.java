package dev.headroom.tune.result;

import dev.headroom.model.statistics.MeanEstimate;
import dev.headroom.run.compare.RelativeChange;
import dev.headroom.run.figures.NumberText;
import dev.headroom.run.summary.Measure;
import dev.headroom.unit.CountedNoun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Sentences about a sweep: the best settings, ties, the keys that matter, and trials left over. */
public final class SweepText {
  /** A key that explains less of the variance is not named. */
  private static final double WORTH = 0.05;

  private final SweepSummary summary;

  private SweepText(SweepSummary summary) {
    this.summary = summary;
  }

  public static String of(SweepSummary summary) {
    return new SweepText(summary).sentences();
  }

  private String sentences() {
    List<String> said = new ArrayList<>();
    SweepSummary.Ranking ranking = summary.ranking();
    if (ranking.best().isEmpty()) {
      said.add(
          summary.counts().measured() == 0
              ? "No trial has figures yet."
              : "No setting has finished with all of its seeds, so none can be called best.");
    } else {
      said.add(best(ranking));
      said.addAll(behind(ranking));
    }
    said.addAll(keys());
    said.addAll(left());
    return String.join(" ", said);
  }

  private String best(SweepSummary.Ranking ranking) {
    SweepSummary.RankedSettings first = ranking.best().getFirst();
    Measure judge = summary.judge();
    boolean isOne = ranking.judged() == 1;
    String figure = first.estimates().getFirst().map(each -> text(judge, each)).orElse("-");
    return "%s: %s with %s of %s%s."
        .formatted(
            isOne ? "One setting can be judged" : "Best by " + judge.name(),
            first.label(),
            judge.name(),
            figure,
            ranking.seeds().size() > 1
                ? ", the mean of " + CountedNoun.of(ranking.seeds().size(), "seed")
                : ", with one seed");
  }

  /** {@code 1.20 ms ±0.10 ms}. */
  public static String text(Measure measure, MeanEstimate estimate) {
    String mean = measure.text(estimate.mean());
    return estimate.isKnown() && estimate.deviation() > 0
        ? mean + " ±" + measure.text(estimate.reach())
        : mean;
  }

  private List<String> behind(SweepSummary.Ranking ranking) {
    List<String> said = new ArrayList<>();
    int ties = ranking.ties().size() - 1;
    if (ties > 0) {
      boolean isAll = ties == ranking.best().size() - 1 && ranking.best().size() < ranking.judged();
      said.add(
          "%s%s of %,d cannot be told from it%s."
              .formatted(
                  isAll ? "At least " : "",
                  CountedNoun.of(ties, "other setting"),
                  ranking.judged() - 1,
                  ranking.seeds().size() > 1
                      ? " by these seeds"
                      : ", being within half a percent"));
    }
    ranking.best().stream()
        .filter(each -> !each.isTie())
        .findFirst()
        .ifPresent(next ->
            said.add(
                "The next one, %s, has %s."
                    .formatted(next.label(), change(ranking.best().getFirst(), next))));
    return said;
  }

  private String change(SweepSummary.RankedSettings first, SweepSummary.RankedSettings other) {
    Measure judge = summary.judge();
    Optional<MeanEstimate> from = first.estimates().getFirst();
    Optional<MeanEstimate> to = other.estimates().getFirst();
    String told = to.map(each -> judge.text(each.mean())).orElse("-");
    String change =
        from.isPresent() && other.gap().isPresent()
            ? RelativeChange.of(judge, from.get().mean(), other.gap().get().difference())
            : "";
    return change.isEmpty() ? told : told + " (" + change + ")";
  }

  private List<String> keys() {
    Map<String, Double> shares = summary.effects().shares();
    List<String> told =
        shares.entrySet().stream()
            .filter(each -> each.getValue() >= WORTH)
            .map(each -> "%s %s".formatted(each.getKey(), NumberText.percent(each.getValue())))
            .toList();
    if (shares.size() < 2 || summary.ranking().judged() < 3) {
      return List.of();
    }
    List<String> little =
        shares.entrySet().stream()
            .filter(each -> each.getValue() < WORTH)
            .map(Map.Entry::getKey)
            .toList();
    List<String> said = new ArrayList<>();
    if (!told.isEmpty()) {
      said.add(
          "Share of the variance of %s that a key explains by itself: %s."
              .formatted(summary.judge().name(), String.join(", ", told)));
    }
    if (!little.isEmpty()) {
      said.add(
          "%s %s hardly any of it by %s."
              .formatted(
                  String.join(", ", little),
                  little.size() == 1 ? "explains" : "explain",
                  little.size() == 1 ? "itself" : "themselves"));
    }
    return told.isEmpty()
        ? List.of(
            "No key by itself explains 5 % of the variance of " + summary.judge().name() + ".")
        : said;
  }

  private List<String> left() {
    SweepSummary.Counts counts = summary.counts();
    List<String> said = new ArrayList<>();
    if (counts.failed() > 0) {
      said.add(sentence(counts.failed(), "failed"));
    }
    if (counts.unfinished() > 0) {
      said.add(sentence(counts.unfinished(), "ended with unfinished flows"));
    }
    if (counts.missing() > 0) {
      said.add(
          "%,d of %s %s not run yet."
              .formatted(
                  counts.missing(),
                  CountedNoun.of(counts.trials(), "trial"),
                  counts.missing() == 1 ? "has" : "have"));
    }
    if (counts.versions().size() > 1) {
      said.add(
          "The rows are of several versions (%s), whose results may differ."
              .formatted(String.join(", ", counts.versions())));
    }
    return said;
  }

  private static String sentence(long count, String what) {
    return CountedNoun.of(count, "trial") + " " + what + ".";
  }
}
