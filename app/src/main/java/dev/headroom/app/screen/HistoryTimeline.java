package dev.headroom.app.screen;

import dev.headroom.web.glossary.HistoryEvent;
import java.util.List;

/**
 * Timeline of years, to scale, with a star for each event. A year is written under its event where
 * there is room for it after the one before.
 */
final class HistoryTimeline {
  private static final int YEAR = 4;

  private HistoryTimeline() {}

  /**
   * The line, and the years under it.
   *
   * @param events by date
   */
  static List<String> of(List<HistoryEvent> events, int width) {
    int first = months(events.getFirst());
    int span = Math.max(1, months(events.getLast()) - first);
    int room = width - YEAR - 2;
    StringBuilder line = new StringBuilder("-".repeat(room + 1));
    StringBuilder years = new StringBuilder();
    for (HistoryEvent event : events) {
      int at = (months(event) - first) * room / span;
      line.setCharAt(at, '*');
      if (years.isEmpty() || at > years.length()) {
        years.append(" ".repeat(at - years.length())).append(event.date(), 0, YEAR);
      }
    }
    return List.of(" " + line, " " + years, "");
  }

  private static int months(HistoryEvent event) {
    String date = event.date();
    int month = date.length() > YEAR ? Integer.parseInt(date.substring(5, 7)) - 1 : 0;
    return Integer.parseInt(date.substring(0, YEAR)) * 12 + month;
  }
}
