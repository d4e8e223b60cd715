package dev.headroom.prove.sample;

import dev.headroom.prove.counters.TableFile;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Table of all metrics ({@code metrics.tsv}): what is read, and what it becomes. */
public final class MetricTable {
  private static final List<Metric> ALL = read();
  private static final Map<String, Map<String, Metric>> BY_SOURCE = new HashMap<>();
  private static final Map<String, Metric> BY_NAME = new HashMap<>();

  static {
    for (Metric each : ALL) {
      BY_SOURCE.computeIfAbsent(each.source(), _ -> new HashMap<>()).put(each.read(), each);
      BY_NAME.putIfAbsent(each.name(), each);
    }
  }

  private MetricTable() {}

  /** All of them, in the order of the table. */
  public static List<Metric> all() {
    return ALL;
  }

  /** What something of a source becomes. */
  public static Optional<Metric> find(String source, String read) {
    return Optional.ofNullable(BY_SOURCE.getOrDefault(source, Map.of()).get(read));
  }

  /** The metric of a name. */
  public static Optional<Metric> named(String name) {
    return Optional.ofNullable(BY_NAME.get(name));
  }

  /** The metric that the program itself reads. */
  static String name(String source, String read) {
    return find(source, read).orElseThrow().name();
  }

  /** How a metric moves: one that the table does not have is a counter if its name ends so. */
  public static MetricType type(String name) {
    return named(name)
        .map(Metric::type)
        .orElse(name.endsWith("_total") ? MetricType.COUNTER : MetricType.GAUGE);
  }

  private static List<Metric> read() {
    return TableFile.rows(MetricTable.class, "metrics.tsv").stream()
        .map(MetricTable::metric)
        .toList();
  }

  private static Metric metric(String[] cells) {
    MetricType type = MetricType.valueOf(cells[3].toUpperCase(Locale.ROOT));
    return new Metric(cells[0], cells[1], cells[2], type, Double.parseDouble(cells[4]), cells[5]);
  }
}
