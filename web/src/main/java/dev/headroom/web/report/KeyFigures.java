package dev.headroom.web.report;

import dev.headroom.run.figures.CollectiveFigures;
import dev.headroom.run.figures.Goodput;
import dev.headroom.run.figures.NumberText;
import dev.headroom.run.figures.PortLoad;
import dev.headroom.run.json.JsonWriter;
import dev.headroom.run.summary.FlowControlTerms;
import dev.headroom.run.summary.RunSummary;
import dev.headroom.sim.measure.Disruptions;
import dev.headroom.sim.measure.Failover;
import dev.headroom.sim.measure.InferenceResult;
import dev.headroom.sim.measure.RunResult;
import dev.headroom.sim.measure.RunTotals;
import dev.headroom.sim.measure.WatchdogEvent;
import java.util.List;

/** Key figures at the top of the report page, each with name, value and a remark. */
final class KeyFigures {
  private final JsonWriter json;
  private final RunSummary summary;

  private KeyFigures(JsonWriter json, RunSummary summary) {
    this.json = json;
    this.summary = summary;
  }

  static void write(JsonWriter json, RunSummary summary) {
    json.array("figures");
    new KeyFigures(json, summary).write();
    json.endArray();
  }

  private void write() {
    flows(summary.result().counts());
    signals(summary.result().counts());
    breakage(summary.result().disruptions());
    losses(summary.result().counts());
  }

  private void flows(RunTotals counts) {
    boolean finished = summary.result().outcome() == RunResult.Outcome.FINISHED;
    figure(
        "completion",
        finished ? NumberText.time(summary.span().durationPs()) : "not reached",
        NumberText.count(counts.finished())
            + " of "
            + NumberText.plural(counts.flows(), "flow", "flows"));
    CollectiveFigures.of(summary.scenario(), summary.result())
        .ifPresent(figures ->
            figure(
                "busbw",
                NumberText.decimal(figures.busbw(), figures.busbw() < 99.95 ? 1 : 0) + " GB/s",
                "%s in %s"
                    .formatted(
                        figures.called().collective().word(), NumberText.time(figures.timePs()))));
    firstToken();
    Goodput goodput = summary.payload().goodput();
    figure("goodput per host", NumberText.rate(goodput.meanBps()), spread(goodput));
    List<PortLoad> busiest = summary.network().ports().top(1, PortLoad::busy);
    if (!busiest.isEmpty()) {
      figure(
          "busiest link",
          NumberText.percent(busiest.getFirst().busy()),
          busiest.getFirst().name(summary.scenario().fabric()));
    }
    figure(
        "slowdown p99",
        summary.flows().slowdown().count() == 0
            ? "-"
            : NumberText.ratio(summary.flows().slowdown().p99()),
        summary.flows().slowdown().count() == 0
            ? "no flow finished"
            : "median " + NumberText.ratio(summary.flows().slowdown().p50()));
  }

  private void firstToken() {
    summary
        .workload()
        .figures()
        .inference()
        .ifPresent(inference -> {
          long[] times = inference.firstTokenPs();
          figure(
              "first token p99",
              times.length == 0 ? "-" : NumberText.time(InferenceResult.quantilePs(times, 0.99)),
              "median %s, %s exposed transfer"
                  .formatted(
                      NumberText.time(InferenceResult.quantilePs(times, 0.5)),
                      NumberText.percent(inference.exposedShare())));
        });
  }

  private void signals(RunTotals counts) {
    FlowControlTerms words = FlowControlTerms.in(summary.scenario());
    figure(
        words.name() + " " + words.many(),
        NumberText.count(counts.pauses()),
        counts.pauses() == 0
            ? "no port was blocked"
            : NumberText.time(counts.pausedPs()) + " of port time");
    double packets = Math.max(1, counts.dataPackets());
    figure(
        "ECN marks",
        NumberText.percent(counts.marks() / packets),
        NumberText.plural(counts.cnpPackets(), "CNP", "CNPs"));
  }

  private void breakage(Disruptions disruptions) {
    List<WatchdogEvent> watchdog = disruptions.watchdog();
    if (!watchdog.isEmpty()) {
      figure(
          "PFC watchdog",
          NumberText.plural(watchdog.size(), "queue", "queues"),
          "first at " + NumberText.time(watchdog.getFirst().detectedPs()));
    }
    Failover failover = disruptions.failover();
    if (failover.affected() > 0) {
      boolean any = failover.recoveryPs().length > 0;
      figure(
          "failover",
          any ? NumberText.time(failover.quantilePs(0.5)) : "no flow recovered",
          (any ? "at most " + NumberText.time(failover.quantilePs(1)) + ", " : "")
              + NumberText.plural(failover.affected(), "flow", "flows"));
    }
    failover.reroutes().stream()
        .filter(reroute -> reroute.underWay() > 0)
        .findFirst()
        .ifPresent(first ->
            figure(
                "flows rerouted",
                NumberText.percent((double) first.moved() / first.underWay()),
                NumberText.count(first.unnecessaryReroutes()) + " unnecessarily"));
  }

  private void losses(RunTotals counts) {
    long drops = 0;
    for (long each : counts.drops().values()) {
      drops += each;
    }
    figure(
        "drops",
        NumberText.count(drops),
        NumberText.plural(counts.retransmissions(), "packet", "packets") + " retransmitted");
  }

  private void figure(String label, String value, String note) {
    json.array().add(label).add(value).add(note).endArray();
  }

  private static String spread(Goodput goodput) {
    String least = NumberText.rate(goodput.leastBps());
    String most = NumberText.rate(goodput.mostBps());
    if (least.equals(most)) {
      return goodput.hosts() == 0
          ? "no host received data"
          : "at " + NumberText.plural(goodput.hosts(), "host", "hosts");
    }
    return least + " to " + most;
  }
}
