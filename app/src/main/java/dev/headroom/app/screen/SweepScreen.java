package dev.headroom.app.screen;

import dev.headroom.model.statistics.MeanEstimate;
import dev.headroom.run.figures.NumberText;
import dev.headroom.run.summary.Measure;
import dev.headroom.tune.result.SweepSummary;
import dev.headroom.tune.result.SweepText;
import dev.headroom.unit.CountedNoun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Summary of a sweep on a terminal: the best settings, the effect of each key, failed trials. */
public final class SweepScreen {
  /** Values of keys in the table of effects: of more, the page has all. */
  private static final int MOST_LEVELS = 40;

  private final SweepSummary summary;
  private final TerminalPage page;

  private SweepScreen(SweepSummary summary, Terminal terminal) {
    this.summary = summary;
    this.page = new TerminalPage(terminal);
  }

  /** The screen's text. */
  public static String of(SweepSummary summary, Terminal terminal) {
    return new SweepScreen(summary, terminal).text();
  }

  private String text() {
    page.heading("sweep");
    page.sentence(SweepText.of(summary));
    page.line("");
    if (!summary.ranking().best().isEmpty()) {
      best();
      summary
          .effects()
          .levels()
          .filter(levels -> summary.ranking().judged() > 1)
          .ifPresent(levels -> {
            if (levels.levels().size() <= MOST_LEVELS) {
              EffectLines.add(page, levels, interval());
            } else {
              page.labelled("effects", "sweep.html has the effect of each value");
            }
          });
    }
    failures();
    counts();
    return page.toString();
  }

  private void best() {
    SweepSummary.Ranking ranking = summary.ranking();
    List<String> keys = summary.plan().settings().keys();
    List<String> head = new ArrayList<>(List.of(String.join(", ", keys)));
    summary.looked().forEach(measure -> head.add(measure.name()));
    AlignedTable table = new AlignedTable(1, head.toArray(String[]::new));
    for (SweepSummary.RankedSettings each : ranking.best()) {
      List<String> row = new ArrayList<>();
      String values = String.join(", ", each.settings().values());
      row.add((each.isTie() ? "* " : "  ") + (values.isEmpty() ? each.label() : values));
      for (int i = 0; i < summary.looked().size(); i++) {
        row.add(cell(summary.looked().get(i), each.estimates().get(i)));
      }
      table.row(row.toArray(String[]::new));
    }
    page.foldedTable(table);
    page.labelled(
        "*",
        "best by %s, or tied with the best; %s of %,d that can be judged"
            .formatted(
                summary.judge().name(),
                ranking.best().size() < ranking.judged()
                    ? "the first " + ranking.best().size()
                    : "all",
                ranking.judged()));
    if (ranking.seeds().size() > 1) {
      page.labelled(
          "seeds",
          "mean of %s, ±: 95 %% confidence interval"
              .formatted(CountedNoun.of(ranking.seeds().size(), "seed")));
    }
    if (ranking.isPartial()) {
      page.labelled(
          "incomplete", "no seed has run with all settings, so means are over different seeds");
    }
  }

  private static String cell(Measure measure, Optional<MeanEstimate> estimate) {
    return estimate.map(each -> SweepText.text(measure, each)).orElse("-");
  }

  private String interval() {
    return !summary.effects().isGrid()
        ? ", ±: 95 % confidence interval over the settings of the sample"
        : summary.ranking().seeds().size() > 1
            ? ", ±: 95 % confidence interval, ~: within the noise of the seeds"
            : ", with one seed";
  }

  private void failures() {
    if (summary.failures().isEmpty()) {
      return;
    }
    page.heading("failed");
    for (SweepSummary.Failure failure : summary.failures()) {
      page.line(
          " %s: %s, such as trial %d (%s)"
              .formatted(
                  failure.kind(),
                  CountedNoun.of(failure.count(), "trial"),
                  failure.trial(),
                  settings(failure.trial())));
      failure.reason().lines().forEach(line -> page.labelled("", line));
    }
  }

  private String settings(long trial) {
    List<String> words = new ArrayList<>();
    for (Map.Entry<String, String> each : summary.plan().trial(trial).settings().entrySet()) {
      words.add(each.toString());
    }
    words.add("seed " + summary.plan().seed(trial));
    return String.join(", ", words);
  }

  private void counts() {
    SweepSummary.Counts counts = summary.counts();
    page.labelled(
        "trials",
        "%,d of %,d with figures, %s failed, %s to run; %s of CPU time"
            .formatted(
                counts.measured(),
                counts.trials(),
                NumberText.count(counts.failed()),
                NumberText.count(counts.missing()),
                NumberText.time(counts.cpuNs() * 1000.0)));
  }
}
