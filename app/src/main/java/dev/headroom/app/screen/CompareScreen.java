package dev.headroom.app.screen;

import dev.headroom.model.statistics.MeanEstimate;
import dev.headroom.run.compare.ComparedRun;
import dev.headroom.run.compare.Comparison;
import dev.headroom.run.compare.ComparisonSummary;
import dev.headroom.run.compare.FactorialEffects;
import dev.headroom.run.compare.MissingRun;
import dev.headroom.run.compare.RelativeChange;
import dev.headroom.run.compare.VariantRuns;
import dev.headroom.run.compare.VariedKeys;
import dev.headroom.run.summary.Measure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Comparison of variants on a terminal: the leader, then each figure with its change from the first
 * variant. Figures that are equal in all variants stand in one line. Of more than six, a row each
 * with what is looked at, and what each value that was varied comes to.
 */
public final class CompareScreen {
  private static final String SPREAD = "  least..most";

  private final Comparison comparison;
  private final List<VariantRuns> variantRuns;
  private final TerminalPage page;

  private CompareScreen(Comparison comparison, Terminal terminal) {
    this.comparison = comparison;
    variantRuns = comparison.variantRuns();
    page = new TerminalPage(terminal);
  }

  /** The screen's text. */
  public static String of(Comparison comparison, Terminal terminal) {
    return new CompareScreen(comparison, terminal).text();
  }

  private String text() {
    page.heading("compared");
    page.sentence(ComparisonSummary.of(comparison));
    page.line("");
    if (comparison.isLarge()) {
      rows();
      FactorialEffects.of(comparison)
          .ifPresent(effects ->
              EffectLines.add(
                  page,
                  effects,
                  comparison.isRepeated()
                      ? ", ±: 95 % confidence interval, ~: within the noise of the seeds"
                      : ", with one seed"));
      page.labelled("more", "compare.html and compare.json have all measures of each run");
    } else {
      columns();
      headlines();
    }
    refused();
    return page.toString();
  }

  /** A column for each variant, all measures. */
  private void columns() {
    VariedKeys varied = comparison.varied();
    List<String> head = new ArrayList<>(List.of(varied.keys()));
    head.addAll(varied.labels());
    AlignedTable table = new AlignedTable(1, head.toArray(String[]::new));
    List<String> same = new ArrayList<>();
    for (Measure measure : comparison.measures()) {
      List<String> cells = variantRuns.stream().map(each -> cell(each, measure)).toList();
      List<String> spreads = variantRuns.stream().map(each -> spread(each, measure)).toList();
      boolean isSpread = spreads.stream().anyMatch(each -> !each.isEmpty());
      if (variantRuns.size() > 1 && !isSpread && cells.stream().distinct().count() == 1) {
        same.add(measure.name() + " " + cells.getFirst());
        continue;
      }
      table.row(row(measure.name(), cells));
      if (isSpread) {
        table.row(row(SPREAD, spreads));
      }
    }
    if (same.size() < comparison.measures().size()) {
      page.foldedTable(table);
      page.labelled(
          "in brackets",
          "change from the first variant; "
              + (comparison.isRepeated() ? "~: within the noise of the seeds; " : "")
              + RelativeChange.LEGEND);
      legend();
    }
    if (!same.isEmpty()) {
      page.labelled("equal for all", String.join(" · ", same));
    }
  }

  private void legend() {
    if (comparison.isRepeated()) {
      page.labelled(
          "seeds",
          "mean of %s, ±: 95 %% confidence interval"
              .formatted(
                  String.join(", ", comparison.seeds().stream().map(String::valueOf).toList())));
    }
  }

  private static String[] row(String first, List<String> others) {
    return Stream.concat(Stream.of(first), others.stream()).toArray(String[]::new);
  }

  /** {@code 1.20 ms ±0.10 ms (-12 %)}. */
  private String cell(VariantRuns each, Measure measure) {
    Optional<MeanEstimate> estimate = each.estimate(measure);
    if (estimate.isEmpty()) {
      return "-";
    }
    String change = each.change(variantRuns.getFirst(), measure);
    String told = mean(measure, estimate.get());
    return change.isEmpty() ? told : told + " (" + change + ")";
  }

  private static String mean(Measure measure, MeanEstimate estimate) {
    String mean = measure.text(estimate.mean());
    return estimate.isKnown() && estimate.deviation() > 0
        ? mean + " ±" + measure.text(estimate.reach())
        : mean;
  }

  /** Over the seeds; empty where there is none. */
  private static String spread(VariantRuns each, Measure measure) {
    return each.estimate(measure)
        .filter(estimate -> estimate.isKnown() && estimate.deviation() > 0)
        .map(estimate -> measure.text(estimate.least()) + ".." + measure.text(estimate.most()))
        .orElse("");
  }

  private void headlines() {
    page.heading(
        comparison.isRepeated()
            ? "headline of each variant, with seed "
                + variantRuns.getFirst().first().variant().seed()
            : "headline of each variant");
    for (ComparedRun run : comparison.firstRuns()) {
      page.line(" " + run.variant().label());
      page.labelled("", run.headline().text());
    }
  }

  /** A row for each variant, what is looked at; who leads stands first. */
  private void rows() {
    List<Measure> looked = comparison.looked();
    VariedKeys varied = comparison.varied();
    List<String> head = new ArrayList<>(List.of(varied.keys()));
    looked.forEach(measure -> head.add(measure.name()));
    AlignedTable table = new AlignedTable(1, head.toArray(String[]::new));
    for (VariantRuns each : comparison.ranked()) {
      List<String> cells =
          looked.stream()
              .map(measure -> each.estimate(measure).map(it -> mean(measure, it)).orElse("-"))
              .toList();
      String mark = comparison.isLeading(each) ? "* " : "  ";
      table.row(row(mark + varied.labels().get(variantRuns.indexOf(each)), cells));
    }
    page.foldedTable(table);
    if (comparison.hasSameWorkload()) {
      page.labelled(
          "*", "best by " + comparison.decidingMeasure().name() + ", or tied with the best");
    }
    legend();
  }

  private void refused() {
    if (comparison.missingRun().isEmpty()) {
      return;
    }
    page.heading("not run");
    for (MissingRun each : comparison.missingRun()) {
      page.line(" " + each.name());
      each.reason().lines().forEach(line -> page.labelled("", line));
    }
  }
}
