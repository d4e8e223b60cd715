package dev.headroom.run.compare;

import dev.headroom.model.statistics.MeanEstimate;
import dev.headroom.run.figures.NumberText;
import dev.headroom.run.summary.Measure;

/**
 * Change of a figure from that of the first run, as text: in percent of the first, {@code -12 %},
 * or as a multiple of it from eleven times on, {@code 23.4x}. Shares, which are percentages
 * already, change in percentage points, {@code -6 pp}: from 12 % to 6 % is not "-50 %".
 */
public final class RelativeChange {
  /** What {@code pp} means, for a line below the figures. */
  public static final String LEGEND = "pp: percentage points";

  private static final double SAME = 5e-4;

  private RelativeChange() {}

  /** Empty where nothing changed, or there is nothing to change from. */
  public static String of(Measure measure, double first, double value) {
    if (Double.isNaN(first) || Double.isNaN(value)) {
      return "";
    }
    return measure.isShare() ? points(first, value) : relative(first, value);
  }

  /**
   * The same of means over several seeds, with how far the interval of their difference reaches:
   * {@code +42 % ±11 %}.
   */
  public static String of(Measure measure, double first, MeanEstimate difference) {
    String change = of(measure, first, first + difference.mean());
    if (change.isEmpty() || !difference.isKnown() || change.endsWith("x")) {
      return change;
    }
    double reach = 100 * difference.reach() / (measure.isShare() ? 1 : Math.abs(first));
    return change
        + " ±"
        + NumberText.decimal(reach, reach < 9.95 ? 1 : 0)
        + (measure.isShare() ? " pp" : " %");
  }

  private static String points(double first, double value) {
    double points = (value - first) * 100;
    return Math.abs(points) < 0.05 ? "" : signed(points) + " pp";
  }

  private static String relative(double first, double value) {
    if (first == 0 || Math.abs(value - first) < SAME * Math.abs(first)) {
      return "";
    }
    double percent = (value / first - 1) * 100;
    if (percent < -99.5 && value != 0) {
      return "-" + NumberText.decimal(Math.min(-percent, 99.9), 1) + " %";
    }
    return Math.abs(percent) >= 1000
        ? NumberText.ratio(value / first) + "x"
        : signed(percent) + " %";
  }

  private static String signed(double value) {
    return (value > 0 ? "+" : "") + NumberText.decimal(value, Math.abs(value) < 9.95 ? 1 : 0);
  }
}
