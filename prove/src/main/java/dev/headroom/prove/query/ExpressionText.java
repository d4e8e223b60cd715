package dev.headroom.prove.query;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Text of expressions; parsed, it is the same expression again. */
public final class ExpressionText {
  private static final Pattern QUOTED = Pattern.compile("\\\\Q(.*)\\\\E", Pattern.DOTALL);

  private ExpressionText() {}

  /** An expression as Prometheus reads it. */
  public static String of(Expression expression) {
    return switch (expression) {
      case Expression.Number(double value) ->
          value == Math.rint(value) && Math.abs(value) < 1e15
              ? Long.toString((long) value)
              : Double.toString(value);
      case Expression.Time() -> "time()";
      case Expression.Selector selector -> selector(selector);
      case Expression.OverTime(RangeFunction function, Expression.Selector of, Duration range) ->
          "%s(%s[%ds])".formatted(function.word(), selector(of), range.toSeconds());
      case Expression.Aggregate(Aggregation how, double parameter, var by, Expression of) ->
          "%s by (%s) (%s%s)"
              .formatted(
                  how.word(),
                  String.join(", ", by),
                  how == Aggregation.QUANTILE ? parameter + ", " : "",
                  of(of));
      case Expression.Binary(Operator operator, var matching, Expression left, Expression right) ->
          "(%s) %s%s (%s)"
              .formatted(
                  of(left),
                  operator.word(),
                  matching.on().map(on -> " on (" + String.join(", ", on) + ")").orElse("")
                      + (matching.manyLeft() ? " group_left ()" : ""),
                  of(right));
    };
  }

  private static String selector(Expression.Selector selector) {
    return selector.matchers().isEmpty()
        ? selector.metric()
        : selector.metric()
            + selector.matchers().stream()
                .map(ExpressionText::matcher)
                .collect(Collectors.joining(",", "{", "}"));
  }

  private static String matcher(LabelMatcher matcher) {
    Matcher quoted = QUOTED.matcher(matcher.pattern().pattern());
    String sign = quoted.matches() ? matcher.wanted() ? "=" : "!=" : matcher.wanted() ? "=~" : "!~";
    String value = quoted.matches() ? quoted.group(1) : matcher.pattern().pattern();
    return matcher.label() + sign + "\"" + value.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }
}
