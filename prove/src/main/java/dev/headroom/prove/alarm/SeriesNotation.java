package dev.headroom.prove.alarm;

import dev.headroom.prove.sample.HostSample;
import dev.headroom.prove.sample.Series;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Notation of series in time, as promtool's tests have it: {@code name{labels} 0+3x5 _x2 7}. A
 * value stands for one step, {@code a+bxn} for n + 1 values that grow by b, {@code axn} for n + 1
 * equal ones, {@code _} for none.
 */
public final class SeriesNotation {
  private static final Pattern SERIES = Pattern.compile("([^{ ]+)(?:\\{(.*)})? (.*)");
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"]*)\",?");
  private static final Pattern VALUES =
      Pattern.compile("(_|-?[\\d.]+)(?:([+-][\\d.]+))?(?:x(\\d+))?");

  private SeriesNotation() {}

  /** The time between two values. */
  public static final Duration STEP = Duration.ofSeconds(30);

  /**
   * Samples of a machine.
   *
   * @param lines a series each
   * @param start the time of the first
   * @throws IllegalArgumentException if a line is not of the notation
   */
  public static List<HostSample> samples(String host, List<String> lines, Instant start) {
    List<Map<Series, Double>> steps = new ArrayList<>();
    for (String line : lines) {
      Matcher matcher = SERIES.matcher(line);
      if (!matcher.matches()) {
        throw new IllegalArgumentException("'" + line + "' is no series with values");
      }
      Map<String, String> labels = new TreeMap<>();
      if (matcher.group(2) != null) {
        Matcher label = LABEL.matcher(matcher.group(2));
        while (label.find()) {
          labels.put(label.group(1), label.group(2));
        }
      }
      Series series = new Series(matcher.group(1), new TreeMap<>(labels));
      List<OptionalDouble> values = values(matcher.group(3));
      for (int i = 0; i < values.size(); i++) {
        if (i == steps.size()) {
          steps.add(new TreeMap<>());
        }
        Map<Series, Double> step = steps.get(i);
        values.get(i).ifPresent(value -> step.put(series, value));
      }
    }
    List<HostSample> samples = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      samples.add(HostSample.of(host, start.plus(STEP.multipliedBy(i)), steps.get(i)));
    }
    return samples;
  }

  private static List<OptionalDouble> values(String text) {
    List<OptionalDouble> values = new ArrayList<>();
    for (String word : text.strip().split("\\s+")) {
      Matcher matcher = VALUES.matcher(word);
      if (!matcher.matches()) {
        throw new IllegalArgumentException("'" + word + "' is no value");
      }
      boolean none = matcher.group(1).equals("_");
      double first = none ? 0 : Double.parseDouble(matcher.group(1));
      double step = matcher.group(2) == null ? 0 : Double.parseDouble(matcher.group(2));
      int more = matcher.group(3) == null ? 0 : Integer.parseInt(matcher.group(3));
      // promtool has n values of "_xn", and n + 1 of all others.
      int count = none && more > 0 ? more : more + 1;
      for (int i = 0; i < count; i++) {
        values.add(none ? OptionalDouble.empty() : OptionalDouble.of(first + i * step));
      }
    }
    return values;
  }
}
