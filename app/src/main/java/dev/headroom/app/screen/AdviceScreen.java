package dev.headroom.app.screen;

import dev.headroom.tune.advice.AdviceRules;
import dev.headroom.tune.advice.AdviceText;
import dev.headroom.tune.advice.FabricAdvice;
import dev.headroom.tune.advice.Recommendation;

/** Advice on a terminal: the design, the settings and how sure each is, the reasons, the runs. */
public final class AdviceScreen {
  private AdviceScreen() {}

  /** The screen's text. */
  public static String of(FabricAdvice advice, Terminal terminal) {
    AdviceText text = new AdviceText(advice);
    TerminalPage page = new TerminalPage(terminal);
    page.heading("settings for " + text.title());
    text.design().forEach(page::paragraph);
    page.heading("settings");
    AlignedTable table = new AlignedTable(3, "setting", "value", "how sure");
    for (Recommendation each : AdviceRules.of(advice)) {
      table.row(each.setting(), each.value(), each.sureness().text());
    }
    page.table(table);
    page.heading("reasons");
    for (Recommendation each : AdviceRules.of(advice)) {
      page.paragraph(each.setting() + ": " + each.reason());
      if (!each.evidence().isEmpty()) {
        page.labelled("runs", each.evidence());
      }
    }
    page.heading("what was run");
    text.search().forEach(page::paragraph);
    text.traffic().forEach(page::paragraph);
    text.piece().forEach(page::paragraph);
    return page.toString();
  }
}
