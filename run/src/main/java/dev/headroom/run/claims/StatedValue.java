package dev.headroom.run.claims;

import java.math.BigDecimal;
import java.math.MathContext;

/**
 * Value or range that an article states for a number.
 *
 * @param least the least that it says; infinite where it names none
 * @param most the most; where it says one number, the same
 * @param slack by how much a measurement may be off on either side
 * @param unit of all, empty for a bare ratio
 * @param words how the article puts it, with unit
 * @param isBoundAssumed whether the article names no number, so that the bound is this program's
 */
public record StatedValue(
    double least, double most, double slack, String unit, String words, boolean isBoundAssumed) {
  private static final MathContext SHOWN = new MathContext(3);
  private static final MathContext FINE = new MathContext(6);

  /** A hundred-thousandth; what is less than that of a run's time is no result. */
  private static final double LEAST_PERCENT = 1e-3;

  /**
   * One number, of which a measurement may be off by a share.
   *
   * @param tolerance 0.01 is one percent
   */
  static StatedValue approximately(double value, String unit, double tolerance) {
    return new StatedValue(
        value, value, Math.abs(value) * tolerance, unit, shown(value, unit), false);
  }

  static StatedValue between(double low, double high, String unit) {
    return new StatedValue(low, high, 0, unit, number(low) + " to " + shown(high, unit), false);
  }

  static StatedValue atLeast(double low, String unit) {
    return new StatedValue(
        low, Double.POSITIVE_INFINITY, 0, unit, "at least " + shown(low, unit), false);
  }

  static StatedValue atMost(double high, String unit) {
    return new StatedValue(
        Double.NEGATIVE_INFINITY, high, 0, unit, "at most " + shown(high, unit), false);
  }

  /** The same bound where the article says that something is so, but not by how much. */
  StatedValue withBoundChosenHere() {
    return new StatedValue(least, most, slack, unit, words, true);
  }

  /** By how much a measurement may be off, and where that ends. */
  public String tolerance() {
    if (isBoundAssumed) {
      return "the article names no number; " + words + " counts as confirmed";
    }
    if (least != most) {
      return "none beyond the stated range";
    }
    if (slack == 0) {
      return "none";
    }
    String percent = number(100 * slack / Math.abs(least));
    return "%s %% in both directions: %s to %s"
        .formatted(percent, finely(least - slack), finely(most + slack) + unitAfterNumber());
  }

  private String unitAfterNumber() {
    return unit.isEmpty() ? "" : " " + unit;
  }

  /** An end of a tolerance, to six digits: three may hide on which side of it a value is. */
  private static String finely(double value) {
    return new BigDecimal(value).round(FINE).stripTrailingZeros().toPlainString();
  }

  /** Whether a measured value is what was stated. */
  public boolean holds(double value) {
    return least - slack <= value && value <= most + slack;
  }

  /** By what a measured value differs from the nearest that is stated, as people say it. */
  String differenceText(double value) {
    double nearest = value < least ? least : most;
    if (nearest == 0 || settled(value) == 0) {
      return "the value is " + shown(value);
    }
    double ratio = value / nearest;
    return ratio >= 2 || ratio <= 0.5
        ? number(ratio) + " times the nearest stated value"
        : "%+.1f %%".formatted(100 * (ratio - 1));
  }

  /** How a measured value stands to what was stated, in words that name the stated value. */
  public String comparison(double value) {
    if (holds(value)) {
      return "agrees with the claim";
    }
    boolean isMore = value > most;
    double nearest = isMore ? most : least;
    boolean looksAlike = shownAlone(value).equals(shownAlone(nearest));
    return "%s than the claim's %s"
        .formatted(
            isMore ? "more" : "less",
            looksAlike ? finely(nearest) + unitAfterNumber() : shown(nearest, unit));
  }

  /** A value in this unit, to three digits. */
  public String shown(double value) {
    return shown(settled(value), unit);
  }

  /** The same without the unit. */
  String shownAlone(double value) {
    return number(settled(value));
  }

  /** Without what two runs differ by that are alike: by how their last packets fall. */
  private double settled(double value) {
    return unit.startsWith("%") && Math.abs(value) < LEAST_PERCENT ? 0 : value;
  }

  private static String shown(double value, String unit) {
    return unit.isEmpty() ? number(value) : number(value) + " " + unit;
  }

  private static String number(double value) {
    if (!Double.isFinite(value)) {
      return "none";
    }
    return new BigDecimal(value).round(SHOWN).stripTrailingZeros().toPlainString();
  }
}
