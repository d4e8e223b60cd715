package dev.headroom.prove.query;

import dev.headroom.prove.query.Expression.Aggregate;
import dev.headroom.prove.query.Expression.Binary;
import dev.headroom.prove.query.Expression.Matching;
import dev.headroom.prove.query.Expression.Number;
import dev.headroom.prove.query.Expression.OverTime;
import dev.headroom.prove.query.Expression.Selector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Parser of expressions: selectors with labels, functions over ranges, aggregations by labels,
 * arithmetic, comparisons, and, or, unless, on and group_left of PromQL. What else that language
 * has is refused.
 */
public final class ExpressionParser {
  private static final Pattern TOKEN =
      Pattern.compile(
          "\\s*(?:(?<name>[a-zA-Z_:][a-zA-Z0-9_:]*)|(?<number>\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?)"
              + "|(?<text>\"(?:[^\"\\\\]|\\\\.)*\")|(?<range>\\[\\d+(?:ms|[smhd])\\])"
              + "|(?<sign>=~|!~|==|!=|<=|>=|[-+*/<>=(){},]))");
  private static final Pattern DURATION = Pattern.compile("(\\d+)(ms|[smhd])");

  private final String text;
  private final List<String> tokens = new ArrayList<>();
  private int at;

  private ExpressionParser(String text) {
    this.text = text;
  }

  /**
   * Parses an expression.
   *
   * @throws IllegalArgumentException if it is none; the message says where and what would be right
   */
  public static Expression parse(String text) {
    ExpressionParser parser = new ExpressionParser(text);
    parser.scan();
    Expression expression = parser.binary(1);
    if (parser.at < parser.tokens.size()) {
      throw parser.wrong("an operator, or the end");
    }
    return expression;
  }

  /**
   * A length of time as Prometheus writes it: {@code 30s}, {@code 5m}, {@code 12h}.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static Duration duration(String text) {
    Matcher matcher = DURATION.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "'" + text + "' is no length of time; valid examples are 30s, 5m and 12h");
    }
    long number = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      case "m" -> Duration.ofMinutes(number);
      case "h" -> Duration.ofHours(number);
      default -> Duration.ofDays(number);
    };
  }

  private void scan() {
    Matcher matcher = TOKEN.matcher(text.stripTrailing());
    int from = 0;
    while (from < text.stripTrailing().length()) {
      if (!matcher.find(from) || matcher.start() != from) {
        throw new IllegalArgumentException(
            "'" + text.substring(from).strip() + "' in '" + text + "' is no part of an expression");
      }
      tokens.add(matcher.group().strip());
      from = matcher.end();
    }
  }

  private String peek() {
    return at < tokens.size() ? tokens.get(at) : "";
  }

  private boolean accept(String token) {
    if (peek().equals(token)) {
      at++;
      return true;
    }
    return false;
  }

  private void expect(String token) {
    if (!accept(token)) {
      throw wrong("'" + token + "'");
    }
  }

  private IllegalArgumentException wrong(String right) {
    String found = peek().isEmpty() ? "the end" : "'" + peek() + "'";
    return new IllegalArgumentException(
        "%s in '%s', part %d; expected %s".formatted(found, text, at + 1, right));
  }

  private Expression binary(int level) {
    Expression left = primary();
    while (true) {
      Optional<Operator> operator = Operator.written(peek());
      if (operator.isEmpty() || operator.get().level() < level) {
        return left;
      }
      at++;
      Matching matching = matching();
      Expression right = binary(operator.get().level() + 1);
      left = new Binary(operator.get(), matching, left, right);
    }
  }

  private Matching matching() {
    if (!accept("on")) {
      return Matching.ALL;
    }
    List<String> labels = names();
    boolean many = accept("group_left");
    if (many && peek().equals("(") && tokens.get(at + 1).equals(")")) {
      at += 2;
    }
    return new Matching(Optional.of(labels), many);
  }

  private List<String> names() {
    List<String> names = new ArrayList<>();
    expect("(");
    while (!accept(")")) {
      names.add(name());
      accept(",");
    }
    return names;
  }

  private String name() {
    if (!peek().matches("[a-zA-Z_:][a-zA-Z0-9_:]*")) {
      throw wrong("a name");
    }
    return tokens.get(at++);
  }

  private Expression primary() {
    if (accept("(")) {
      Expression inner = binary(1);
      expect(")");
      return inner;
    }
    if (peek().matches("\\d.*")) {
      return new Number(Double.parseDouble(tokens.get(at++)));
    }
    String name = name();
    Optional<RangeFunction> function = RangeFunction.named(name);
    if (function.isPresent()) {
      return overTime(function.get());
    }
    Optional<Aggregation> how = Aggregation.named(name);
    if (how.isPresent()) {
      return aggregate(how.get());
    }
    if (name.equals("time")) {
      expect("(");
      expect(")");
      return new Expression.Time();
    }
    if (peek().equals("(")) {
      throw wrong("a selector: " + name + "() is none of the functions");
    }
    return selector(name);
  }

  private Expression overTime(RangeFunction function) {
    expect("(");
    Selector selector = selector(name());
    if (!peek().startsWith("[")) {
      throw wrong("a range such as [5m]");
    }
    String range = tokens.get(at++);
    expect(")");
    return new OverTime(function, selector, duration(range.substring(1, range.length() - 1)));
  }

  private Expression aggregate(Aggregation how) {
    List<String> by = accept("by") ? names() : List.of();
    expect("(");
    double parameter = 0;
    if (how == Aggregation.QUANTILE) {
      parameter = Double.parseDouble(tokens.get(at++));
      expect(",");
    }
    Expression of = binary(1);
    expect(")");
    return new Aggregate(how, parameter, by, of);
  }

  private Selector selector(String metric) {
    List<LabelMatcher> matchers = new ArrayList<>();
    if (accept("{")) {
      while (!accept("}")) {
        String label = name();
        String sign = peek();
        at++;
        matchers.add(matcher(label, sign));
        accept(",");
      }
    }
    return new Selector(metric, matchers);
  }

  private LabelMatcher matcher(String label, String sign) {
    if (!peek().startsWith("\"")) {
      throw wrong("a value in quotes");
    }
    String value = tokens.get(at++);
    value = value.substring(1, value.length() - 1).replace("\\\\", "\\").replace("\\\"", "\"");
    try {
      return switch (sign) {
        case "=" -> new LabelMatcher(label, Pattern.compile(Pattern.quote(value)), true);
        case "!=" -> new LabelMatcher(label, Pattern.compile(Pattern.quote(value)), false);
        case "=~" -> new LabelMatcher(label, Pattern.compile(value), true);
        case "!~" -> new LabelMatcher(label, Pattern.compile(value), false);
        default -> throw wrong("=, !=, =~ or !~ before it");
      };
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(
          "'" + value + "' in '" + text + "' is no regular expression", e);
    }
  }
}
