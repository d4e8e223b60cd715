package dev.headroom.sim;

import dev.headroom.sim.measure.CpuListener;
import dev.headroom.sim.measure.HopListener;
import dev.headroom.sim.measure.NicObserver;
import java.util.Map;

/**
 * Options for the execution of a run, none of which changes a result.
 *
 * @param threads worker threads, at least 1
 * @param aloneEvents about how many events one of them runs before the others join it, at least 0
 * @param partitions parts the fabric is cut into; 0 to choose by size and threads
 * @param keepPauseEvents whether to keep every PFC frame's arrival
 * @param observers who is shown what hosts send and receive, by position in {@code Fabric.hosts()}
 * @param samples is shown each sample of the ports
 * @param hops hears of the ways of data packets
 * @param cores hears of the work of the hosts' cores
 */
public record RunOptions(
    int threads,
    long aloneEvents,
    int partitions,
    boolean keepPauseEvents,
    Map<Integer, NicObserver> observers,
    SampleListener samples,
    HopListener hops,
    CpuListener cores) {
  public static final RunOptions DEFAULT = new RunOptions(1, 0, false);

  /** After so many events of a large run most of what it needs is compiled. */
  private static final long WARM_EVENTS = 1_200_000;

  public RunOptions {
    observers = Map.copyOf(observers);
  }

  public RunOptions(int threads, boolean keepPauseEvents) {
    this(threads, 0, keepPauseEvents);
  }

  public RunOptions(int threads, int partitions, boolean keepPauseEvents) {
    this(
        threads,
        0,
        partitions,
        keepPauseEvents,
        Map.of(),
        SampleListener.NONE,
        HopListener.NONE,
        CpuListener.NONE);
  }

  /** The same with observers. */
  public RunOptions observed(Map<Integer, NicObserver> by) {
    return new RunOptions(
        threads, aloneEvents, partitions, keepPauseEvents, by, samples, hops, cores);
  }

  /** The same with somebody who is shown each sample of the ports. */
  public RunOptions sampled(SampleListener by) {
    return new RunOptions(
        threads, aloneEvents, partitions, keepPauseEvents, observers, by, hops, cores);
  }

  /** The same with somebody who hears of the ways of data packets. */
  public RunOptions following(HopListener by) {
    return new RunOptions(
        threads, aloneEvents, partitions, keepPauseEvents, observers, samples, by, cores);
  }

  /** The same with somebody who hears of the work of the hosts' cores. */
  public RunOptions watching(CpuListener by) {
    return new RunOptions(
        threads, aloneEvents, partitions, keepPauseEvents, observers, samples, hops, by);
  }

  /**
   * The same where the code may not be compiled yet: the compiler has a core until it is.
   *
   * @param eventsBefore how many events the process has run already
   */
  public RunOptions coldAfter(long eventsBefore) {
    return alone(Math.max(0, WARM_EVENTS - eventsBefore));
  }

  /** The same where it is compiled. */
  RunOptions warm() {
    return alone(0);
  }

  private RunOptions alone(long events) {
    return new RunOptions(
        threads, events, partitions, keepPauseEvents, observers, samples, hops, cores);
  }
}
