package dev.headroom.app.screen;

import dev.headroom.model.fabric.Node;
import dev.headroom.run.figures.Figures;
import dev.headroom.run.figures.PauseRoot;
import dev.headroom.run.summary.HoldingBack;
import dev.headroom.run.summary.Summary;
import dev.headroom.sim.measure.Counts;
import dev.headroom.sim.measure.PauseLengths;
import dev.headroom.sim.measure.WatchdogAction;
import java.util.List;

/** Lines about PFC pauses and the actions of the PFC watchdog. */
final class PauseLines {
  private static final int ROOTS = 3;

  private final Page page;
  private final Summary summary;

  private PauseLines(Page page, Summary summary) {
    this.page = page;
    this.summary = summary;
  }

  static void write(Page page, Summary summary) {
    PauseLines lines = new PauseLines(page, summary);
    lines.pauses();
    lines.watchdog();
  }

  private void pauses() {
    Counts counts = summary.result().counts();
    HoldingBack words = HoldingBack.in(summary.scenario());
    if (counts.pauses() == 0) {
      page.labelled(words.name(), "no " + words.many());
      return;
    }
    page.labelled(
        words.name(),
        Figures.plural(counts.pauses(), words.one(), words.many())
            + ", "
            + Figures.time(counts.pausedPs())
            + " of port time; they start at");
    List<PauseRoot> roots = summary.network().roots();
    for (PauseRoot root : roots.subList(0, Math.min(ROOTS, roots.size()))) {
      page.labelled(
          "",
          root.place()
              + ": "
              + Figures.plural(root.pauses(), words.one(), words.many())
              + ", "
              + Figures.time(root.pausedPs())
              + (root.cyclic() ? ", in a ring" : ""));
    }
    if (roots.size() > ROOTS) {
      page.labelled("", "and " + Figures.plural(roots.size() - ROOTS, "more place"));
    }
    lengths(counts.pauseLengths());
  }

  private void lengths(PauseLengths lengths) {
    if (lengths.count() > 1) {
      page.labelled(
          "",
          "half last up to %s, 99 %% up to %s, all up to %s"
              .formatted(
                  Figures.time(lengths.quantilePs(0.5)),
                  Figures.time(lengths.quantilePs(0.99)),
                  Figures.time(lengths.longestPs())));
    }
  }

  private void watchdog() {
    List<WatchdogAction> actions = summary.result().disruptions().watchdog();
    if (actions.isEmpty()) {
      return;
    }
    WatchdogAction first = actions.getFirst();
    List<Node> nodes = summary.scenario().fabric().nodes();
    page.labelled(
        "watchdog",
        Figures.plural(actions.size(), "queue was", "queues were")
            + " taken for stuck, first at "
            + nodes.get(first.node()).name()
            + " towards "
            + nodes.get(first.by()).name()
            + ", paused since "
            + Figures.time(first.stuckPs())
            + ", at "
            + Figures.time(first.detectedPs())
            + (first.restoredPs() < 0 ? "" : ", until " + Figures.time(first.restoredPs())));
  }
}
