package dev.headroom.prove.verdict;

import java.util.Locale;

/** Verdict on a link or a step. Only {@link #PASS} counts; of several the last one here wins. */
public enum Verdict {
  /** Looked at, and within the rule. */
  PASS,
  /** No counter says it, or nobody may read the one that does. */
  NOT_MEASURABLE,
  /** The thing under test carried nothing, or too little. */
  NOT_EXERCISED,
  /** It was not done to its end. */
  ABORTED,
  FAIL;

  /** The one that counts of both. */
  public Verdict and(Verdict other) {
    return compareTo(other) >= 0 ? this : other;
  }

  /** In words. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
