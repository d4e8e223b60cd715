package dev.headroom.app.control;

import java.nio.file.Path;

/**
 * Tells what went wrong in a user's control, and in which line.
 *
 * @param file its source
 * @param className its class, whose line counts
 */
record Faults(Path file, String className) {
  /** An exception that it threw. */
  ControlException of(String call, Throwable thrown) {
    for (StackTraceElement frame : thrown.getStackTrace()) {
      if (frame.getClassName().startsWith(className)) {
        return new ControlException(
            "%s:%d: %s, in %s".formatted(file, frame.getLineNumber(), thrown, call), thrown);
      }
    }
    return new ControlException("%s: %s, in %s".formatted(file, thrown, call), thrown);
  }

  /** An answer that no controller may give. */
  ControlException wrong(String call, long answer, String right) {
    return new ControlException("%s: %s returned %d, but %s".formatted(file, call, answer, right));
  }
}
