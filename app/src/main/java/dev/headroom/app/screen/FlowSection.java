package dev.headroom.app.screen;

import dev.headroom.run.figures.Distribution;
import dev.headroom.run.figures.NcclErrors;
import dev.headroom.run.figures.NumberText;
import dev.headroom.run.figures.PartResult;
import dev.headroom.run.figures.SizeBucket;
import dev.headroom.run.figures.UnfinishedFlow;
import dev.headroom.run.summary.RunSummary;
import dev.headroom.sim.measure.RunTotals;
import java.util.List;

/** Section about flow completion times by size, and about flows that did not end. */
final class FlowSection {
  private static final int STUCK = 5;
  private static final int PARTS = 12;
  private static final int ENOUGH_FOR_A_TAIL = 10_000;

  private final TerminalPage page;
  private final RunSummary summary;

  private FlowSection(TerminalPage page, RunSummary summary) {
    this.page = page;
    this.summary = summary;
  }

  static void write(TerminalPage page, RunSummary summary) {
    FlowSection section = new FlowSection(page, summary);
    section.flows();
    section.parts();
    section.unfinished();
  }

  private void flows() {
    RunTotals counts = summary.result().counts();
    if (counts.flows() == 0) {
      return;
    }
    page.heading("flows");
    boolean exact = summary.flows().fct().exact();
    AlignedTable table =
        new AlignedTable(
            1,
            "size",
            "done",
            "open",
            "FCT p50",
            "p95",
            "p99",
            "p99.9",
            "slowdown",
            "p95",
            "p99",
            "p99.9");
    for (SizeBucket bucket : summary.flows().buckets()) {
      row(
          table,
          bucket.label(),
          bucket.finished(),
          bucket.unfinished(),
          bucket.fctPs(),
          bucket.slowdown());
    }
    if (summary.flows().buckets().size() > 1) {
      row(
          table,
          "all",
          counts.finished(),
          summary.unfinished(),
          summary.flows().fct(),
          summary.flows().slowdown());
    }
    page.table(table);
    tail();
    if (!exact) {
      page.line(" more than a million flows: percentiles have three significant digits");
    }
  }

  /** The slowest flow of ten thousand, where there are as many and it is not the last. */
  private void tail() {
    if (summary.flows().fct().count() > ENOUGH_FOR_A_TAIL) {
      page.line(
          " 99.99 % of all took at most "
              + NumberText.time(summary.flows().fct().p9999())
              + ", "
              + NumberText.ratio(summary.flows().slowdown().p9999())
              + " times their time on an idle network");
    }
  }

  private static void row(
      AlignedTable table, String label, long done, long open, Distribution fct, Distribution slow) {
    boolean none = fct.count() == 0;
    table.row(
        label,
        NumberText.count(done),
        NumberText.count(open),
        none ? "-" : time(fct.p50()),
        none ? "-" : time(fct.p95()),
        none ? "-" : time(fct.p99()),
        none ? "-" : time(fct.p999()),
        none ? "-" : NumberText.ratio(slow.p50()),
        none ? "-" : NumberText.ratio(slow.p95()),
        none ? "-" : NumberText.ratio(slow.p99()),
        none ? "-" : NumberText.ratio(slow.p999()));
  }

  private void parts() {
    if (summary.workload().parts().isEmpty()) {
      return;
    }
    page.heading("workload entries");
    AlignedTable table =
        new AlignedTable(
            2,
            "part",
            "transport",
            "class",
            "done",
            "open",
            "FCT p50",
            "p99",
            "slowdown",
            "p99",
            "end");
    int shown = Math.min(PARTS, summary.workload().parts().size());
    for (int number = 0; number < shown; number++) {
      PartResult part = summary.workload().parts().get(number);
      boolean none = part.fct().count() == 0;
      table.row(
          number + " " + part.type(),
          part.transport() + " " + part.control(),
          String.valueOf(part.priority()),
          NumberText.count(part.fct().count()),
          NumberText.count(part.unfinished()),
          none ? "-" : time(part.fct().p50()),
          none ? "-" : time(part.fct().p99()),
          none ? "-" : NumberText.ratio(part.slowdown().p50()),
          none ? "-" : NumberText.ratio(part.slowdown().p99()),
          none ? "-" : time(part.completionPs()));
    }
    page.table(table);
    if (shown < summary.workload().parts().size()) {
      page.line(" and " + NumberText.count(summary.workload().parts().size() - shown) + " more");
    }
  }

  /** Without the space: columns are narrow. */
  private static String time(double ps) {
    return NumberText.time(ps).replace(" ", "");
  }

  private void unfinished() {
    if (summary.flows().unfinishedFlow().isEmpty()) {
      return;
    }
    page.heading("unfinished");
    summary.deadlock().ifPresent(what -> page.labelled("deadlock", what));
    List<UnfinishedFlow> shown =
        summary
            .flows()
            .unfinishedFlow()
            .subList(0, Math.min(STUCK, summary.flows().unfinishedFlow().size()));
    for (UnfinishedFlow unfinishedFlow : shown) {
      page.labelled(
          "flow " + unfinishedFlow.flow(), unfinishedFlow.path() + ": " + unfinishedFlow.reason());
    }
    long more = summary.unfinished() - shown.size();
    if (more > 0) {
      page.line(" and " + NumberText.count(more) + " more");
    }
    NcclErrors.lines(summary.scenario(), summary.flows().unfinishedFlow(), 1)
        .forEach(line -> page.labelled("NCCL prints", line));
  }
}
