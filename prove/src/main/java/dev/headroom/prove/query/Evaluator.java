package dev.headroom.prove.query;

import dev.headroom.prove.query.Expression.Aggregate;
import dev.headroom.prove.query.Expression.Binary;
import dev.headroom.prove.query.Expression.Number;
import dev.headroom.prove.query.Expression.OverTime;
import dev.headroom.prove.query.Expression.Selector;
import dev.headroom.prove.query.Expression.Time;
import dev.headroom.prove.sample.HostHistory;
import dev.headroom.prove.sample.MetricTable;
import dev.headroom.prove.sample.Points;
import dev.headroom.prove.sample.Series;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Evaluator of expressions over the history of one machine. The label {@code host} is the same for
 * all of it and left out here: to join or group by it is to join or group by nothing.
 *
 * <p>Values are as Prometheus has them, but for one: what a counter was before it was reset does
 * not count any more.
 */
public final class Evaluator {
  /** The label of the machine. */
  public static final String HOST = "host";

  /** How far a rate is extended beyond its points: to the edge, if that is so many steps away. */
  private static final double NEAR = 1.1;

  private static final double MILLI = 1e-3;

  private final HostHistory history;
  private final long nowMs;

  /** One for a time, milliseconds since 1970. */
  public Evaluator(HostHistory history, long nowMs) {
    this.history = history;
    this.nowMs = nowMs;
  }

  /** The value of an expression: an element for each set of labels it holds for. */
  public List<Element> evaluate(Expression expression) {
    return switch (expression) {
      case Number _, Time _ ->
          List.of(new Element(new TreeMap<>(), scalar(expression).orElseThrow()));
      case Selector selector -> select(selector);
      case OverTime over -> overTime(over);
      case Aggregate aggregate -> aggregate(aggregate);
      case Binary binary -> binary(binary);
    };
  }

  private Optional<Double> scalar(Expression expression) {
    return switch (expression) {
      case Number(double value) -> Optional.of(value);
      case Time() -> Optional.of(nowMs * MILLI);
      case Binary(Operator operator, _, Expression left, Expression right)
          when !operator.isSet() && !operator.isComparison() ->
          scalar(left).flatMap(a -> scalar(right).map(b -> operator.of(a, b)));
      default -> Optional.empty();
    };
  }

  private List<Map.Entry<Series, Points>> matching(Selector selector) {
    List<Map.Entry<Series, Points>> all = history.of(selector.metric());
    return selector.matchers().isEmpty()
        ? all
        : all.stream()
            .filter(each ->
                selector.matchers().stream()
                    .filter(matcher -> !matcher.label().equals(HOST))
                    .allMatch(matcher -> matcher.fits(each.getKey().label(matcher.label()))))
            .toList();
  }

  private List<Element> select(Selector selector) {
    List<Element> found = new ArrayList<>();
    for (Map.Entry<Series, Points> each : matching(selector)) {
      Points points = each.getValue();
      // A series that the newest sample does not have has ended. One whose machine is silent stays
      // what it was, and CountersStale says so.
      if (!points.isEmpty() && points.lastMs() == history.lastMs()) {
        found.add(new Element(each.getKey().labels(), points.last()));
      }
    }
    return found;
  }

  private List<Element> overTime(OverTime over) {
    List<Element> found = new ArrayList<>();
    long rangeMs = over.range().toMillis();
    boolean counter = MetricTable.type(over.selector().metric()).isCounter();
    for (Map.Entry<Series, Points> each : matching(over.selector())) {
      Points.Window window = each.getValue().window(nowMs - rangeMs, nowMs);
      if (window.count() == 0) {
        continue;
      }
      double value =
          switch (over.function()) {
            case CHANGES -> window.changes();
            case AVG_OVER_TIME -> window.average();
            case MAX_OVER_TIME -> window.most();
            case MIN_OVER_TIME -> window.least();
            case DELTA -> extended(window, rangeMs, false);
            case INCREASE -> extended(window, rangeMs, counter);
            case RATE -> extended(window, rangeMs, counter) / (rangeMs * MILLI);
          };
      if (!Double.isNaN(value)) {
        found.add(new Element(each.getKey().labels(), value));
      }
    }
    return found;
  }

  /**
   * What a series grew by, as if its points reached to both ends of the range where they come near
   * them (Prometheus' extrapolation); NaN for fewer than two points.
   */
  private double extended(Points.Window window, long rangeMs, boolean counter) {
    if (window.count() < 2) {
      return Double.NaN;
    }
    double growth = window.last() - window.first();
    double covered = window.lastMs() - window.firstMs();
    double step = covered / (window.count() - 1);
    double before = window.firstMs() - (nowMs - rangeMs);
    double after = nowMs - window.lastMs();
    if (counter && growth > 0 && window.first() >= 0) {
      before = Math.min(before, covered * (window.first() / growth));
    }
    double whole = covered;
    whole += before < step * NEAR ? before : step / 2;
    whole += after < step * NEAR ? after : step / 2;
    return growth * (whole / covered);
  }

  private List<Element> aggregate(Aggregate aggregate) {
    Map<SortedMap<String, String>, List<Double>> groups = new LinkedHashMap<>();
    for (Element each : evaluate(aggregate.of())) {
      groups
          .computeIfAbsent(only(each.labels(), aggregate.by()), _ -> new ArrayList<>())
          .add(each.value());
    }
    List<Element> found = new ArrayList<>();
    groups.forEach((labels, values) -> {
      double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
      found.add(new Element(labels, aggregate.how().of(sorted, aggregate.parameter())));
    });
    return found;
  }

  private static SortedMap<String, String> only(
      SortedMap<String, String> labels, List<String> names) {
    SortedMap<String, String> kept = new TreeMap<>();
    for (String name : names) {
      String value = labels.get(name);
      if (value != null) {
        kept.put(name, value);
      }
    }
    return kept;
  }

  private List<Element> binary(Binary binary) {
    Optional<Double> alone = scalar(binary);
    if (alone.isPresent()) {
      return List.of(new Element(new TreeMap<>(), alone.get()));
    }
    if (binary.operator().isSet()) {
      return sets(binary);
    }
    Optional<Double> left = scalar(binary.left());
    Optional<Double> right = scalar(binary.right());
    List<Element> found = new ArrayList<>();
    if (right.isPresent()) {
      for (Element each : evaluate(binary.left())) {
        join(binary.operator(), each, each.value(), right.get(), each.value())
            .ifPresent(found::add);
      }
    } else if (left.isPresent()) {
      for (Element each : evaluate(binary.right())) {
        join(binary.operator(), each, left.get(), each.value(), each.value()).ifPresent(found::add);
      }
    } else {
      Map<SortedMap<String, String>, Element> others = new LinkedHashMap<>();
      evaluate(binary.right()).forEach(each -> others.put(key(binary, each), each));
      for (Element each : evaluate(binary.left())) {
        Element other = others.get(key(binary, each));
        if (other != null) {
          Element shown =
              binary.matching().manyLeft() || binary.matching().on().isEmpty()
                  ? each
                  : new Element(key(binary, each), each.value());
          join(binary.operator(), shown, each.value(), other.value(), each.value())
              .ifPresent(found::add);
        }
      }
    }
    return found;
  }

  private static Optional<Element> join(
      Operator operator, Element labels, double left, double right, double kept) {
    if (operator.isComparison()) {
      return operator.holds(left, right)
          ? Optional.of(new Element(labels.labels(), kept))
          : Optional.empty();
    }
    return Optional.of(new Element(labels.labels(), operator.of(left, right)));
  }

  private static SortedMap<String, String> key(Binary binary, Element element) {
    return binary
        .matching()
        .on()
        .map(labels -> only(element.labels(), labels))
        .orElse(element.labels());
  }

  private List<Element> sets(Binary binary) {
    List<Element> left = evaluate(binary.left());
    if (left.isEmpty() && binary.operator() != Operator.OR) {
      return left;
    }
    List<Element> right = evaluate(binary.right());
    Set<SortedMap<String, String>> there = new HashSet<>();
    if (binary.operator() == Operator.OR) {
      left.forEach(each -> there.add(key(binary, each)));
      List<Element> found = new ArrayList<>(left);
      right.stream().filter(each -> !there.contains(key(binary, each))).forEach(found::add);
      return found;
    }
    right.forEach(each -> there.add(key(binary, each)));
    boolean wanted = binary.operator() == Operator.AND;
    return left.stream().filter(each -> there.contains(key(binary, each)) == wanted).toList();
  }
}
