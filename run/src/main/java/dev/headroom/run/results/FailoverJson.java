package dev.headroom.run.results;

import dev.headroom.run.json.JsonWriter;
import dev.headroom.run.summary.RunSummary;
import dev.headroom.sim.measure.Failover;
import dev.headroom.sim.measure.LinkRetryCounts;

/** Writer of the part of {@code results.json} about flows and links under failures. */
final class FailoverJson {
  private final JsonWriter json;
  private final RunSummary summary;

  private FailoverJson(JsonWriter json, RunSummary summary) {
    this.json = json;
    this.summary = summary;
  }

  static void write(JsonWriter json, RunSummary summary) {
    FailoverJson failover = new FailoverJson(json, summary);
    failover.failover();
    failover.linkRetry();
  }

  private void failover() {
    Failover failover = summary.result().disruptions().failover();
    json.object("failover")
        .put("flows", failover.affected())
        .put("servedAgain", failover.recoveryPs().length)
        .put("lost", failover.lost());
    if (failover.recoveryPs().length == 0) {
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
          .put("movedNeedlessly", reroute.unnecessaryReroutes())
          .put("stranded", reroute.unroutableFlows())
          .endObject();
    }
    json.endArray().endObject();
  }

  private void linkRetry() {
    LinkRetryCounts retries = summary.result().disruptions().linkRetries();
    json.object("linkRetry")
        .put("nacks", retries.nacks())
        .put("frames", retries.frames())
        .endObject();
  }
}
