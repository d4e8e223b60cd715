package dev.headroom.prove.run;

import dev.headroom.prove.check.CollectiveRun;
import dev.headroom.prove.counters.CounterReading;
import dev.headroom.prove.evidence.Entry.LinkResult;
import dev.headroom.prove.evidence.HostCheck;
import dev.headroom.prove.slice.Slice;
import dev.headroom.prove.verdict.RunLedger;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Maker of the traffic of slices, on hosts or on a simulated fabric. Used by one thread.
 *
 * <p>Seconds count from the start of the run, its interruptions included.
 */
public interface SliceRunner extends AutoCloseable {
  /** Whether fabric and time are simulated. */
  boolean isRehearsal();

  /** Boot identity of the machine that runs it; may be empty. */
  String boot();

  /** What measures, by name, with its version. */
  SortedMap<String, String> versions();

  /** Continues from the end of what the evidence says; called once, before all slices. */
  void resume(RunLedger done) throws IOException;

  /** The time now, in seconds from the start of the run. */
  double second();

  /** The time now, ISO 8601 in UTC; of a rehearsal it is virtual. */
  String time();

  /** Reads the counters of all links, by name. */
  SortedMap<String, CounterReading> read() throws IOException, InterruptedException;

  /**
   * Has tools look at hosts before the first slice; those in {@code done} were looked at before.
   *
   * @param found is given each host as soon as it is known
   * @throws InterruptedException if it was told to stop
   */
  default void check(Set<String> done, BooleanSupplier stop, Consumer<HostLook> found)
      throws IOException, InterruptedException {
    // on a simulated fabric there is no host to look at
  }

  /**
   * Runs the plan's collective over all hosts, before the first slice.
   *
   * @return empty where the plan has none, or no host is real
   * @throws InterruptedException if it was told to stop
   */
  default Optional<Collective> collective(BooleanSupplier stop)
      throws IOException, InterruptedException {
    return Optional.empty();
  }

  /**
   * What came of a collective.
   *
   * @param raw what it printed
   */
  record Collective(String launcher, CollectiveRun run, byte[] raw) {}

  /**
   * What tools found on a host.
   *
   * @param raw what they printed
   */
  record HostLook(String host, List<HostCheck> checks, byte[] raw) {}

  /**
   * Makes the traffic of a slice, and waits for its end.
   *
   * @param stop asked now and then whether to end early
   * @param samples is to be called in the middle of a long slice
   * @throws InterruptedException if it was told to stop
   */
  Result run(Slice slice, BooleanSupplier stop, Sampling samples)
      throws IOException, InterruptedException;

  @Override
  void close() throws IOException;

  /** Keeper of a reading in the middle of a slice. */
  @FunctionalInterface
  interface Sampling {
    void sample() throws IOException, InterruptedException;
  }

  /**
   * Result of a slice.
   *
   * @param seconds of traffic
   * @param tool what made it
   * @param measures of the slice as a whole
   * @param notes what a reader of the results must know
   * @param raw what the tools printed
   */
  record Result(
      double seconds,
      String tool,
      List<LinkResult> results,
      Map<String, Double> measures,
      List<String> notes,
      byte[] raw) {}
}
