package dev.headroom.web.report;

import dev.headroom.run.figures.PortLoad;
import dev.headroom.run.json.JsonWriter;
import dev.headroom.run.summary.RunSummary;
import dev.headroom.sim.measure.PortSamples;
import dev.headroom.sim.measure.PortSeries;
import java.util.HashMap;
import java.util.Map;

/**
 * Time series of the report: those of the chosen ports, and percentiles over all sampled ports at
 * each time. Long series are thinned: of the samples that fall together the deepest queue and the
 * mean rate stay.
 */
final class SeriesData {
  private static final int POINTS = 400;

  private final RunSummary summary;
  private final PortSamples samples;
  private final int first;
  private final int stride;
  private final int points;

  private SeriesData(RunSummary summary) {
    this.summary = summary;
    this.samples = summary.result().samples();
    long periodPs = Math.max(1, samples.periodPs());
    long sinceStartPs = Math.max(0, summary.span().startPs() - samples.fromPs());
    this.first = (int) Math.min(samples.count(), sinceStartPs / periodPs);
    long end = (sinceStartPs + summary.span().durationPs()) / periodPs + 1;
    int count = (int) Math.max(0, Math.min(samples.count(), end) - first);
    this.stride = Math.max(1, (count + POINTS - 1) / POINTS);
    this.points = (count + stride - 1) / stride;
  }

  static void write(JsonWriter json, RunSummary summary, ChosenPorts chosen) {
    new SeriesData(summary).write(json, chosen);
  }

  private void write(JsonWriter json, ChosenPorts chosen) {
    json.object("series")
        .put("fromPs", samples.fromPs() + first * samples.periodPs() - summary.span().startPs())
        .put("stepPs", stride * samples.periodPs())
        .put("points", points)
        .put("sampled", samples.ports().size())
        .array("ports");
    Map<Long, PortSeries> byPort = new HashMap<>();
    if (points > 0) {
      samples.ports().forEach(series -> byPort.put(key(series.node(), series.port()), series));
    }
    chosen
        .series()
        .forEach((load, why) -> {
          PortSeries series = byPort.get(key(load.port().node(), load.port().port()));
          if (series != null) {
            port(json, load, series, why);
          }
        });
    json.endArray();
    if (points > 0) {
      bands(json);
    }
    json.endObject();
  }

  private void port(JsonWriter json, PortLoad load, PortSeries series, String why) {
    json.object()
        .put("name", load.name(summary.scenario().fabric()))
        .put("why", why)
        .put("rateBps", load.port().rateBps())
        .array("queue");
    for (int point = 0; point < points; point++) {
      json.add(queue(series, point));
    }
    json.endArray().array("rate");
    for (int point = 0; point < points; point++) {
      json.add(Math.round(rateBps(series, point) * 1000 / load.port().rateBps()));
    }
    json.endArray().array("paused");
    for (int point = 0; point < points; point++) {
      if (paused(series, point)) {
        json.add(point);
      }
    }
    json.endArray().endObject();
  }

  /** Queue percentiles over ports, and what hosts send in all, at each point. */
  private void bands(JsonWriter json) {
    String[] names = {"p50", "p90", "p99", "max"};
    double[] shares = {0.5, 0.9, 0.99, 1};
    long[][] bands = new long[names.length][points];
    long[] sent = new long[points];
    QueueQuantiles quantiles = new QueueQuantiles();
    for (int point = 0; point < points; point++) {
      quantiles.clear();
      for (PortSeries series : samples.ports()) {
        quantiles.add(queue(series, point));
        if (summary.scenario().fabric().nodes().get(series.node()).isHost()) {
          sent[point] += Math.round(rateBps(series, point));
        }
      }
      for (int i = 0; i < names.length; i++) {
        bands[i][point] = quantiles.at(shares[i]);
      }
    }
    json.object("bands");
    for (int i = 0; i < names.length; i++) {
      json.array(names[i]);
      for (long value : bands[i]) {
        json.add(value);
      }
      json.endArray();
    }
    json.endObject().array("sentBps");
    for (long value : sent) {
      json.add(value);
    }
    json.endArray();
  }

  private int from(int point) {
    return first + point * stride;
  }

  private int to(int point) {
    return Math.min(samples.count(), from(point) + stride);
  }

  private long queue(PortSeries series, int point) {
    long most = 0;
    for (int i = from(point); i < to(point); i++) {
      most = Math.max(most, series.queueBytes()[i]);
    }
    return most;
  }

  private double rateBps(PortSeries series, int point) {
    double bytes = 0;
    for (int i = from(point); i < to(point); i++) {
      bytes += series.sentBytes()[i];
    }
    return bytes * 8e12 / ((double) (to(point) - from(point)) * samples.periodPs());
  }

  private boolean paused(PortSeries series, int point) {
    for (int i = from(point); i < to(point); i++) {
      if (series.paused()[i]) {
        return true;
      }
    }
    return false;
  }

  private static long key(int node, int port) {
    return ((long) node << 32) | port;
  }
}
