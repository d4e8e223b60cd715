package dev.headroom.app.plugin;

import java.nio.file.Path;

/**
 * Error messages for a plugin class, with the source line.
 *
 * @param file its source
 * @param className its class, whose line counts
 */
record Faults(Path file, String className) {
  /** An exception that it threw. */
  OwnClassException of(String call, Throwable thrown) {
    for (StackTraceElement frame : thrown.getStackTrace()) {
      if (frame.getClassName().startsWith(className)) {
        return new OwnClassException(
            "%s:%d: %s, in %s".formatted(file, frame.getLineNumber(), thrown, call), thrown);
      }
    }
    return new OwnClassException("%s: %s, in %s".formatted(file, thrown, call), thrown);
  }

  /** An answer that it may not give. */
  OwnClassException wrong(String call, long answer, String right) {
    return new OwnClassException("%s: %s returned %d, but %s".formatted(file, call, answer, right));
  }
}
