package dev.headroom.web.api;

import dev.headroom.prove.sample.HostSample;
import dev.headroom.prove.sample.MetricTable;
import dev.headroom.prove.sample.Series;
import dev.headroom.prove.watch.EventLog;
import dev.headroom.prove.watch.SampleLogReader;
import dev.headroom.run.json.JsonWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Document of a watch for its page: the newest sample of each machine in the newest file, with what
 * moved since the one before it, and the last events.
 */
final class WatchDocument {
  /** Most bytes of a file of samples: that of one machine over 24 hours has less than 20 MB. */
  private static final long MOST_BYTES = 64L << 20;

  private static final int MOST_EVENTS = 400;

  /** Most machines whose values are told; of others only that they have a sample. */
  private static final int MOST_MACHINES = 64;

  private WatchDocument() {}

  private record Two(HostSample before, HostSample last) {}

  static String of(Path folder) throws IOException {
    Path newest = SampleLogReader.files(folder).getLast();
    if (Files.size(newest) > MOST_BYTES) {
      throw new ApiException(
          413, newest.getFileName() + " is too long for a page; headroom watch --replay reads it");
    }
    Map<String, Two> machines = new TreeMap<>();
    long[] first = {Long.MAX_VALUE};
    SampleLogReader.read(
        newest,
        sample -> {
          first[0] = Math.min(first[0], sample.time().toEpochMilli());
          machines.merge(
              sample.host(),
              new Two(sample, sample),
              (old, now) -> new Two(old.last(), now.last()));
        });
    JsonWriter json = JsonWriter.compact().object();
    if (!machines.isEmpty()) {
      json.put("beganMs", first[0]);
    }
    json.array("machines");
    int told = 0;
    for (Two each : machines.values()) {
      machine(each, told++ < MOST_MACHINES, json);
    }
    json.endArray().array("events");
    EventLog.last(folder, MOST_EVENTS).forEach(json::add);
    return json.endArray().endObject().toString();
  }

  private static void machine(Two two, boolean withValues, JsonWriter json) {
    json.object()
        .put("host", two.last().host())
        .put("timeMs", two.last().time().toEpochMilli())
        .put("series", two.last().size())
        .array("values");
    if (withValues) {
      double seconds =
          (two.last().time().toEpochMilli() - two.before().time().toEpochMilli()) / 1000.0;
      List<Series> series = two.last().layout().series();
      for (int i = 0; i < series.size(); i++) {
        value(series.get(i), two.last().values()[i], two.before(), seconds, json);
      }
    }
    json.endArray().endObject();
  }

  /** A counter that never moved tells nothing; gauges and those that moved do. */
  private static void value(
      Series series, double value, HostSample before, double seconds, JsonWriter json) {
    boolean counts = MetricTable.type(series.name()).isCounter();
    OptionalDouble old = before.value(series);
    double moved = old.isPresent() ? value - old.getAsDouble() : 0;
    if (counts && moved == 0) {
      return;
    }
    json.object().put("series", series.toString()).put("value", value);
    if (counts && seconds > 0 && moved > 0) {
      json.put("rate", moved / seconds);
    }
    json.endObject();
  }
}
