package dev.headroom.app.screen;

import dev.headroom.app.results.CollectiveFigures;
import dev.headroom.app.results.Distribution;
import dev.headroom.app.results.DropReasons;
import dev.headroom.app.results.Figures;
import dev.headroom.app.results.Goodput;
import dev.headroom.app.results.HoldingBack;
import dev.headroom.app.results.Modules;
import dev.headroom.app.results.NcclErrors;
import dev.headroom.app.results.PauseRoot;
import dev.headroom.app.results.PortLoad;
import dev.headroom.app.results.SizeBucket;
import dev.headroom.app.results.Stuck;
import dev.headroom.app.results.Summary;
import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.sim.measure.Counts;
import dev.headroom.sim.measure.CpuCounts;
import dev.headroom.sim.measure.CreditWait;
import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.measure.Failover;
import dev.headroom.sim.measure.LinkRetries;
import dev.headroom.sim.measure.RunResult;
import dev.headroom.sim.measure.StreamCounts;
import dev.headroom.sim.measure.WatchdogAction;
import java.util.List;
import java.util.Map;

/** A run on one screen of about 80 by 40. */
public final class EndScreen {
  private static final int ROOTS = 3;
  private static final int QUEUES = 3;
  private static final int STUCK = 5;
  private static final int REROUTES = 3;

  private final Summary summary;
  private final Fabric fabric;
  private final Counts counts;
  private final Page page;

  private EndScreen(Summary summary, Terminal terminal) {
    this.summary = summary;
    this.fabric = summary.scenario().fabric();
    this.counts = summary.result().counts();
    this.page = new Page(terminal);
  }

  /** The screen's text, each line ended. */
  public static String of(Summary summary, Terminal terminal) {
    EndScreen screen = new EndScreen(summary, terminal);
    screen.title();
    summary
        .result()
        .job()
        .ifPresent(job -> JobSection.write(job, summary.durationPs(), screen.page));
    screen.flows();
    screen.unfinished();
    screen.pauses();
    screen.watchdog();
    screen.failover();
    screen.linkRetry();
    SlotLines.write(screen.page, screen.summary.result().slots());
    ModuleLines.write(screen.page, Modules.of(summary.scenario(), screen.summary.result().endPs()));
    screen.creditWaits();
    screen.signals();
    screen.queues();
    screen.speed();
    return screen.page.toString();
  }

  private void title() {
    page.heading(summary.scenario().name());
    page.paragraph(
        fabric.shape()
            + " · "
            + Figures.plural(fabric.hosts().size(), "host", "hosts")
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
                ? Figures.time(summary.durationPs())
                : "not reached by " + Figures.time(result.endPs()))
            + " · "
            + Figures.count(counts.finished())
            + " of "
            + Figures.plural(counts.flows(), "flow", "flows")
            + " finished · seed "
            + summary.scenario().settings().get(RunKnobs.SEED));
    CollectiveFigures.of(summary.scenario(), result)
        .ifPresent(figures ->
            page.labelled(
                "collective",
                "%s · algbw %.2f GB/s · busbw %.2f GB/s"
                    .formatted(Figures.time(figures.timePs()), figures.algbw(), figures.busbw())));
    result.storage().ifPresent(storage -> StorageLines.write(page, storage));
    goodput();
  }

  private void goodput() {
    Goodput goodput = summary.goodput();
    if (goodput.hosts() > 0) {
      page.labelled(
          "goodput",
          Figures.rate(goodput.meanBps())
              + (goodput.hosts() == 1
                  ? " at the one receiving host"
                  : " per receiving host (%s to %s, %s hosts)"
                      .formatted(
                          Figures.rate(goodput.leastBps()),
                          Figures.rate(goodput.mostBps()),
                          Figures.count(goodput.hosts()))));
    }
    List<PortLoad> busiest = summary.ports().top(1, PortLoad::busy);
    if (!busiest.isEmpty()) {
      PortLoad port = busiest.getFirst();
      page.labelled(
          "bottleneck",
          port.name(fabric)
              + ": "
              + Figures.rate(summary.goodputBps(port))
              + " of "
              + Figures.rate(port.port().rateBps())
              + ", busy "
              + Figures.percent(port.busy()));
    }
  }

  private void flows() {
    if (counts.flows() == 0) {
      return;
    }
    page.heading("flows");
    boolean exact = summary.fct().exact();
    Table table =
        new Table(
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
    for (SizeBucket bucket : summary.buckets()) {
      row(
          table,
          bucket.label(),
          bucket.finished(),
          bucket.unfinished(),
          bucket.fctPs(),
          bucket.slowdown());
    }
    if (summary.buckets().size() > 1) {
      row(table, "all", counts.finished(), summary.unfinished(), summary.fct(), summary.slowdown());
    }
    page.table(table);
    if (!exact) {
      page.line(" more than a million flows: percentiles to three significant digits");
    }
  }

  private static void row(
      Table table, String label, long done, long open, Distribution fct, Distribution slow) {
    boolean none = fct.count() == 0;
    table.row(
        label,
        Figures.count(done),
        Figures.count(open),
        none ? "-" : time(fct.p50()),
        none ? "-" : time(fct.p95()),
        none ? "-" : time(fct.p99()),
        none ? "-" : time(fct.p999()),
        none ? "-" : Figures.ratio(slow.p50()),
        none ? "-" : Figures.ratio(slow.p95()),
        none ? "-" : Figures.ratio(slow.p99()),
        none ? "-" : Figures.ratio(slow.p999()));
  }

  /** Without the space: columns are narrow. */
  private static String time(double ps) {
    return Figures.time(ps).replace(" ", "");
  }

  private void unfinished() {
    if (summary.stuck().isEmpty()) {
      return;
    }
    page.heading("unfinished");
    List<Stuck> shown = summary.stuck().subList(0, Math.min(STUCK, summary.stuck().size()));
    for (Stuck stuck : shown) {
      page.labelled("flow " + stuck.flow(), stuck.path() + ": " + stuck.why());
    }
    long more = summary.unfinished() - shown.size();
    if (more > 0) {
      page.line(" and " + Figures.count(more) + " more");
    }
    NcclErrors.lines(summary.scenario(), summary.stuck(), 1)
        .forEach(line -> page.labelled("NCCL says", line));
  }

  private void pauses() {
    page.heading("signals");
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
    List<PauseRoot> roots = summary.roots();
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
      page.labelled("", "and " + (roots.size() - ROOTS) + " more places");
    }
  }

  private void cpu(CpuCounts cpu) {
    long endPs = Math.max(1, summary.result().endPs());
    int hosts = summary.scenario().fabric().hosts().size();
    if (cpu.busyPs() > 0) {
      page.labelled(
          "host CPU",
          "%.2f cores on the busiest host, %.2f on average · %s · %s copied"
              .formatted(
                  (double) cpu.mostBusyPs() / endPs,
                  (double) cpu.busyPs() / endPs / hosts,
                  Figures.plural(cpu.syscalls(), "system call", "system calls"),
                  Figures.size(cpu.copiedBytes())));
    }
  }

  private void watchdog() {
    List<WatchdogAction> actions = summary.result().disruptions().watchdog();
    if (actions.isEmpty()) {
      return;
    }
    WatchdogAction first = actions.getFirst();
    page.labelled(
        "watchdog",
        Figures.plural(actions.size(), "queue was", "queues were")
            + " taken for stuck, first at "
            + fabric.nodes().get(first.node()).name()
            + " towards "
            + fabric.nodes().get(first.by()).name()
            + ", paused since "
            + Figures.time(first.stuckPs())
            + ", at "
            + Figures.time(first.detectedPs())
            + (first.restoredPs() < 0 ? "" : ", until " + Figures.time(first.restoredPs())));
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

  private void linkRetry() {
    LinkRetries retries = summary.result().disruptions().linkRetries();
    if (retries.nacks() > 0) {
      page.labelled(
          "link retry",
          Figures.plural(retries.nacks(), "bad frame", "bad frames")
              + " asked for again; "
              + Figures.plural(retries.frames(), "frame", "frames")
              + " sent again on links");
    }
  }

  private void creditWaits() {
    List<CreditWait> waits = summary.result().creditWaits();
    if (waits.isEmpty()) {
      return;
    }
    CreditWait deepest = waits.getFirst();
    List<Node> nodes = summary.scenario().fabric().nodes();
    page.labelled(
        "credit",
        "at most "
            + Figures.bytes(deepest.peakBytes())
            + " waited for it at "
            + nodes.get(deepest.node()).name()
            + ", for "
            + nodes.get(deepest.host()).name());
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
            : ", " + Figures.count(reroute.needlessly()) + " of them without need");
  }

  private void signals() {
    long packets = Math.max(1, counts.dataPackets());
    page.labelled(
        "ECN",
        Figures.plural(counts.marks(), "mark", "marks")
            + " ("
            + Figures.percent((double) counts.marks() / packets)
            + " of data packets) · "
            + Figures.plural(counts.cnpPackets(), "CNP", "CNPs"));
    page.labelled(
        "sent again",
        Figures.plural(counts.retransmissions(), "packet", "packets")
            + " of "
            + Figures.count(counts.dataPackets()));
    cpu(counts.cpu());
    StreamCounts streams = counts.streams();
    if (streams.timeouts() > 0) {
      page.labelled(
          "timeouts", Figures.count(streams.timeouts()) + " of senders that heard nothing");
    }
    if (streams.waitedPackets() > 0) {
      page.labelled(
          "in order",
          Figures.plural(streams.waitedPackets(), "packet", "packets")
              + " waited for one before, "
              + Figures.time((double) streams.waitedPs() / streams.waitedPackets())
              + " on average");
    }
    if (counts.trims() > 0) {
      page.labelled(
          "trimmed",
          Figures.plural(counts.trims(), "packet", "packets")
              + ": their payload found no room in a queue");
    }
    if (counts.drops().isEmpty()) {
      page.labelled("drops", "none");
    }
    for (Map.Entry<DropCause, Long> drops : counts.drops().entrySet()) {
      page.labelled(
          "drops",
          Figures.count(drops.getValue())
              + " · "
              + drops.getKey().text()
              + ": "
              + DropReasons.fault(drops.getKey()));
    }
  }

  private void queues() {
    List<PortLoad> deepest = summary.ports().top(QUEUES, PortLoad::peakQueueBytes);
    if (deepest.isEmpty()) {
      return;
    }
    page.heading("deepest queues");
    Table table = new Table(1, "port", "peak", "busy", "paused", "marks", "drops");
    for (PortLoad load : deepest) {
      table.row(
          load.name(fabric),
          Figures.size(load.peakQueueBytes()),
          Figures.percent(load.busy()),
          Figures.percent(load.pausedShare()),
          Figures.count(load.marks()),
          Figures.count(load.drops()));
    }
    page.table(table);
  }

  private void speed() {
    RunResult result = summary.result();
    page.heading("run");
    String speed =
        result.loopCpuSeconds() > 0
            ? " ("
                + Figures.decimal(counts.packetHops() / result.loopCpuSeconds() / 1e6, 1)
                + " M/s)"
            : "";
    page.labelled(
        "speed",
        Figures.count(counts.packetHops())
            + " packet hops in "
            + Figures.decimal(result.loopCpuSeconds(), 2)
            + " s of CPU"
            + speed);
    page.labelled("digest", result.digest());
  }
}
