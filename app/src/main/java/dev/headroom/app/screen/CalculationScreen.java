package dev.headroom.app.screen;

import dev.headroom.app.json.Calculation;
import dev.headroom.app.json.Calculation.Entry;
import java.util.List;

/** Result of a calculator on one screen. */
public final class CalculationScreen {
  private CalculationScreen() {}

  public static String of(Calculation calculation, Terminal terminal) {
    TerminalPage page = new TerminalPage(terminal);
    page.heading(calculation.title());
    entries(page, "inputs", calculation.inputs());
    paragraphs(page, "formula", calculation.formula());
    entries(page, "result", calculation.results());
    paragraphs(page, "notes", calculation.notes());
    paragraphs(page, "source", calculation.sources());
    return page.toString();
  }

  private static void entries(TerminalPage page, String label, List<Entry> entries) {
    int widest = entries.stream().mapToInt(entry -> entry.label().length()).max().orElse(0);
    String head = label;
    for (Entry entry : entries) {
      String pad = " ".repeat(widest - entry.label().length());
      page.line(" %-11s %s%s  %s".formatted(head, entry.label(), pad, entry.shown()));
      head = "";
    }
  }

  private static void paragraphs(TerminalPage page, String label, List<String> lines) {
    String head = label;
    for (String line : lines) {
      page.labelled(head, line);
      head = "";
    }
  }
}
