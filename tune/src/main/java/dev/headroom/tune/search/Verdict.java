package dev.headroom.tune.search;

/** Verdict of a search on today's settings. */
public enum Verdict {
  /** A finalist is better in an objective, and worse in none, under unseen conditions. */
  ADOPT,
  /** Today's settings violate a constraint or fail; the compromise does not. */
  REPAIR,
  /** A finalist is better in one objective and worse in another one: a person decides. */
  TRADE,
  /** No finalist is better by more than noise and the negligible change. */
  LEAVE_IT,
  /** No candidate satisfies all constraints. */
  NONE_FEASIBLE
}
