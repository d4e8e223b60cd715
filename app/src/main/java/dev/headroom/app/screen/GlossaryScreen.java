package dev.headroom.app.screen;

import dev.headroom.web.glossary.Glossary;
import dev.headroom.web.glossary.GlossaryTerm;
import dev.headroom.web.glossary.GlossaryTerm.Use;
import dev.headroom.web.glossary.HistoryEvent;
import java.util.List;

/** Terms and history of the glossary on a terminal. */
public final class GlossaryScreen {
  private GlossaryScreen() {}

  /** Every term with its other names, and the history. */
  public static String of(Glossary glossary, Terminal terminal) {
    TerminalPage page = new TerminalPage(terminal);
    for (Glossary.Group group : glossary.groups()) {
      page.heading(group.title());
      for (GlossaryTerm term : group.terms()) {
        String aliases =
            term.aliases().isEmpty() ? "" : " (" + String.join(", ", term.aliases()) + ")";
        page.paragraph(term.name() + aliases);
      }
    }
    page.heading("History");
    page.lines(HistoryTimeline.of(glossary.history(), terminal.lineWidth()));
    glossary.history().forEach(event -> add(page, event));
    page.heading("A single term");
    page.paragraph("headroom glossary TERM explains a term; the names in brackets work as well.");
    return page.toString();
  }

  /** What happened when: a line of years, and the events under it. */
  public static String history(List<HistoryEvent> events, Terminal terminal) {
    TerminalPage page = new TerminalPage(terminal);
    page.heading("History");
    page.lines(HistoryTimeline.of(events, terminal.lineWidth()));
    events.forEach(event -> add(page, event));
    return page.toString();
  }

  /** All there is on one term. */
  public static String of(GlossaryTerm term, Terminal terminal) {
    TerminalPage page = new TerminalPage(terminal);
    page.heading(term.group());
    page.sentence(term.name());
    if (!term.aliases().isEmpty()) {
      page.labelled("also", String.join(", ", term.aliases()));
    }
    page.labelled("meaning", term.meaning());
    page.labelled("source", term.source());
    term.uses().forEach(use -> add(page, use));
    page.labelled("shown by", term.command());
    return page.toString();
  }

  private static void add(TerminalPage page, HistoryEvent event) {
    page.labelled(event.date(), event.event());
    event.use().ifPresent(use -> page.labelled("", use.place() + ": " + use.words()));
    page.labelled("", "Source: " + event.source());
  }

  private static void add(TerminalPage page, Use use) {
    page.labelled(use.place(), use.words());
  }
}
