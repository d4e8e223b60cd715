package dev.headroom.app.report;

import dev.headroom.run.figures.CollectiveFigures;
import dev.headroom.run.figures.Figures;
import dev.headroom.run.figures.Goodput;
import dev.headroom.run.figures.PortLoad;
import dev.headroom.run.json.Json;
import dev.headroom.run.summary.HoldingBack;
import dev.headroom.run.summary.Summary;
import dev.headroom.sim.measure.Counts;
import dev.headroom.sim.measure.Disruptions;
import dev.headroom.sim.measure.Failover;
import dev.headroom.sim.measure.InferenceResult;
import dev.headroom.sim.measure.RunResult;
import dev.headroom.sim.measure.WatchdogAction;
import java.util.List;

/** Key figures at the top of the report page, each with name, value and a remark. */
final class KeyFigures {
  private final Json json;
  private final Summary summary;

  private KeyFigures(Json json, Summary summary) {
    this.json = json;
    this.summary = summary;
  }

  static void write(Json json, Summary summary) {
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

  private void flows(Counts counts) {
    boolean finished = summary.result().outcome() == RunResult.Outcome.FINISHED;
    figure(
        "completion",
        finished ? Figures.time(summary.span().durationPs()) : "not reached",
        Figures.count(counts.finished())
            + " of "
            + Figures.plural(counts.flows(), "flow", "flows"));
    CollectiveFigures.of(summary.scenario(), summary.result())
        .ifPresent(figures ->
            figure(
                "busbw",
                Figures.decimal(figures.busbw(), figures.busbw() < 99.95 ? 1 : 0) + " GB/s",
                "%s in %s"
                    .formatted(
                        figures.called().collective().word(), Figures.time(figures.timePs()))));
    firstToken();
    Goodput goodput = summary.payload().goodput();
    figure("goodput per host", Figures.rate(goodput.meanBps()), spread(goodput));
    List<PortLoad> busiest = summary.network().ports().top(1, PortLoad::busy);
    if (!busiest.isEmpty()) {
      figure(
          "busiest link",
          Figures.percent(busiest.getFirst().busy()),
          busiest.getFirst().name(summary.scenario().fabric()));
    }
    figure(
        "slowdown p99",
        summary.flows().slowdown().count() == 0
            ? "-"
            : Figures.ratio(summary.flows().slowdown().p99()),
        summary.flows().slowdown().count() == 0
            ? "no flow finished"
            : "median " + Figures.ratio(summary.flows().slowdown().p50()));
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
              times.length == 0 ? "-" : Figures.time(InferenceResult.quantilePs(times, 0.99)),
              "median %s, %s exposed transfer"
                  .formatted(
                      Figures.time(InferenceResult.quantilePs(times, 0.5)),
                      Figures.percent(inference.exposedShare())));
        });
  }

  private void signals(Counts counts) {
    HoldingBack words = HoldingBack.in(summary.scenario());
    figure(
        words.name() + " " + words.many(),
        Figures.count(counts.pauses()),
        counts.pauses() == 0
            ? "no port stood still"
            : Figures.time(counts.pausedPs()) + " of port time");
    double packets = Math.max(1, counts.dataPackets());
    figure(
        "ECN marks",
        Figures.percent(counts.marks() / packets),
        Figures.plural(counts.cnpPackets(), "CNP", "CNPs"));
  }

  private void breakage(Disruptions disruptions) {
    List<WatchdogAction> watchdog = disruptions.watchdog();
    if (!watchdog.isEmpty()) {
      figure(
          "PFC watchdog",
          Figures.plural(watchdog.size(), "queue", "queues"),
          "first at " + Figures.time(watchdog.getFirst().detectedPs()));
    }
    Failover failover = disruptions.failover();
    if (failover.affected() > 0) {
      boolean any = failover.againPs().length > 0;
      figure(
          "failover",
          any ? Figures.time(failover.quantilePs(0.5)) : "none served again",
          (any ? "at most " + Figures.time(failover.quantilePs(1)) + ", " : "")
              + Figures.plural(failover.affected(), "flow", "flows"));
    }
    failover.reroutes().stream()
        .filter(reroute -> reroute.underWay() > 0)
        .findFirst()
        .ifPresent(first ->
            figure(
                "flows moved",
                Figures.percent((double) first.moved() / first.underWay()),
                Figures.count(first.needlessly()) + " without need"));
  }

  private void losses(Counts counts) {
    long drops = 0;
    for (long each : counts.drops().values()) {
      drops += each;
    }
    figure(
        "drops",
        Figures.count(drops),
        Figures.plural(counts.retransmissions(), "packet", "packets") + " sent again");
  }

  private void figure(String label, String value, String note) {
    json.array().add(label).add(value).add(note).endArray();
  }

  private static String spread(Goodput goodput) {
    String least = Figures.rate(goodput.leastBps());
    String most = Figures.rate(goodput.mostBps());
    if (least.equals(most)) {
      return goodput.hosts() == 0
          ? "nothing was received"
          : "at " + Figures.plural(goodput.hosts(), "host", "hosts");
    }
    return least + " to " + most;
  }
}
