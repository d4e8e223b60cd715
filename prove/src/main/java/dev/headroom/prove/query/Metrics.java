package dev.headroom.prove.query;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/** Metrics that expressions name, and how far back they look at each. */
public final class Metrics {
  /** An instant value looks at the newest sample. */
  private static final Duration NEWEST = Duration.ofMinutes(5);

  private Metrics() {}

  /** Those of some expressions. */
  public static Map<String, Duration> of(Iterable<Expression> expressions) {
    Map<String, Duration> found = new TreeMap<>();
    expressions.forEach(each -> add(each, found));
    return found;
  }

  private static void add(Expression expression, Map<String, Duration> found) {
    switch (expression) {
      case Expression.Number _, Expression.Time _ -> {
        // names none
      }
      case Expression.Selector(String metric, _) -> found.merge(metric, NEWEST, Metrics::longer);
      case Expression.OverTime(_, Expression.Selector(String metric, _), Duration range) ->
          found.merge(metric, range, Metrics::longer);
      case Expression.Aggregate(_, _, _, Expression of) -> add(of, found);
      case Expression.Binary(_, _, Expression left, Expression right) -> {
        add(left, found);
        add(right, found);
      }
    }
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }
}
