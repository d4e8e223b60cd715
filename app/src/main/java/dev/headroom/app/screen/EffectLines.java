package dev.headroom.app.screen;

import dev.headroom.run.compare.FactorialEffects;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Section with a row for each value of each varied key, and notable interactions. */
final class EffectLines {
  private EffectLines() {}

  /**
   * Adds the section.
   *
   * @param interval meaning of the intervals, which ends the line about means
   */
  static void add(TerminalPage page, FactorialEffects effects, String interval) {
    page.heading("effect of each value");
    List<String> head = new ArrayList<>(List.of(""));
    effects.measures().forEach(measure -> head.add(measure.name()));
    AlignedTable table = new AlignedTable(1, head.toArray(String[]::new));
    for (FactorialEffects.Row row : effects.levels()) {
      List<String> cells = new ArrayList<>();
      for (int i = 0; i < effects.measures().size(); i++) {
        cells.add(row.text(effects.measures().get(i), i));
      }
      table.row(Stream.concat(Stream.of(row.label()), cells.stream()).toArray(String[]::new));
    }
    page.foldedTable(table);
    page.labelled(
        "means",
        "mean over all values of the other keys; in brackets the difference from the mean "
            + "over all values of the key"
            + interval);
    for (FactorialEffects.Together each : effects.notable()) {
      page.labelled("together", each.sentence());
    }
  }
}
