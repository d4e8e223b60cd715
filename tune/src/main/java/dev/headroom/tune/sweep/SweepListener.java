package dev.headroom.tune.sweep;

/** Listener to the progress of a sweep. It is called from one thread at a time. */
public interface SweepListener {
  /** Hears nothing and lets every sweep go to its end. */
  SweepListener NONE = new SweepListener() {};

  /**
   * The start.
   *
   * @param trials of the slice that is run
   * @param missing those that have no row yet
   */
  default void began(long trials, long missing) {}

  /** A trial has ended, and its row is kept. */
  default void ended(TrialRow row) {}

  /** Some time has passed: called several times a second, whether or not a trial has ended. */
  default void waited() {}

  /**
   * Whether the sweep goes on.
   *
   * @return false to stop; running trials are lost
   */
  default boolean shouldContinue() {
    return true;
  }
}
