package dev.headroom.tune.search;

/** Reason for the end of a search. */
public enum StopReason {
  /** The budget of runs is used up. */
  RUNS,
  /** The caller's time is over. */
  TIME,
  /** The front did not change for several generations. */
  NO_GAIN,
  /** No knob changes an objective by more than noise. */
  FLAT,
  /** All points of the space have been run. */
  ALL_POINTS
}
