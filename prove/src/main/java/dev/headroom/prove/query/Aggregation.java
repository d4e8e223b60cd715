package dev.headroom.prove.query;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Way to make one value of many. */
public enum Aggregation {
  SUM,
  MAX,
  MIN,
  AVG,
  COUNT,
  QUANTILE;

  /** As it is written. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Optional<Aggregation> named(String word) {
    return Arrays.stream(values()).filter(each -> each.word().equals(word)).findFirst();
  }

  /**
   * The value of some.
   *
   * @param sorted at least one, the least first
   * @param parameter which quantile, from 0 to 1
   */
  double of(double[] sorted, double parameter) {
    return switch (this) {
      case SUM -> Arrays.stream(sorted).sum();
      case MAX -> sorted[sorted.length - 1];
      case MIN -> sorted[0];
      case AVG -> Arrays.stream(sorted).average().orElse(Double.NaN);
      case COUNT -> sorted.length;
      case QUANTILE -> {
        double rank = parameter * (sorted.length - 1);
        int below = (int) Math.floor(rank);
        int above = Math.min(sorted.length - 1, below + 1);
        yield sorted[below] + (rank - below) * (sorted[above] - sorted[below]);
      }
    };
  }
}
