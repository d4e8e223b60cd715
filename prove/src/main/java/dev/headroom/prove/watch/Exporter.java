package dev.headroom.prove.watch;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.headroom.prove.query.Evaluator;
import dev.headroom.prove.sample.HostSample;
import dev.headroom.prove.sample.Metric;
import dev.headroom.prove.sample.MetricTable;
import dev.headroom.prove.sample.MetricType;
import dev.headroom.prove.sample.Series;
import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.UnknownSnapshot;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * Exporter of the newest samples for Prometheus, at {@code /metrics}. It serves what was sampled
 * last, with the time in {@code headroom_sample_timestamp_seconds}: a scrape reads no machine.
 */
public final class Exporter implements AutoCloseable {
  private static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";
  private static final String TOTAL = "_total";
  private static final int FOUND = 200;
  private static final int NOT_FOUND = 404;

  private final HttpServer server;
  private final ExecutorService crew = Executors.newVirtualThreadPerTaskExecutor();
  private final Supplier<Collection<HostSample>> newest;

  /**
   * Listens.
   *
   * @param newest the newest sample of each machine
   * @throws IOException if the address cannot be listened at
   */
  public Exporter(InetSocketAddress address, Supplier<Collection<HostSample>> newest)
      throws IOException {
    this.newest = newest;
    server = HttpServer.create(address, 0);
    server.setExecutor(crew);
    server.createContext("/", this::answer);
    server.start();
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return server.getAddress();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (!exchange.getRequestURI().getPath().equals("/metrics")) {
        byte[] words = "Metrics are at /metrics.\n".getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(NOT_FOUND, words.length);
        exchange.getResponseBody().write(words);
        return;
      }
      exchange.getResponseHeaders().set("Content-Type", TYPE);
      exchange.sendResponseHeaders(FOUND, 0);
      try (OutputStream out = exchange.getResponseBody()) {
        write(newest.get(), out);
      }
    }
  }

  /** Writes samples in the text format. */
  public static void write(Collection<HostSample> samples, OutputStream out) throws IOException {
    PrometheusTextFormatWriter.builder()
        .build()
        .write(out, snapshots(samples), EscapingScheme.UNDERSCORE_ESCAPING);
  }

  private record Value(Labels labels, double value) {}

  private static MetricSnapshots snapshots(Collection<HostSample> samples) {
    Map<String, List<Value>> metrics = new TreeMap<>();
    for (HostSample sample : samples) {
      List<Series> series = sample.layout().series();
      for (int i = 0; i < series.size(); i++) {
        metrics
            .computeIfAbsent(series.get(i).name(), _ -> new ArrayList<>())
            .add(new Value(labels(sample.host(), series.get(i)), sample.values()[i]));
      }
    }
    MetricSnapshots.Builder all = MetricSnapshots.builder();
    metrics.forEach((name, values) -> all.metricSnapshot(snapshot(name, values)));
    return all.build();
  }

  private static Labels labels(String host, Series series) {
    Labels.Builder labels = Labels.builder().label(Evaluator.HOST, host);
    series.labels().forEach(labels::label);
    return labels.build();
  }

  private static MetricSnapshot snapshot(String name, List<Value> values) {
    String help = MetricTable.named(name).map(Metric::help).orElse("a counter of the driver");
    MetricType type = MetricTable.type(name);
    if (type == MetricType.COUNTER && name.endsWith(TOTAL)) {
      CounterSnapshot.Builder counter =
          CounterSnapshot.builder()
              .name(name.substring(0, name.length() - TOTAL.length()))
              .help(help);
      values.forEach(each ->
          counter.dataPoint(
              CounterSnapshot.CounterDataPointSnapshot.builder()
                  .labels(each.labels())
                  .value(Math.max(0, each.value()))
                  .build()));
      return counter.build();
    }
    if (type.isCounter()) {
      UnknownSnapshot.Builder unknown = UnknownSnapshot.builder().name(name).help(help);
      values.forEach(each ->
          unknown.dataPoint(
              UnknownSnapshot.UnknownDataPointSnapshot.builder()
                  .labels(each.labels())
                  .value(each.value())
                  .build()));
      return unknown.build();
    }
    GaugeSnapshot.Builder gauge = GaugeSnapshot.builder().name(name).help(help);
    values.forEach(each ->
        gauge.dataPoint(
            GaugeSnapshot.GaugeDataPointSnapshot.builder()
                .labels(each.labels())
                .value(each.value())
                .build()));
    return gauge.build();
  }

  @Override
  public void close() {
    server.stop(0);
    crew.shutdownNow();
  }
}
