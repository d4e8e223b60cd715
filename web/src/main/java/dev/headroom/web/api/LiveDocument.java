package dev.headroom.web.api;

import dev.headroom.model.fabric.Node;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.run.figures.PortLoad;
import dev.headroom.run.json.JsonWriter;
import dev.headroom.run.summary.CheckText;
import dev.headroom.run.summary.RunSummary;
import dev.headroom.sim.measure.PauseSpan;
import dev.headroom.sim.measure.PortSamples;
import dev.headroom.sim.measure.PortSeries;
import dev.headroom.web.report.FabricData;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Document of a run that a slider makes: what came of it, the queues of the ports that matter over
 * time, who was paused when, and the fabric with its load. Times are in picoseconds.
 */
public final class LiveDocument {
  private static final int PORTS = 5;
  private static final int POINTS = 400;
  private static final int PAUSES = 400;

  private LiveDocument() {}

  /** All of it. */
  public static String of(RunSummary summary) {
    JsonWriter json = JsonWriter.compact().object();
    figures(json, summary);
    series(json, summary);
    pauses(json, summary);
    FabricData.write(json, summary);
    return json.endObject().toString();
  }

  /** What came of it alone, into an object that is open. */
  public static void figures(JsonWriter json, RunSummary summary) {
    json.put("digest", summary.result().digest())
        .put("outcome", summary.result().outcome().name().toLowerCase(Locale.ROOT))
        .putMoment("completionPs", completionPs(summary))
        .put("endPs", summary.result().endPs())
        .put("flows", summary.result().counts().flows())
        .put("unfinished", summary.unfinished())
        .put("pauses", summary.result().counts().pauses())
        .put("pausedPs", summary.result().counts().pausedPs())
        .put("marks", summary.result().counts().marks())
        .put("cnps", summary.result().counts().cnpPackets())
        .put("goodputMeanBps", summary.payload().goodput().meanBps())
        .put("goodputLeastBps", summary.payload().goodput().leastBps())
        .put("hops", summary.result().counts().packetHops())
        .put("headline", summary.headline().text())
        .array("deadlock");
    if (summary.result().deadlock().exists()) {
      for (int node : summary.result().deadlock().ring()) {
        json.add(summary.scenario().fabric().nodes().get(node).name());
      }
    }
    json.endArray()
        .put(
            "deadlockText",
            summary.result().deadlock().exists()
                ? CheckText.ring(summary.scenario(), summary.result().deadlock().ring())
                : "");
  }

  /** When the last flow ended; -1 where some did not. */
  private static long completionPs(RunSummary summary) {
    return summary.unfinished() > 0 ? -1 : summary.span().durationPs();
  }

  private static void series(JsonWriter json, RunSummary summary) {
    PortSamples samples = summary.result().samples();
    Map<Long, PortSeries> byPort = new HashMap<>();
    samples.ports().forEach(each -> byPort.put(key(each.node(), each.port()), each));
    int stride = Math.max(1, (samples.count() + POINTS - 1) / POINTS);
    json.object("series")
        .put("fromPs", samples.fromPs())
        .put("stepPs", samples.periodPs() * stride)
        .array("ports");
    List<Node> nodes = summary.scenario().fabric().nodes();
    List<PortLoad> deepest =
        summary
            .network()
            .ports()
            .top(
                PORTS,
                load ->
                    nodes.get(load.port().node()).isHost() ? 0 : (double) load.peakQueueBytes());
    for (PortLoad load : deepest) {
      PortSeries own = byPort.get(key(load.port().node(), load.port().port()));
      if (own != null) {
        json.object()
            .put("name", load.name(summary.scenario().fabric()))
            .put("peakBytes", load.peakQueueBytes())
            .put("bufferBytes", bufferBytes(summary, load.port().node()))
            .array("queue");
        queue(json, own.queueBytes(), samples.count(), stride);
        json.endArray().endObject();
      }
    }
    json.endArray().endObject();
  }

  private static void queue(JsonWriter json, long[] bytes, int count, int stride) {
    for (int from = 0; from < count; from += stride) {
      long most = 0;
      for (int i = from; i < Math.min(count, from + stride); i++) {
        most = Math.max(most, bytes[i]);
      }
      json.add(most);
    }
  }

  private static long bufferBytes(RunSummary summary, int node) {
    return summary
        .scenario()
        .at(summary.scenario().fabric().nodes().get(node))
        .get(SwitchKnobs.SWITCH_BUFFER)
        .bytes();
  }

  private static void pauses(JsonWriter json, RunSummary summary) {
    List<Node> nodes = summary.scenario().fabric().nodes();
    json.array("pauseSpans");
    summary.result().pauseSpans().stream()
        .limit(PAUSES)
        .forEach((PauseSpan span) ->
            json.array()
                .add(nodes.get(span.node()).name())
                .add(span.fromPs())
                .add(span.toPs())
                .endArray());
    json.endArray();
  }

  private static long key(int node, int port) {
    return (long) node << 32 | port;
  }
}
