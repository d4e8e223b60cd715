package dev.headroom.prove.query;

import java.util.Arrays;
import java.util.Optional;

/** Operator between two expressions; a higher level binds closer. */
public enum Operator {
  OR("or", 1),
  AND("and", 2),
  UNLESS("unless", 2),
  EQUAL("==", 3),
  UNEQUAL("!=", 3),
  LESS("<", 3),
  LESS_OR_EQUAL("<=", 3),
  MORE(">", 3),
  MORE_OR_EQUAL(">=", 3),
  PLUS("+", 4),
  MINUS("-", 4),
  TIMES("*", 5),
  OVER("/", 5);

  private final String word;
  private final int level;

  Operator(String word, int level) {
    this.word = word;
    this.level = level;
  }

  /** As it is written. */
  public String word() {
    return word;
  }

  int level() {
    return level;
  }

  static Optional<Operator> written(String word) {
    return Arrays.stream(values()).filter(each -> each.word.equals(word)).findFirst();
  }

  /** Whether it works on sets of series. */
  public boolean isSet() {
    return level <= 2;
  }

  /** Whether it keeps the series for which it holds. */
  public boolean isComparison() {
    return level == 3;
  }

  /** Whether a comparison holds. */
  boolean holds(double left, double right) {
    return switch (this) {
      case EQUAL -> left == right;
      case UNEQUAL -> left != right;
      case LESS -> left < right;
      case LESS_OR_EQUAL -> left <= right;
      case MORE -> left > right;
      case MORE_OR_EQUAL -> left >= right;
      default -> throw new IllegalStateException(word + " compares nothing");
    };
  }

  /** The result of arithmetic. */
  double of(double left, double right) {
    return switch (this) {
      case PLUS -> left + right;
      case MINUS -> left - right;
      case TIMES -> left * right;
      case OVER -> left / right;
      default -> throw new IllegalStateException(word + " is no arithmetic");
    };
  }
}
