package dev.headroom.run.results;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.run.figures.CollectiveFigures;
import dev.headroom.run.figures.NicConnections;
import dev.headroom.run.figures.WorkloadFigures;
import dev.headroom.run.json.JsonWriter;
import dev.headroom.sim.measure.InferenceResult;
import dev.headroom.sim.measure.StorageResult;
import java.util.Optional;

/**
 * Writer of the part of {@code results.json} about the workload, with null for each part that is
 * absent.
 */
final class WorkloadJson {
  private final JsonWriter json;
  private final WorkloadFigures figures;

  private WorkloadJson(JsonWriter json, WorkloadFigures figures) {
    this.json = json;
    this.figures = figures;
  }

  static void write(JsonWriter json, Scenario scenario, WorkloadFigures figures) {
    connections(json, scenario);
    write(json, figures);
  }

  /** Without what all workloads of a run share. */
  static void write(JsonWriter json, WorkloadFigures figures) {
    WorkloadJson workload = new WorkloadJson(json, figures);
    workload.collective();
    JobJson.write(json, figures);
    workload.storage();
    workload.inference();
  }

  private static void connections(JsonWriter json, Scenario scenario) {
    Optional<NicConnections> counted = NicConnections.of(scenario);
    if (counted.isEmpty()) {
      json.putNull("connections");
      return;
    }
    NicConnections connections = counted.get();
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

  private void collective() {
    if (figures.collective().isEmpty()) {
      json.putNull("collective");
      return;
    }
    CollectiveFigures of = figures.collective().get();
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

  private void storage() {
    if (figures.storage().isEmpty()) {
      json.putNull("storage");
      return;
    }
    StorageResult told = figures.storage().get();
    json.object("storage")
        .put("operation", told.writes() ? "write" : "read")
        .put("requests", told.requestCount())
        .put("answered", told.completedRequests())
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

  private void inference() {
    if (figures.inference().isEmpty()) {
      json.putNull("inference");
      return;
    }
    InferenceResult told = figures.inference().get();
    json.object("inference")
        .put("requests", told.promptCount())
        .put("answered", told.answeredPrompts())
        .put("promptTokens", told.tokens())
        .put("bytes", told.bytes())
        .put("lastPs", told.lastPs())
        .put("exposedShare", told.exposedShare());
    times("firstTokenPs", told.firstTokenPs());
    times("waitedPs", told.waitedPs());
    times("prefillPs", told.workedPs());
    times("exposedPs", told.exposedPs());
    json.endObject();
  }

  private void times(String name, long[] sorted) {
    json.object(name)
        .put("min", InferenceResult.quantilePs(sorted, 0))
        .put("p50", InferenceResult.quantilePs(sorted, 0.5))
        .put("p90", InferenceResult.quantilePs(sorted, 0.9))
        .put("p99", InferenceResult.quantilePs(sorted, 0.99))
        .put("max", InferenceResult.quantilePs(sorted, 1))
        .endObject();
  }
}
