package dev.headroom.app.screen;

import dev.headroom.audit.RuleInfo;
import java.util.List;
import java.util.stream.Collectors;

/** Audit rules on a terminal. */
public final class RuleScreen {
  private RuleScreen() {}

  /** All of one rule. */
  public static String of(RuleInfo ruleInfo, Terminal terminal) {
    TerminalPage page = new TerminalPage(terminal);
    page.heading(ruleInfo.id());
    page.sentence(ruleInfo.title());
    page.labelled("severity", ruleInfo.severity().key());
    page.labelled("needs", String.join("; ", ruleInfo.inputs()));
    page.labelled("because", ruleInfo.cause());
    if (!ruleInfo.modes().isEmpty()) {
      page.labelled(
          "shows",
          "failure mode "
              + ruleInfo.modes().stream().map(String::valueOf).collect(Collectors.joining(", "))
              + " of docs/rules.md");
    }
    page.labelled("source", ruleInfo.source());
    return page.toString();
  }

  /** One line each. */
  public static String list(List<RuleInfo> ruleInfos, Terminal terminal) {
    TerminalPage page = new TerminalPage(terminal);
    String group = "";
    for (RuleInfo ruleInfo : ruleInfos) {
      if (!ruleInfo.group().equals(group)) {
        group = ruleInfo.group();
        page.heading(group);
      }
      page.labelled(ruleInfo.severity().key(), ruleInfo.id() + ": " + ruleInfo.title());
    }
    return page.toString();
  }
}
