package dev.headroom.app.json;

import dev.headroom.run.json.JsonWriter;
import dev.headroom.wire.perftest.BandwidthResult;
import dev.headroom.wire.perftest.LatencyResult;
import dev.headroom.wire.perftest.MeanLatencyResult;
import dev.headroom.wire.perftest.PerfQpInfo;
import dev.headroom.wire.perftest.PerfReport;
import dev.headroom.wire.perftest.PerfSettings;
import java.util.List;
import java.util.Locale;

/** Writer of the results of a {@code headroom perf} test as JSON. */
public final class PerfJson {
  public static final int SCHEMA_VERSION = 1;

  private PerfJson() {}

  /**
   * Of one session.
   *
   * @param manager whether the connection manager has joined the queue pairs
   */
  public static String of(
      PerfSettings settings,
      boolean client,
      boolean manager,
      List<PerfQpInfo> mine,
      List<PerfQpInfo> theirs,
      List<PerfReport> reports) {
    JsonWriter json =
        JsonWriter.indented()
            .object()
            .put("schemaVersion", SCHEMA_VERSION)
            .put("test", settings.test().name().toLowerCase(Locale.ROOT))
            .put("role", client ? "client" : "server")
            .put("local", host(mine))
            .put("remote", host(theirs))
            .put("connection", settings.type().name())
            .put("queuePairs", settings.queues().queuePairs())
            .put("bytes", settings.messages().bytes())
            .put("iterations", settings.messages().iterations())
            .put("mtu", settings.connection().mtuBytes())
            .put("txDepth", settings.queues().sendDepth())
            .put("cqModeration", settings.queues().moderation());
    if (manager) {
      json.put("connectionManager", true);
    }
    if (settings.course().bothWays()) {
      json.put("bidirectional", true);
    }
    if (settings.course().seconds() > 0) {
      json.put("seconds", settings.course().seconds());
    }
    if (settings.course().allSizes()) {
      json.array("sizes");
      for (PerfReport each : reports) {
        json.object().put("bytes", bytes(each));
        add(json, each);
        json.endObject();
      }
      json.endArray();
    } else {
      reports.forEach(each -> add(json, each));
    }
    return json.endObject() + "\n";
  }

  private static String host(List<PerfQpInfo> keys) {
    return keys.isEmpty() ? "" : keys.getFirst().host().getHostAddress();
  }

  private static long bytes(PerfReport report) {
    return switch (report) {
      case BandwidthResult b -> b.bytes();
      case LatencyResult l -> l.bytes();
      case MeanLatencyResult l -> l.bytes();
    };
  }

  private static void add(JsonWriter json, PerfReport report) {
    switch (report) {
      case BandwidthResult b ->
          json.object("bandwidth")
              .put("messages", b.messages())
              .put("peakGbps", b.peakGbps())
              .put("averageGbps", b.averageGbps())
              .put("peakMiBps", b.peakMiBps())
              .put("averageMiBps", b.averageMiBps())
              .put("messageRateMpps", b.messageRateMpps())
              .endObject();
      case LatencyResult l ->
          json.object("latencyUs")
              .put("messages", l.messages())
              .put("min", l.minUs())
              .put("max", l.maxUs())
              .put("median", l.medianUs())
              .put("mean", l.meanUs())
              .put("deviation", l.deviationUs())
              .put("p99", l.p99Us())
              .put("p999", l.p999Us())
              .endObject();
      case MeanLatencyResult l ->
          json.object("latencyUs")
              .put("messages", l.messages())
              .put("mean", l.meanUs())
              .put("perSecond", l.perSecond())
              .endObject();
    }
  }
}
