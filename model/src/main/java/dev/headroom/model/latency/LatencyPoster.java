package dev.headroom.model.latency;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Processor that posts a message's work request, where the sum includes software. */
public enum LatencyPoster {
  /** A thread of the CPU, which knows by itself. */
  CPU,
  /** The same, for a GPU that asks it to through host memory. */
  PROXY,
  /** A thread of the GPU, which rings the doorbell itself. */
  GPU;

  /** By its name in lower case. */
  public static Optional<LatencyPoster> named(String name) {
    return Arrays.stream(values()).filter(each -> each.id().equals(name)).findFirst();
  }

  /** As people and files name it. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
