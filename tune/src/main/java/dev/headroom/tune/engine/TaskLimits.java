package dev.headroom.tune.engine;

import dev.headroom.unit.Size;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Limits of an engine's tasks.
 *
 * @param cpus cores of a task, each with one trial at a time
 * @param memory of a task, of which Java's heap gets three quarters
 * @param time after which a task is a straggler and starts again; empty for no limit
 * @param restarts of a task that fails or is a straggler
 * @param atOnce tasks at the same time; empty for as many as the cluster has room for
 */
public record TaskLimits(
    int cpus, Size memory, Optional<Duration> time, int restarts, OptionalInt atOnce) {
  /** Share of a task's memory that Java's heap gets: code, stacks and DuckDB need the rest. */
  static final int HEAP_PERCENT = 75;

  /** Memory in MiB, the unit that all engines have. */
  long memoryMib() {
    return Math.ceilDiv(memory.bytes(), 1L << 20);
  }
}
