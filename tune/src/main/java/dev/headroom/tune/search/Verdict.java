package dev.headroom.tune.search;

/** Verdict of a search on today's settings. */
public enum Verdict {
  /**
   * The confirmed settings are better in an objective, and in no other one worse by more than
   * {@link UnseenDifference#MOST_HARM}.
   */
  ADOPT,
  /** Today's settings violate a constraint or fail; the confirmed ones do not. */
  REPAIR,
  /** The best found are better in one objective and worse in another one: a person decides. */
  TRADE,
  /** The best found are better in an objective; whether another one gets worse is open. */
  UNDECIDED,
  /** The best found are not better by more than noise and the negligible change. */
  LEAVE_IT,
  /** No candidate satisfies all constraints, or no finalist does under unseen conditions. */
  NONE_FEASIBLE
}
