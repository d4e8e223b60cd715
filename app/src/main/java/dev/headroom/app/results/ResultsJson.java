package dev.headroom.app.results;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.sim.measure.Counts;
import dev.headroom.sim.measure.CreditWait;
import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.measure.Failover;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.sim.measure.JobResult;
import dev.headroom.sim.measure.LinkRetries;
import dev.headroom.sim.measure.RunResult;
import dev.headroom.sim.measure.StorageResult;
import dev.headroom.sim.measure.WatchdogAction;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Writes {@code results.json}. Its schema is the resource {@code results.schema.json}; a change
 * that could break a reader raises {@link #SCHEMA_VERSION}.
 */
public final class ResultsJson {
  public static final int SCHEMA_VERSION = 1;

  private static final int PORTS = 10;
  private static final int ACTIONS = 100;
  private static final int ERROR_LINES = 8;

  private final Summary summary;
  private final Json json = Json.indented();

  private ResultsJson(Summary summary) {
    this.summary = summary;
  }

  /** The file's text. */
  public static String of(Summary summary, int threads, ProcessCost cost) {
    return new ResultsJson(summary).write(threads, cost);
  }

  private String write(int threads, ProcessCost cost) {
    RunResult result = summary.result();
    Counts counts = result.counts();
    json.object().put("schemaVersion", SCHEMA_VERSION);
    scenario();
    json.put("seed", summary.scenario().settings().get(RunKnobs.SEED))
        .put("digest", result.digest())
        .put("outcome", result.outcome().name().toLowerCase(Locale.ROOT));
    json.object("headline")
        .put("kind", summary.headline().kind().word())
        .put("text", summary.headline().text())
        .endObject();
    if (result.completionTimePs() < 0) {
      json.putNull("completionTimePs");
    } else {
      json.put("completionTimePs", result.completionTimePs());
    }
    json.put("startPs", summary.startPs()).put("endPs", result.endPs());
    flows();
    goodput();
    json.object("packets")
        .put("data", counts.dataPackets())
        .put("retransmissions", counts.retransmissions())
        .put("readRequest", counts.readRequests())
        .put("ack", counts.ackPackets())
        .put("nak", counts.naks())
        .put("rnrNak", counts.rnrNaks())
        .put("cnp", counts.cnpPackets())
        .endObject();
    json.put("packetHops", counts.packetHops()).put("events", counts.events());
    json.object("ecn").put("marks", counts.marks()).endObject();
    json.put("trims", counts.trims());
    json.object("streams")
        .put("openings", counts.streams().openings())
        .put("timeouts", counts.streams().timeouts())
        .put("waitedPackets", counts.streams().waitedPackets())
        .put("waitedPs", counts.streams().waitedPs())
        .endObject();
    json.object("cpu")
        .put("busyPs", counts.cpu().busyPs())
        .put("mostBusyPs", counts.cpu().mostBusyPs())
        .put("copiedBytes", counts.cpu().copiedBytes())
        .put("syscalls", counts.cpu().syscalls())
        .put("interrupts", counts.cpu().interrupts())
        .endObject();
    drops(counts);
    pfc(counts);
    failover(summary.result().disruptions().failover());
    linkRetry(summary.result().disruptions().linkRetries());
    SlotsJson.write(json, result.slots());
    Modules.of(summary.scenario(), result.endPs()).write(json);
    creditWaits(summary.result().creditWaits());
    connections();
    collective();
    job();
    storage();
    json.object("ports");
    ports("busiest", summary.ports().top(PORTS, PortLoad::busy));
    ports("mostPaused", summary.ports().top(PORTS, PortLoad::pausedShare));
    ports("deepestQueues", summary.ports().top(PORTS, PortLoad::peakQueueBytes));
    json.endObject();
    json.put("threads", threads)
        .put("cpuSeconds", cost.cpuSeconds())
        .put("loopCpuSeconds", result.loopCpuSeconds())
        .put("setupCpuSeconds", result.setupCpuSeconds())
        .put("wallSeconds", result.wallSeconds())
        .put("peakRssBytes", cost.peakRssBytes());
    return json.endObject() + "\n";
  }

  /** Requests to storage, or null. */
  private void storage() {
    Optional<StorageResult> storage = summary.result().storage();
    if (storage.isEmpty()) {
      json.putNull("storage");
      return;
    }
    StorageResult told = storage.get();
    json.object("storage")
        .put("operation", told.writes() ? "write" : "read")
        .put("requests", told.asked())
        .put("answered", told.answered())
        .put("bytes", told.bytes())
        .put("lastPs", told.lastPs())
        .put("rateGbps", told.bps() / 1e9)
        .object("latencyPs")
        .put("min", told.quantilePs(0))
        .put("p50", told.quantilePs(0.5))
        .put("p99", told.quantilePs(0.99))
        .put("max", told.quantilePs(1))
        .endObject()
        .endObject();
  }

  private void linkRetry(LinkRetries retries) {
    json.object("linkRetry")
        .put("nacks", retries.nacks())
        .put("frames", retries.frames())
        .endObject();
  }

  private void creditWaits(List<CreditWait> waits) {
    List<Node> nodes = summary.scenario().fabric().nodes();
    json.array("creditWaits");
    waits.stream()
        .limit(PORTS)
        .forEach(wait ->
            json.object()
                .put("at", nodes.get(wait.node()).name())
                .put("towards", nodes.get(wait.host()).name())
                .put("class", wait.priority())
                .put("packets", wait.packets())
                .put("marks", wait.marks())
                .put("peakBytes", wait.peakBytes())
                .endObject());
    json.endArray();
  }

  private void collective() {
    Optional<CollectiveFigures> figures =
        CollectiveFigures.of(summary.scenario(), summary.result());
    if (figures.isEmpty()) {
      json.putNull("collective");
      return;
    }
    CollectiveFigures of = figures.get();
    json.object("collective")
        .put("name", of.called().collective().word())
        .put("ranks", of.called().ranks())
        .put("bytes", of.called().bytes())
        .put("algorithm", of.called().algorithm())
        .put("protocol", of.called().protocol())
        .put("timePs", of.timePs())
        .put("algbwGBps", of.algbw())
        .put("busbwGBps", of.busbw())
        .endObject();
  }

  private void job() {
    if (summary.result().job().isEmpty()) {
      json.putNull("job");
      return;
    }
    JobResult job = summary.result().job().get();
    json.object("job").put("samples", job.samples());
    if (job.donePs() < 0) {
      json.putNull("stepPs");
    } else {
      json.put("stepPs", job.donePs());
    }
    json.put("samplesPerSecond", job.donePs() <= 0 ? 0 : job.samples() / (job.donePs() * 1e-12))
        .put("computingShare", JobWords.computing(job, summary.durationPs()))
        .put("waitingShare", JobWords.waiting(job, summary.durationPs()));
    json.array("calls");
    for (JobResult.Calls calls : job.calls()) {
      json.object()
          .put("group", calls.kind())
          .put("collective", calls.collective())
          .put("groups", calls.groups())
          .put("gpus", calls.gpus())
          .put("calls", calls.calls())
          .put("bytes", calls.bytes())
          .put("busyPs", calls.busyPs())
          .put("exposedPs", calls.exposedPs())
          .put("mostExposedPs", calls.mostExposedPs())
          .put("busBytesPerSecond", calls.busBytesPerSecond())
          .endObject();
    }
    json.endArray().array("gpus");
    for (JobResult.Gpu gpu : job.gpus()) {
      json.object().put("computedPs", gpu.computedPs()).put("exposedPs", gpu.exposedPs());
      if (gpu.donePs() < 0) {
        json.putNull("donePs");
      } else {
        json.put("donePs", gpu.donePs());
      }
      json.endObject();
    }
    json.endArray().array("waiting");
    for (JobResult.Waiting waiting : job.waiting()) {
      json.object()
          .put("gpu", waiting.gpu())
          .put("operation", waiting.operation())
          .put("operations", waiting.operations())
          .put("waitsFor", waiting.what())
          .put("sincePs", waiting.sincePs())
          .array("absent");
      waiting.absent().forEach(gpu -> json.add((long) gpu));
      json.endArray().endObject();
    }
    json.endArray().array("errorLines");
    JobWords.errorLines(job, ERROR_LINES).forEach(json::add);
    json.endArray().endObject();
  }

  private void connections() {
    Optional<Connections> counted = Connections.of(summary.scenario());
    if (counted.isEmpty()) {
      json.putNull("connections");
      return;
    }
    Connections connections = counted.get();
    json.object("connections")
        .put("queuePairsPerNic", connections.queuePairs())
        .put("peersPerNic", connections.peers());
    if (connections.bytes().isPresent()) {
      json.put("contextBytesPerNic", connections.bytes().getAsLong());
    } else {
      json.putNull("contextBytesPerNic");
    }
    json.endObject();
  }

  private void scenario() {
    Fabric fabric = summary.scenario().fabric();
    int hosts = fabric.hosts().size();
    json.object("scenario")
        .put("name", summary.scenario().name())
        .put("fabric", fabric.shape())
        .put("workload", summary.scenario().workload())
        .put("hosts", hosts)
        .put("switches", fabric.nodes().size() - hosts)
        .put("links", fabric.links().size())
        .endObject();
  }

  private void flows() {
    Counts counts = summary.result().counts();
    json.object("flows")
        .put("total", counts.flows())
        .put("finished", counts.finished())
        .put("unfinished", summary.unfinished());
    distribution("fctPs", summary.fct());
    distribution("slowdown", summary.slowdown());
    json.array("bySize");
    for (SizeBucket bucket : summary.buckets()) {
      json.object()
          .put("label", bucket.label())
          .put("fromBytes", bucket.fromBytes())
          .put("toBytes", bucket.toBytes())
          .put("finished", bucket.finished())
          .put("unfinished", bucket.unfinished());
      distribution("fctPs", bucket.fctPs());
      distribution("slowdown", bucket.slowdown());
      json.endObject();
    }
    json.endArray().array("unfinishedFlows");
    for (Stuck stuck : summary.stuck()) {
      json.object()
          .put("flow", stuck.flow())
          .put("path", stuck.path())
          .put("bytes", stuck.bytes())
          .put("deliveredBytes", stuck.deliveredBytes())
          .put("why", stuck.why())
          .endObject();
    }
    json.endArray().array("ncclErrors");
    NcclErrors.lines(summary.scenario(), summary.stuck(), ERROR_LINES).forEach(json::add);
    json.endArray().array("slowest");
    List<Node> hosts = summary.scenario().fabric().hosts();
    for (FlowResult flow : summary.slowest()) {
      json.object()
          .put("flow", flow.flow())
          .put(
              "path",
              hosts.get(flow.source()).name() + " → " + hosts.get(flow.destination()).name())
          .put("bytes", flow.bytes())
          .put("fctPs", flow.fctPs())
          .put("slowdown", flow.slowdown())
          .endObject();
    }
    json.endArray().endObject();
  }

  private void distribution(String name, Distribution values) {
    json.object(name)
        .put("count", values.count())
        .put("mean", values.mean())
        .put("p50", values.p50())
        .put("p95", values.p95())
        .put("p99", values.p99())
        .put("p99.9", values.p999())
        .put("max", values.max())
        .put("exact", values.exact())
        .endObject();
  }

  private void goodput() {
    Goodput goodput = summary.goodput();
    json.object("goodput")
        .put("hosts", goodput.hosts())
        .put("meanBps", goodput.meanBps())
        .put("leastBps", goodput.leastBps())
        .put("mostBps", goodput.mostBps())
        .endObject();
  }

  private void drops(Counts counts) {
    long total = 0;
    for (long drops : counts.drops().values()) {
      total += drops;
    }
    json.object("drops").put("total", total);
    for (DropCause cause : DropCause.values()) {
      json.put(word(cause), counts.drops().getOrDefault(cause, 0L));
    }
    json.endObject();
  }

  private void pfc(Counts counts) {
    json.object("pfc")
        .put("pauses", counts.pauses())
        .put("pausedPs", counts.pausedPs())
        .array("roots");
    for (PauseRoot root : summary.roots().subList(0, Math.min(PORTS, summary.roots().size()))) {
      json.object()
          .put("place", root.place())
          .put("pauses", root.pauses())
          .put("pausedPs", root.pausedPs())
          .put("cyclic", root.cyclic())
          .endObject();
    }
    json.endArray().array("deadlock");
    for (int node : summary.result().deadlock().ring()) {
      json.add(summary.scenario().fabric().nodes().get(node).name());
    }
    json.endArray();
    watchdog(summary.result().disruptions().watchdog());
    json.endObject();
  }

  private void failover(Failover failover) {
    json.object("failover")
        .put("flows", failover.affected())
        .put("servedAgain", failover.againPs().length)
        .put("lost", failover.lost());
    if (failover.againPs().length == 0) {
      json.putNull("p50Ps").putNull("p99Ps").putNull("maxPs");
    } else {
      json.put("p50Ps", failover.quantilePs(0.5))
          .put("p99Ps", failover.quantilePs(0.99))
          .put("maxPs", failover.quantilePs(1));
    }
    json.array("reroutes");
    for (Failover.Reroute reroute : failover.reroutes()) {
      json.object()
          .put("atPs", reroute.atPs())
          .put("flowsUnderWay", reroute.underWay())
          .put("moved", reroute.moved())
          .put("movedNeedlessly", reroute.needlessly())
          .endObject();
    }
    json.endArray().endObject();
  }

  private void watchdog(List<WatchdogAction> actions) {
    json.object("watchdog").put("storms", actions.size()).array("actions");
    for (WatchdogAction action : actions.subList(0, Math.min(ACTIONS, actions.size()))) {
      json.object()
          .put("switch", name(action.node()))
          .put("port", action.port())
          .put("pausedBy", name(action.by()))
          .put("priority", action.priority())
          .put("stuckPs", action.stuckPs())
          .put("detectedPs", action.detectedPs());
      if (action.restoredPs() < 0) {
        json.putNull("restoredPs");
      } else {
        json.put("restoredPs", action.restoredPs());
      }
      json.endObject();
    }
    json.endArray().endObject();
  }

  private String name(int node) {
    return summary.scenario().fabric().nodes().get(node).name();
  }

  private void ports(String name, List<PortLoad> ports) {
    json.array(name);
    for (PortLoad load : ports) {
      json.object()
          .put("port", load.name(summary.scenario().fabric()))
          .put("rateBps", load.port().rateBps())
          .put("busyShare", load.busy())
          .put("goodputBps", summary.goodputBps(load))
          .put("pausedShare", load.pausedShare())
          .put("pauses", load.pauses())
          .put("pausedPs", load.pausedPs())
          .put("peakQueueBytes", load.peakQueueBytes())
          .put("marks", load.marks())
          .put("drops", load.drops())
          .endObject();
    }
    json.endArray();
  }

  /** {@code HEADROOM_FULL} as {@code headroomFull}. */
  static String word(DropCause cause) {
    StringBuilder word = new StringBuilder();
    for (String part : cause.name().split("_")) {
      word.append(part.charAt(0));
      word.append(part.substring(1).toLowerCase(Locale.ROOT));
    }
    word.setCharAt(0, Character.toLowerCase(word.charAt(0)));
    return word.toString();
  }
}
