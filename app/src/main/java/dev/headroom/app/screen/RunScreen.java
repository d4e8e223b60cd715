package dev.headroom.app.screen;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.run.figures.Goodput;
import dev.headroom.run.figures.InterruptStorms;
import dev.headroom.run.figures.NumberText;
import dev.headroom.run.figures.PortLoad;
import dev.headroom.run.results.TransceiverWear;
import dev.headroom.run.summary.HostInternalsText;
import dev.headroom.run.summary.RunSummary;
import dev.headroom.run.summary.TracedFlow;
import dev.headroom.sim.measure.RunResult;
import dev.headroom.sim.measure.RunTotals;
import java.util.List;

/** Summary of a run on one screen of about 80 by 40 characters. */
public final class RunScreen {
  private static final int QUEUES = 3;

  private final RunSummary summary;
  private final Fabric fabric;
  private final RunTotals counts;
  private final TerminalPage page;

  private RunScreen(RunSummary summary, Terminal terminal) {
    this.summary = summary;
    this.fabric = summary.scenario().fabric();
    this.counts = summary.result().counts();
    this.page = new TerminalPage(terminal);
  }

  /** The screen's text, each line ended. */
  public static String of(RunSummary summary, Terminal terminal) {
    RunScreen screen = new RunScreen(summary, terminal);
    screen.title();
    summary.workloads().forEach(workload -> JobSection.write(workload, screen.page));
    FlowSection.write(screen.page, summary);
    screen.page.heading("signals");
    PauseLines.write(screen.page, summary);
    FailureLines.write(screen.page, summary);
    NicPcieLines.write(screen.page, summary.result().slots());
    screen.inside();
    ModuleLines.write(
        screen.page, TransceiverWear.of(summary.scenario(), summary.result().endPs()));
    InterruptStormLines.write(
        screen.page, InterruptStorms.of(summary.scenario(), summary.result()));
    PacketLines.write(screen.page, summary);
    TraceLines.write(screen.page, TracedFlow.of(summary.scenario(), summary.result()));
    screen.queues();
    screen.speed();
    return screen.page.toString();
  }

  private void title() {
    page.heading(summary.scenario().name());
    page.paragraph(
        fabric.shape()
            + " · "
            + NumberText.plural(fabric.hosts().size(), "host", "hosts")
            + " · "
            + summary.scenario().workload());
    page.line("");
    page.sentence(summary.headline().text());
    page.line("");
    RunResult result = summary.result();
    boolean finished = result.outcome() == RunResult.Outcome.FINISHED;
    page.labelled(
        "completion",
        (finished
                ? NumberText.time(summary.span().durationPs())
                : "not reached by " + NumberText.time(result.endPs()))
            + " · "
            + NumberText.count(counts.finished())
            + " of "
            + NumberText.plural(counts.flows(), "flow", "flows")
            + " finished · seed "
            + summary.scenario().settings().get(RunKnobs.SEED));
    summary
        .workloads()
        .forEach(workload -> WorkloadLines.write(page, workload, summary.span().durationPs()));
    goodput();
  }

  private void goodput() {
    Goodput goodput = summary.payload().goodput();
    if (goodput.hosts() > 0) {
      page.labelled(
          "goodput",
          NumberText.rate(goodput.meanBps())
              + (goodput.hosts() == 1
                  ? " at the one receiving host"
                  : " per receiving host (%s to %s, %s hosts)"
                      .formatted(
                          NumberText.rate(goodput.leastBps()),
                          NumberText.rate(goodput.mostBps()),
                          NumberText.count(goodput.hosts()))));
    }
    summary
        .missing()
        .ifPresent(share ->
            page.labelled("missing", NumberText.percent(share) + " of the payload did not arrive"));
    List<PortLoad> busiest = summary.network().ports().top(1, PortLoad::busy);
    if (!busiest.isEmpty()) {
      PortLoad port = busiest.getFirst();
      page.labelled(
          "bottleneck",
          port.name(fabric)
              + ": "
              + NumberText.rate(summary.goodputBps(port))
              + " of "
              + NumberText.rate(port.port().rateBps())
              + ", busy "
              + NumberText.percent(port.busy()));
    }
  }

  private void inside() {
    HostInternalsText.of(summary).forEach(line -> page.labelled(line.label(), line.text()));
  }

  private void queues() {
    List<PortLoad> deepest = summary.network().ports().top(QUEUES, PortLoad::peakQueueBytes);
    if (deepest.isEmpty()) {
      return;
    }
    page.heading("deepest queues");
    AlignedTable table = new AlignedTable(1, "port", "peak", "busy", "paused", "marks", "drops");
    for (PortLoad load : deepest) {
      table.row(
          load.name(fabric),
          NumberText.size(load.peakQueueBytes()),
          NumberText.percent(load.busy()),
          NumberText.percent(load.pausedShare()),
          NumberText.count(load.marks()),
          NumberText.count(load.drops()));
    }
    page.table(table);
  }

  private void speed() {
    RunResult result = summary.result();
    page.heading("run");
    String speed =
        result.loopCpuSeconds() > 0
            ? " ("
                + NumberText.decimal(counts.packetHops() / result.loopCpuSeconds() / 1e6, 1)
                + " M/s)"
            : "";
    page.labelled(
        "speed",
        NumberText.count(counts.packetHops())
            + " packet hops in "
            + NumberText.decimal(result.loopCpuSeconds(), 2)
            + " s of CPU"
            + speed);
    page.labelled("digest", result.digest());
  }
}
