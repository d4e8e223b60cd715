package dev.headroom.app.screen;

import dev.headroom.run.figures.NumberText;
import dev.headroom.run.summary.RunSummary;
import dev.headroom.run.summary.UnreachedFailures;
import dev.headroom.sim.measure.Failover;
import dev.headroom.sim.measure.LinkRetryCounts;
import java.util.List;

/** Lines about flows and links affected by failures. */
final class FailureLines {
  private static final int REROUTES = 3;
  private static final int NAMED = 3;

  private final TerminalPage page;
  private final RunSummary summary;

  private FailureLines(TerminalPage page, RunSummary summary) {
    this.page = page;
    this.summary = summary;
  }

  static void write(TerminalPage page, RunSummary summary) {
    FailureLines lines = new FailureLines(page, summary);
    lines.unreached();
    lines.failover();
    lines.linkRetry();
  }

  private void unreached() {
    List<String> unreached = UnreachedFailures.of(summary);
    if (!unreached.isEmpty()) {
      page.labelled(
          "failures",
          "after the end of the run: "
              + String.join(", ", unreached.subList(0, Math.min(NAMED, unreached.size())))
              + (unreached.size() > NAMED
                  ? " and %s more".formatted(NumberText.count(unreached.size() - NAMED))
                  : ""));
    }
  }

  private void failover() {
    Failover failover = summary.result().disruptions().failover();
    if (failover.affected() > 0) {
      page.labelled(
          "failover",
          NumberText.plural(failover.affected(), "flow", "flows")
              + " lost data on a failed link"
              + (failover.recoveryPs().length == 0
                  ? ""
                  : "; recovered after "
                      + NumberText.time(failover.quantilePs(0.5))
                      + (failover.recoveryPs().length == 1
                          ? ""
                          : " (median), " + NumberText.time(failover.quantilePs(1)) + " at most"))
              + (failover.lost() == 0
                  ? ""
                  : "; " + NumberText.count(failover.lost()) + " did not recover before the end"));
    }
    failover.reroutes().stream()
        .filter(reroute -> reroute.underWay() > 0)
        .limit(REROUTES)
        .forEach(reroute -> page.labelled("moved", moved(reroute)));
  }

  private static String moved(Failover.Reroute reroute) {
    return NumberText.count(reroute.moved())
        + " of "
        + NumberText.plural(reroute.underWay(), "flow", "flows")
        + " in progress ("
        + NumberText.percent((double) reroute.moved() / reroute.underWay())
        + ") changed paths at "
        + NumberText.time(reroute.atPs())
        + (reroute.unnecessaryReroutes() == 0
            ? ""
            : ", " + NumberText.count(reroute.unnecessaryReroutes()) + " of them unnecessarily")
        + (reroute.unroutableFlows() == 0
            ? ""
            : "; no path was left for " + NumberText.count(reroute.unroutableFlows()));
  }

  private void linkRetry() {
    LinkRetryCounts retries = summary.result().disruptions().linkRetries();
    if (retries.nacks() > 0) {
      page.labelled(
          "link retry",
          NumberText.plural(retries.nacks(), "request", "requests")
              + " to retry; "
              + NumberText.plural(retries.frames(), "frame", "frames")
              + " resent on links");
    }
  }
}
