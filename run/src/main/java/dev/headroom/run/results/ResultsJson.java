package dev.headroom.run.results;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.run.figures.InterruptStorms;
import dev.headroom.run.figures.PortLoad;
import dev.headroom.run.figures.ProcessCost;
import dev.headroom.run.json.JsonWriter;
import dev.headroom.run.summary.Requirement;
import dev.headroom.run.summary.RunSummary;
import dev.headroom.run.summary.TracedFlow;
import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.measure.RunResult;
import dev.headroom.sim.measure.RunTotals;
import dev.headroom.sim.measure.VoqCounts;
import java.util.List;
import java.util.Locale;

/**
 * Writer of {@code results.json}. Its schema is the resource {@code results.schema.json}; a change
 * that could break a reader raises {@link #SCHEMA_VERSION}.
 */
public final class ResultsJson {
  public static final int SCHEMA_VERSION = 1;

  private static final int PORTS = 10;

  private final RunSummary summary;
  private final JsonWriter json = JsonWriter.indented();

  private ResultsJson(RunSummary summary) {
    this.summary = summary;
  }

  /** The file's text. */
  public static String of(RunSummary summary, int threads, ProcessCost cost) {
    return of(summary, threads, cost, List.of());
  }

  /**
   * The same of a run that was to keep bounds.
   *
   * @param requirements what came of each of them
   */
  public static String of(
      RunSummary summary, int threads, ProcessCost cost, List<Requirement.Outcome> requirements) {
    return new ResultsJson(summary).write(threads, cost, requirements);
  }

  private String write(int threads, ProcessCost cost, List<Requirement.Outcome> requirements) {
    RunResult result = summary.result();
    RunTotals counts = result.counts();
    json.object().put("schemaVersion", SCHEMA_VERSION);
    scenario();
    json.put("seed", summary.scenario().settings().get(RunKnobs.SEED))
        .put("digest", result.digest())
        .put("outcome", result.outcome().name().toLowerCase(Locale.ROOT));
    json.array("imbalances");
    result.imbalances().forEach(json::add);
    json.endArray();
    json.object("headline")
        .put("kind", summary.headline().kind().word())
        .put("text", summary.headline().text())
        .endObject();
    requirements(requirements);
    json.putMoment("completionTimePs", result.completionTimePs());
    json.put("startPs", summary.span().startPs()).put("endPs", result.endPs());
    FlowsJson.write(json, summary);
    packets(counts);
    drops(counts);
    PauseJson.write(json, summary);
    FailoverJson.write(json, summary);
    PcieJson.write(json, result.slots());
    HostInternalsJson.write(json, result.slots());
    TransceiverWear.of(summary.scenario(), result.endPs()).write(json);
    InterruptStorms.of(summary.scenario(), result).write(json);
    creditWaits(result.creditWaits());
    TracedFlow.write(json, summary.scenario(), result);
    WorkloadJson.write(json, summary.scenario(), summary.workload().figures());
    ports();
    json.put("threads", threads)
        .put("cpuSeconds", cost.cpuSeconds())
        .put("loopCpuSeconds", result.loopCpuSeconds())
        .put("setupCpuSeconds", result.setupCpuSeconds())
        .put("wallSeconds", result.wallSeconds())
        .put("peakRssBytes", cost.peakRssBytes());
    return json.endObject() + "\n";
  }

  private void requirements(List<Requirement.Outcome> requirements) {
    json.array("requirements");
    for (Requirement.Outcome outcome : requirements) {
      Requirement requirement = outcome.requirement();
      json.object()
          .put("text", requirement.text())
          .put("measure", requirement.measure().key())
          .put("relation", requirement.relation().sign())
          .put("required", requirement.bound())
          .put("measured", outcome.value())
          .put("isMet", outcome.isMet())
          .endObject();
    }
    json.endArray();
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

  private void packets(RunTotals counts) {
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
  }

  private void creditWaits(List<VoqCounts> waits) {
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

  private void drops(RunTotals counts) {
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

  private void ports() {
    json.object("ports");
    ports("busiest", summary.network().ports().top(PORTS, PortLoad::busy));
    ports("mostPaused", summary.network().ports().top(PORTS, PortLoad::pausedShare));
    ports("deepestQueues", summary.network().ports().top(PORTS, PortLoad::peakQueueBytes));
    json.endObject();
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
