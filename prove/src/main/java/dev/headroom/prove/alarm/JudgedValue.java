package dev.headroom.prove.alarm;

import dev.headroom.prove.query.Expression;
import dev.headroom.prove.query.ExpressionText;
import dev.headroom.prove.query.Operator;
import java.util.OptionalDouble;

/**
 * Value that an alarm judges: the left side of its comparison, without the threshold that would
 * hide all that is well.
 *
 * @param expression as Prometheus reads it
 * @param threshold the number that it is compared with, if it is one
 * @param fires when the alarm fires, in words; empty without a threshold
 */
record JudgedValue(String expression, OptionalDouble threshold, String fires) {
  static JudgedValue of(Expression expression) {
    Expression judged = expression;
    boolean isAlone = true;
    while (judged
        instanceof Expression.Binary(var operator, _, Expression left, Expression right)) {
      if (operator.isComparison()) {
        return right instanceof Expression.Number(double value)
            ? new JudgedValue(
                ExpressionText.of(left), OptionalDouble.of(value), fires(operator, value, isAlone))
            : new JudgedValue(ExpressionText.of(left), OptionalDouble.empty(), "");
      }
      if (!operator.isSet()) {
        break;
      }
      judged = left;
      isAlone = false;
    }
    return new JudgedValue(ExpressionText.of(judged), OptionalDouble.empty(), "");
  }

  private static String fires(Operator operator, double value, boolean isAlone) {
    String word =
        switch (operator) {
          case MORE -> "above ";
          case MORE_OR_EQUAL -> "from ";
          case LESS -> "below ";
          case LESS_OR_EQUAL -> "up to ";
          case UNEQUAL -> "at all but ";
          default -> "at ";
        };
    return "fires " + word + number(value) + (isAlone ? "" : ", if more holds");
  }

  private static String number(double value) {
    if (Math.abs(value) >= 1e6) {
      return number(value / 1e6) + "M";
    }
    return value == Math.rint(value) ? String.valueOf((long) value) : String.valueOf(value);
  }
}
