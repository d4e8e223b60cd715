package dev.headroom.prove.run;

import dev.headroom.prove.slice.Slice;

/** Listener to the progress of a burn-in, which may end it. */
public interface RunProgress {
  /** Hears nothing, and lets the run go to its end. */
  RunProgress NONE = new RunProgress() {};

  /** A slice begins. */
  default void began(Slice slice, int of) {}

  /** A run is taken up again. */
  default void resumed(int done, int of) {}

  /** Whether to stop; what was measured is kept. */
  default boolean shouldStop() {
    return false;
  }
}
