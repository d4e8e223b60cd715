package dev.headroom.app.screen;

import dev.headroom.app.results.Change;
import dev.headroom.app.results.Compared;
import dev.headroom.app.results.Measure;
import dev.headroom.app.results.Refused;
import dev.headroom.app.results.Varied;
import dev.headroom.app.results.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Runs side by side: which served best, then each figure with its change from the first run, and
 * those that are the same in all of them in a line.
 */
public final class CompareScreen {
  private CompareScreen() {}

  /**
   * The screen's text.
   *
   * @param refused those whose settings do not go together
   */
  public static String of(List<Compared> runs, List<Refused> refused, Terminal terminal) {
    Page page = new Page(terminal);
    page.heading("compared");
    page.sentence(Verdict.of(runs));
    page.line("");
    String[] head = new String[runs.size() + 1];
    Varied varied = Varied.of(runs);
    head[0] = varied.keys();
    for (int i = 0; i < runs.size(); i++) {
      head[i + 1] = varied.labels().get(i);
    }
    Table table = new Table(1, head);
    List<String> same = new ArrayList<>();
    for (Measure measure : Compared.measures(runs)) {
      String[] cells = cells(runs, measure);
      if (runs.size() > 1 && Stream.of(cells).skip(2).allMatch(cells[1]::equals)) {
        same.add(measure.name() + " " + cells[1]);
      } else {
        table.row(cells);
      }
    }
    boolean changed = same.size() < Compared.measures(runs).size();
    if (changed) {
      page.foldedTable(table);
      page.labelled("in brackets", "change from the first run; " + Change.LEGEND);
    }
    if (!same.isEmpty()) {
      page.labelled("in all", String.join(" · ", same));
    }
    page.heading("what matters in each");
    for (Compared run : runs) {
      page.line(" " + run.label());
      page.labelled("", run.headline().text());
    }
    if (!refused.isEmpty()) {
      page.heading("not run");
      for (Refused each : refused) {
        page.line(" " + each.label());
        each.why().lines().forEach(line -> page.labelled("", line));
      }
    }
    return page.toString();
  }

  private static String[] cells(List<Compared> runs, Measure measure) {
    String[] cells = new String[runs.size() + 1];
    cells[0] = measure.name();
    double first = runs.getFirst().value(measure);
    for (int i = 0; i < runs.size(); i++) {
      double value = runs.get(i).value(measure);
      String change = i == 0 ? "" : Change.of(measure, first, value);
      cells[i + 1] =
          Double.isNaN(value)
              ? "-"
              : measure.text().apply(value) + (change.isEmpty() ? "" : " (" + change + ")");
    }
    return cells;
  }
}
