package dev.headroom.prove.query;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Function over a range of time. */
public enum RangeFunction {
  RATE,
  INCREASE,
  DELTA,
  CHANGES,
  AVG_OVER_TIME,
  MAX_OVER_TIME,
  MIN_OVER_TIME;

  /** As it is written. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Optional<RangeFunction> named(String word) {
    return Arrays.stream(values()).filter(each -> each.word().equals(word)).findFirst();
  }
}
