package dev.headroom.tune.search;

import java.util.List;

/**
 * Effects of all knobs on an objective.
 *
 * @param objective the objective
 * @param kind whether effects are known
 * @param explained share of the variance between candidates that the fitted surrogate predicts for
 *     candidates that it was not fitted to
 * @param knobs effects in the order of the space; empty unless they are known
 */
public record ObjectiveEffects(
    Objective objective, Kind kind, double explained, List<KnobEffect> knobs) {
  /** Whether effects are known. */
  public enum Kind {
    /** The surrogate predicts candidates that it has not seen. */
    KNOWN,
    /** No knob changes the objective by more than noise. */
    FLAT,
    /** The surrogate does not predict candidates that it has not seen. */
    UNKNOWN
  }

  /** Share of the variance below which a knob does not matter. */
  public static final double NEGLIGIBLE_SHARE = 0.05;

  public ObjectiveEffects {
    knobs = List.copyOf(knobs);
  }

  /** Knobs whose total effect is below the negligible share; empty unless effects are known. */
  public List<String> immaterial() {
    return knobs.stream()
        .filter(effect -> effect.total().value() < NEGLIGIBLE_SHARE)
        .map(KnobEffect::knob)
        .toList();
  }
}
