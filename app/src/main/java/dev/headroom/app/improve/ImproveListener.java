package dev.headroom.app.improve;

import dev.headroom.tune.study.StudyListener;

/** Listener to the progress of an improvement. */
public interface ImproveListener {
  /**
   * A step begins.
   *
   * @param number from 1
   * @param of all of them
   */
  void began(int number, int of, String title);

  /** Runs of the current step that have ended. */
  void ran(int runs, int of);

  /** The listener to the search that begins, with its budget of runs. */
  StudyListener search(int runs);

  /** A sentence for people. */
  void note(String sentence);

  /** Whether the user stopped it. */
  boolean isStopped();
}
