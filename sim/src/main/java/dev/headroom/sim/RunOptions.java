package dev.headroom.sim;

import dev.headroom.sim.measure.NicObserver;
import java.util.Map;

/**
 * How to run, as opposed to what: nothing here changes a result.
 *
 * @param threads worker threads, at least 1
 * @param partitions parts the fabric is cut into; 0 to choose by size and threads
 * @param keepPauseEvents whether to keep every PFC frame's arrival
 * @param observers who is shown what hosts send and receive, by position in {@code Fabric.hosts()}
 */
public record RunOptions(
    int threads, int partitions, boolean keepPauseEvents, Map<Integer, NicObserver> observers) {
  public static final RunOptions DEFAULT = new RunOptions(1, 0, false);

  public RunOptions {
    observers = Map.copyOf(observers);
  }

  public RunOptions(int threads, boolean keepPauseEvents) {
    this(threads, 0, keepPauseEvents);
  }

  public RunOptions(int threads, int partitions, boolean keepPauseEvents) {
    this(threads, partitions, keepPauseEvents, Map.of());
  }

  /** The same with observers. */
  public RunOptions observed(Map<Integer, NicObserver> by) {
    return new RunOptions(threads, partitions, keepPauseEvents, by);
  }
}
