package dev.headroom.congestion.roce;

/**
 * Variant of TIMELY, as published or patched, with its decrease factor (Zhu et al., ECN or Delay,
 * CoNEXT 2016, sections 4.1 and 4.3).
 */
public enum TimelyVariant {
  /** {@link Timely}, {@link TimelyPerRtt}. */
  PUBLISHED(0.8),
  /** {@link PatchedTimely}. */
  PATCHED(0.008);

  private final double beta;

  TimelyVariant(double beta) {
    this.beta = beta;
  }

  double beta() {
    return beta;
  }
}
