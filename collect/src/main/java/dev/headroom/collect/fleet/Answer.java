package dev.headroom.collect.fleet;

import java.nio.file.Path;
import java.time.Duration;

/** Result of the collection from one target. */
public sealed interface Answer {
  /** Whose answer it is. */
  Target target();

  /**
   * A bundle.
   *
   * @param file where it lies until the answer has been taken
   * @param bytes its size
   * @param time from the first connection to the last byte
   */
  record Bundle(Target target, Path file, long bytes, Duration time) implements Answer {}

  /**
   * None.
   *
   * @param why in one line
   */
  record Failed(Target target, String why) implements Answer {}
}
