package dev.headroom.tune.study;

import dev.headroom.tune.search.RunAnswer;
import dev.headroom.tune.search.RunRequest;
import dev.headroom.tune.search.SearchProgress;

/** Listener to a study's progress. */
public interface StudyListener {
  /** Listener that does nothing and never stops the study. */
  StudyListener NONE = new StudyListener() {};

  /**
   * The study begins.
   *
   * @param recorded runs that earlier commands made
   * @param budget runs in all
   * @param later of these, those that follow the search itself
   */
  default void began(int recorded, int budget, int later) {}

  /** A run that ended, from the thread that ran it. */
  default void ended(RunRequest request, RunAnswer answer) {}

  /** The state after a batch, from the thread of the search. */
  default void progressed(SearchProgress progress) {}

  /** A stage before or after the search begins, in a few words. */
  default void stage(String words) {}

  /**
   * The comparison with presets and the check under other conditions begin.
   *
   * @param left runs that they still need
   */
  default void checking(int left) {}

  /** Whether the user stopped the study: nothing more is run. */
  default boolean isStopped() {
    return false;
  }

  /** Whether the time is over: the comparison on unseen seeds still follows. */
  default boolean isOver() {
    return false;
  }
}
