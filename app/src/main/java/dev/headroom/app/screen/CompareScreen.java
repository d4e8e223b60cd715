package dev.headroom.app.screen;

import dev.headroom.app.results.Compared;
import dev.headroom.app.results.Figures;
import dev.headroom.app.results.Measure;
import dev.headroom.app.results.Varied;
import java.util.List;

/** Runs side by side; each figure with its change from the first run. */
public final class CompareScreen {
  private CompareScreen() {}

  public static String of(List<Compared> runs, Terminal terminal) {
    Page page = new Page(terminal);
    page.heading("compared");
    String[] head = new String[runs.size() + 1];
    Varied varied = Varied.of(runs);
    head[0] = varied.keys();
    for (int i = 0; i < runs.size(); i++) {
      head[i + 1] = varied.labels().get(i);
    }
    Table table = new Table(1, head);
    for (Measure measure : Compared.measures(runs)) {
      table.row(cells(runs, measure));
    }
    page.foldedTable(table);
    page.heading("what matters");
    for (Compared run : runs) {
      page.line(" " + run.label());
      page.labelled("", run.headline().text());
    }
    return page.toString();
  }

  private static String[] cells(List<Compared> runs, Measure measure) {
    String[] cells = new String[runs.size() + 1];
    cells[0] = measure.name();
    double first = runs.getFirst().value(measure);
    for (int i = 0; i < runs.size(); i++) {
      double value = runs.get(i).value(measure);
      cells[i + 1] =
          Double.isNaN(value)
              ? "-"
              : measure.text().apply(value) + (i == 0 ? "" : change(first, value));
    }
    return cells;
  }

  /** {@code (-12 %)}; nothing where nothing changed or the first is zero. */
  private static String change(double first, double value) {
    if (Double.isNaN(first) || first == 0 || Math.abs(value - first) < 5e-4 * Math.abs(first)) {
      return "";
    }
    double percent = (value / first - 1) * 100;
    String amount =
        Math.abs(percent) >= 1000
            ? Figures.ratio(value / first) + "x"
            : (percent > 0 ? "+" : "")
                + Figures.decimal(percent, Math.abs(percent) < 9.95 ? 1 : 0)
                + " %";
    return " (" + amount + ")";
  }
}
