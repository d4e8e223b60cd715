package dev.headroom.collect.fleet;

import java.nio.file.Path;
import java.time.Duration;

/** Result of the collection from one target. */
public sealed interface TargetResult {
  /** Whose answer it is. */
  FleetTarget target();

  /**
   * A bundle.
   *
   * @param file where it lies until the answer has been taken
   * @param bytes its size
   * @param time from the first connection to the last byte
   */
  record Bundle(FleetTarget target, Path file, long bytes, Duration time) implements TargetResult {}

  /**
   * None.
   *
   * @param why in one line
   */
  record Failed(FleetTarget target, String why) implements TargetResult {}
}
