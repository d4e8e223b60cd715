package dev.headroom.app.screen;

import dev.headroom.audit.Card;
import java.util.List;
import java.util.stream.Collectors;

/** Audit rules on a terminal. */
public final class RuleScreen {
  private RuleScreen() {}

  /** All of one rule. */
  public static String of(Card card, Terminal terminal) {
    Page page = new Page(terminal);
    page.heading(card.id());
    page.sentence(card.title());
    page.labelled("severity", card.severity().key());
    page.labelled("needs", String.join("; ", card.needs()));
    page.labelled("because", card.cause());
    if (!card.modes().isEmpty()) {
      page.labelled(
          "shows",
          "failure mode "
              + card.modes().stream().map(String::valueOf).collect(Collectors.joining(", "))
              + " of docs/rules.md");
    }
    page.labelled("source", card.source());
    return page.toString();
  }

  /** One line each. */
  public static String list(List<Card> cards, Terminal terminal) {
    Page page = new Page(terminal);
    String group = "";
    for (Card card : cards) {
      if (!card.group().equals(group)) {
        group = card.group();
        page.heading(group);
      }
      page.labelled(card.severity().key(), card.id() + ": " + card.title());
    }
    return page.toString();
  }
}
