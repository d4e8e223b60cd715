package dev.headroom.prove.alarm;

import dev.headroom.prove.query.Expression;
import dev.headroom.prove.query.ExpressionText;
import java.util.OptionalDouble;

/**
 * Value that an alarm judges: the left side of its comparison, without the threshold that would
 * hide all that is well.
 *
 * @param expression as Prometheus reads it
 * @param threshold the number that it is compared with, if it is one
 */
record JudgedValue(String expression, OptionalDouble threshold) {
  static JudgedValue of(Expression expression) {
    Expression judged = expression;
    while (judged
        instanceof Expression.Binary(var operator, _, Expression left, Expression right)) {
      if (operator.isComparison()) {
        OptionalDouble number =
            right instanceof Expression.Number(double value)
                ? OptionalDouble.of(value)
                : OptionalDouble.empty();
        return new JudgedValue(ExpressionText.of(left), number);
      }
      if (!operator.isSet()) {
        break;
      }
      judged = left;
    }
    return new JudgedValue(ExpressionText.of(judged), OptionalDouble.empty());
  }
}
