package dev.headroom.tune.study;

import dev.headroom.tune.search.RunAnswer;
import dev.headroom.tune.search.RunRequest;
import dev.headroom.tune.search.SearchProgress;

/** Listener to a study's progress. */
public interface StudyListener {
  /** Listener that does nothing and never stops the study. */
  StudyListener NONE = new StudyListener() {};

  /** A run that ended, from the thread that ran it. */
  default void ended(RunRequest request, RunAnswer answer) {}

  /** The state after a batch, from the thread of the search. */
  default void progressed(SearchProgress progress) {}

  /** A stage before or after the search begins, in a few words. */
  default void began(String stage) {}

  /** The check under other conditions begins. */
  default void checking(int runs) {}

  /** Whether the user stopped the study: nothing more is run. */
  default boolean isStopped() {
    return false;
  }

  /** Whether the time is over: the comparison on unseen seeds still follows. */
  default boolean isOver() {
    return false;
  }
}
