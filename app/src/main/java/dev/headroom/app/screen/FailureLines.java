package dev.headroom.app.screen;

import dev.headroom.run.figures.Figures;
import dev.headroom.run.summary.Summary;
import dev.headroom.run.summary.UnreachedFailures;
import dev.headroom.sim.measure.Failover;
import dev.headroom.sim.measure.LinkRetries;
import java.util.List;

/** Lines about flows and links affected by failures. */
final class FailureLines {
  private static final int REROUTES = 3;
  private static final int NAMED = 3;

  private final Page page;
  private final Summary summary;

  private FailureLines(Page page, Summary summary) {
    this.page = page;
    this.summary = summary;
  }

  static void write(Page page, Summary summary) {
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
          "not reached before the run was over: "
              + String.join(", ", unreached.subList(0, Math.min(NAMED, unreached.size())))
              + (unreached.size() > NAMED
                  ? " and %s more".formatted(Figures.count(unreached.size() - NAMED))
                  : ""));
    }
  }

  private void failover() {
    Failover failover = summary.result().disruptions().failover();
    if (failover.affected() > 0) {
      page.labelled(
          "failover",
          Figures.plural(failover.affected(), "flow", "flows")
              + " lost data to a failed link"
              + (failover.againPs().length == 0
                  ? ""
                  : "; served again after "
                      + Figures.time(failover.quantilePs(0.5))
                      + (failover.againPs().length == 1
                          ? ""
                          : " (median), " + Figures.time(failover.quantilePs(1)) + " at most"))
              + (failover.lost() == 0
                  ? ""
                  : "; " + Figures.count(failover.lost()) + " not by the end"));
    }
    failover.reroutes().stream()
        .filter(reroute -> reroute.underWay() > 0)
        .limit(REROUTES)
        .forEach(reroute -> page.labelled("moved", moved(reroute)));
  }

  private static String moved(Failover.Reroute reroute) {
    return Figures.count(reroute.moved())
        + " of "
        + Figures.plural(reroute.underWay(), "flow", "flows")
        + " under way ("
        + Figures.percent((double) reroute.moved() / reroute.underWay())
        + ") took another way at "
        + Figures.time(reroute.atPs())
        + (reroute.needlessly() == 0
            ? ""
            : ", " + Figures.count(reroute.needlessly()) + " of them without need")
        + (reroute.stranded() == 0
            ? ""
            : "; no way was left for " + Figures.count(reroute.stranded()));
  }

  private void linkRetry() {
    LinkRetries retries = summary.result().disruptions().linkRetries();
    if (retries.nacks() > 0) {
      page.labelled(
          "link retry",
          Figures.plural(retries.nacks(), "request", "requests")
              + " to send again; "
              + Figures.plural(retries.frames(), "frame", "frames")
              + " sent again on links");
    }
  }
}
