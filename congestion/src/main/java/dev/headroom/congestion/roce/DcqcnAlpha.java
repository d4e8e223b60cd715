package dev.headroom.congestion.roce;

/**
 * Alpha update of DCQCN: a moving average of the share of intervals in which a CNP arrived (Zhu et
 * al., SIGCOMM 2015, section 3.1, equations 1 and 2). A rate decrease multiplies the rate by 1 -
 * alpha/2.
 *
 * <pre>
 *   CNP in the interval   alpha = (1-g) alpha + g
 *   no CNP                alpha = (1-g) alpha
 * </pre>
 *
 * <p>With g = 1/256 alpha falls from 1 to 1/2 in 178 intervals without a CNP.
 */
final class DcqcnAlpha {
  private final double gain;
  private final double initial;
  private double value;

  DcqcnAlpha(DcqcnParameters parameters) {
    gain = parameters.g();
    initial = parameters.initialAlpha();
    value = initial;
  }

  /** Sets alpha to its initial value. */
  void reset() {
    value = initial;
  }

  /** Updates alpha at the end of an interval, or in the paper's form for a CNP. */
  void update(boolean cnp) {
    value = (1 - gain) * value + (cnp ? gain : 0);
  }

  /** The average, from 0 to 1. */
  double value() {
    return value;
  }

  /** Whether an interval without a CNP leaves alpha as it is: it is 0, or as near as doubles go. */
  boolean isSettled() {
    return (1 - gain) * value == value;
  }
}
