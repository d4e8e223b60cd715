package dev.headroom.app.screen;

import dev.headroom.model.fabric.Node;
import dev.headroom.run.figures.NumberText;
import dev.headroom.run.figures.PauseRoot;
import dev.headroom.run.summary.FlowControlTerms;
import dev.headroom.run.summary.RunSummary;
import dev.headroom.sim.measure.PauseLengths;
import dev.headroom.sim.measure.RunTotals;
import dev.headroom.sim.measure.WatchdogEvent;
import java.util.List;

/** Lines about PFC pauses and the actions of the PFC watchdog. */
final class PauseLines {
  private static final int ROOTS = 3;

  private final TerminalPage page;
  private final RunSummary summary;

  private PauseLines(TerminalPage page, RunSummary summary) {
    this.page = page;
    this.summary = summary;
  }

  static void write(TerminalPage page, RunSummary summary) {
    PauseLines lines = new PauseLines(page, summary);
    lines.pauses();
    lines.watchdog();
  }

  private void pauses() {
    RunTotals counts = summary.result().counts();
    FlowControlTerms words = FlowControlTerms.in(summary.scenario());
    if (counts.pauses() == 0) {
      page.labelled(words.name(), "no " + words.many());
      return;
    }
    page.labelled(
        words.name(),
        NumberText.plural(counts.pauses(), words.one(), words.many())
            + ", "
            + NumberText.time(counts.pausedPs())
            + " of port time; they start at");
    List<PauseRoot> roots = summary.network().roots();
    for (PauseRoot root : roots.subList(0, Math.min(ROOTS, roots.size()))) {
      page.labelled(
          "",
          root.place()
              + ": "
              + NumberText.plural(root.pauses(), words.one(), words.many())
              + ", "
              + NumberText.time(root.pausedPs())
              + (root.cyclic() ? ", in a ring" : ""));
    }
    if (roots.size() > ROOTS) {
      page.labelled("", "and " + NumberText.plural(roots.size() - ROOTS, "more place"));
    }
    lengths(counts.pauseLengths());
  }

  private void lengths(PauseLengths lengths) {
    if (lengths.count() > 1) {
      page.labelled(
          "",
          "half of them last up to %s, 99 %% up to %s, all up to %s"
              .formatted(
                  NumberText.time(lengths.quantilePs(0.5)),
                  NumberText.time(lengths.quantilePs(0.99)),
                  NumberText.time(lengths.longestPs())));
    }
  }

  private void watchdog() {
    List<WatchdogEvent> actions = summary.result().disruptions().watchdog();
    if (actions.isEmpty()) {
      return;
    }
    WatchdogEvent first = actions.getFirst();
    List<Node> nodes = summary.scenario().fabric().nodes();
    page.labelled(
        "watchdog",
        NumberText.plural(actions.size(), "queue was", "queues were")
            + " in a PFC storm, first at "
            + nodes.get(first.node()).name()
            + " towards "
            + nodes.get(first.by()).name()
            + ", paused since "
            + NumberText.time(first.stuckPs())
            + ", at "
            + NumberText.time(first.detectedPs())
            + (first.restoredPs() < 0 ? "" : ", until " + NumberText.time(first.restoredPs())));
  }
}
