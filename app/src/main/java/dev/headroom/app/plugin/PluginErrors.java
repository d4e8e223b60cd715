package dev.headroom.app.plugin;

import java.nio.file.Path;

/**
 * Error messages for a plugin class, with the source line.
 *
 * @param file its source
 * @param className its class, whose line counts
 */
record PluginErrors(Path file, String className) {
  /** An exception that it threw. */
  PluginException of(String call, Throwable thrown) {
    for (StackTraceElement frame : thrown.getStackTrace()) {
      if (frame.getClassName().startsWith(className)) {
        return new PluginException(
            "%s:%d: %s, in %s".formatted(file, frame.getLineNumber(), thrown, call), thrown);
      }
    }
    return new PluginException("%s: %s, in %s".formatted(file, thrown, call), thrown);
  }

  /** An answer that it may not give. */
  PluginException invalidAnswer(String call, long answer, String right) {
    return new PluginException("%s: %s returned %d, but %s".formatted(file, call, answer, right));
  }
}
