package dev.headroom.prove.sample;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Sample of a machine: what its series were at one time.
 *
 * @param host the machine
 * @param time when it was taken, by the clock of whoever took it
 * @param layout which series
 * @param values theirs, in the same order
 */
public record HostSample(String host, Instant time, SeriesLayout layout, double[] values) {
  /** One of these series. */
  public static HostSample of(String host, Instant time, Map<Series, Double> values) {
    Map<Series, Double> sorted = values instanceof TreeMap ? values : new TreeMap<>(values);
    double[] array = new double[sorted.size()];
    int at = 0;
    for (double value : sorted.values()) {
      array[at++] = value;
    }
    return new HostSample(host, time, SeriesLayout.of(new ArrayList<>(sorted.keySet())), array);
  }

  /** How many series it has. */
  public int size() {
    return values.length;
  }

  /** The value of a series, if it was there. */
  public OptionalDouble value(Series series) {
    int at = layout.series().indexOf(series);
    return at < 0 ? OptionalDouble.empty() : OptionalDouble.of(values[at]);
  }

  /** Series of a metric. */
  public List<Series> of(String metric) {
    return layout.series().stream().filter(each -> each.name().equals(metric)).toList();
  }
}
