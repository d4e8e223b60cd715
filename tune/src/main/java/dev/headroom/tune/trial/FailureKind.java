package dev.headroom.tune.trial;

import java.util.Optional;
import java.util.stream.Stream;

/** Kind of a trial's failure. */
public enum FailureKind {
  /** A value is out of range, or values contradict each other. */
  BAD_SETTINGS("bad settings"),
  /** The program failed while it ran the trial. */
  CRASH("crash"),
  /** The trial needs more memory than the Java machine may use. */
  OUT_OF_MEMORY("out of memory"),
  /** The trial took longer than its limit. */
  TIME_OUT("time-out");

  private final String word;

  FailureKind(String word) {
    this.word = word;
  }

  /** The kind in tables. */
  public String word() {
    return word;
  }

  /** The kind of this name in tables. */
  public static Optional<FailureKind> named(String word) {
    return Stream.of(values()).filter(kind -> kind.word.equals(word)).findFirst();
  }
}
