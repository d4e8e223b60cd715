package dev.headroom.prove.sample;

import java.util.Collections;
import java.util.Iterator;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Series of values: a metric with its labels, as Prometheus has it.
 *
 * @param name of the metric
 * @param labels by name, without the machine that it belongs to
 */
public record Series(String name, SortedMap<String, String> labels) implements Comparable<Series> {
  public Series {
    labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
  }

  /** One with these labels: a name and a value in turn. */
  public static Series of(String name, String... labels) {
    TreeMap<String, String> map = new TreeMap<>();
    for (int i = 0; i < labels.length; i += 2) {
      map.put(labels[i], labels[i + 1]);
    }
    return new Series(name, map);
  }

  /** The value of a label; empty if it has none, as Prometheus takes it. */
  public String label(String label) {
    return labels.getOrDefault(label, "");
  }

  @Override
  public int compareTo(Series other) {
    int names = name.compareTo(other.name);
    if (names != 0) {
      return names;
    }
    Iterator<Map.Entry<String, String>> theirs = other.labels.entrySet().iterator();
    for (Map.Entry<String, String> each : labels.entrySet()) {
      if (!theirs.hasNext()) {
        return 1;
      }
      Map.Entry<String, String> their = theirs.next();
      int keys = each.getKey().compareTo(their.getKey());
      int order = keys == 0 ? each.getValue().compareTo(their.getValue()) : keys;
      if (order != 0) {
        return order;
      }
    }
    return theirs.hasNext() ? -1 : 0;
  }

  /** As the text format has it: {@code name{device="mlx5_0",port="1"}}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(name);
    char before = '{';
    for (Map.Entry<String, String> each : labels.entrySet()) {
      text.append(before).append(each.getKey()).append("=\"").append(escaped(each.getValue()));
      text.append('"');
      before = ',';
    }
    return labels.isEmpty() ? name : text.append('}').toString();
  }

  private static String escaped(String value) {
    return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
  }
}
