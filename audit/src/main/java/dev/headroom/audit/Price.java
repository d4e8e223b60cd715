package dev.headroom.audit;

/** Performance cost of a finding, by the simulation model. */
public sealed interface Price {
  Price NOT_ASKED = new Unknown("not requested; --price computes it");

  /**
   * The host or fabric run as it is and as fixed.
   *
   * @param before the metric as it is
   * @param after the metric once fixed
   * @param unit of both, such as {@code Gb/s}
   * @param command that shows it as it is
   * @param commandFixed that shows it once fixed
   */
  record Modelled(
      String metric,
      double before,
      double after,
      String unit,
      String digestBefore,
      String digestAfter,
      String command,
      String commandFixed)
      implements Price {
    /** The share that is lost as it is, 0 to 1. */
    public double lost() {
      return after <= 0 ? 0 : Math.max(0, 1 - before / after);
    }
  }

  /** Outside the model, or not asked for; never taken for nothing. */
  record Unknown(String reason) implements Price {}
}
