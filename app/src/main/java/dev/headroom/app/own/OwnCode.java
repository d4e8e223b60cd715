package dev.headroom.app.own;

import java.util.Arrays;
import java.util.Optional;

/** Where users' own classes are at this moment. */
public final class OwnCode {
  /** What their loaders are called, by which stacks name them. */
  static final String LOADER = "own";

  private OwnCode() {}

  /** {@code Own.java:12, in acknowledged}, if any thread is in one. */
  public static Optional<String> whereNow() {
    return Thread.getAllStackTraces().values().stream()
        .flatMap(Arrays::stream)
        .filter(frame -> LOADER.equals(frame.getClassLoaderName()))
        .findFirst()
        .map(frame ->
            "%s:%d, in %s"
                .formatted(frame.getFileName(), frame.getLineNumber(), frame.getMethodName()));
  }
}
