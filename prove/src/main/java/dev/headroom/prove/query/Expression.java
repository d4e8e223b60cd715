package dev.headroom.prove.query;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Expression over series, in the form that Prometheus gives it. */
public sealed interface Expression {
  /** A number. */
  record Number(double value) implements Expression {}

  /** The time of the evaluation, seconds since 1970. */
  record Time() implements Expression {}

  /** The newest values of a metric's series whose labels fit. */
  record Selector(String metric, List<LabelMatcher> matchers) implements Expression {}

  /** A function of what the series were in a range of time before now. */
  record OverTime(RangeFunction function, Selector selector, Duration range)
      implements Expression {}

  /**
   * One value for each group of series.
   *
   * @param by the labels that make a group
   * @param parameter which quantile; 0 for the others
   */
  record Aggregate(Aggregation how, double parameter, List<String> by, Expression of)
      implements Expression {}

  /** Two expressions joined, as {@link Matching} says. */
  record Binary(Operator operator, Matching matching, Expression left, Expression right)
      implements Expression {}

  /**
   * Which series of two sides belong together.
   *
   * @param on the labels that must be equal; all of them if absent
   * @param manyLeft whether several of the left side may match one of the right
   */
  record Matching(Optional<List<String>> on, boolean manyLeft) {
    static final Matching ALL = new Matching(Optional.empty(), false);
  }
}
