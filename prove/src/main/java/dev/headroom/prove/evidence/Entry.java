package dev.headroom.prove.evidence;

import dev.headroom.prove.counters.CounterReading;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * What a record of the evidence says. Times are ISO 8601 in UTC; seconds count from the start of
 * the run, and of a rehearsal they are virtual.
 */
public sealed interface Entry {
  /**
   * The plan, first of all.
   *
   * @param sha256 of the plan's text
   * @param text the plan as the file has it
   * @param scenario text of the scenario of a rehearsal; else empty
   * @param seed of a rehearsal
   */
  record Planned(String name, String level, String sha256, String text, String scenario, long seed)
      implements Entry {}

  /**
   * A process took up the run.
   *
   * @param isRehearsal whether fabric and time are simulated
   * @param resumes whether there was evidence already
   * @param again the slice that is done again, as its process had ended in it; else empty
   * @param cutBytes of a record that was not written whole
   * @param versions of what measures, by name
   */
  record Started(
      String time,
      boolean isRehearsal,
      boolean resumes,
      String again,
      long cutBytes,
      String boot,
      SortedMap<String, String> versions)
      implements Entry {}

  /**
   * Tools looked at a host, before the first slice.
   *
   * @param checks one for each tool of the plan, absent ones too
   * @param raw SHA-256 of what they printed, which lies beside under this name
   */
  record Checked(String time, String host, List<HostCheck> checks, String raw) implements Entry {}

  /**
   * A collective ran over all hosts together, before the first slice.
   *
   * @param launcher what started its ranks
   * @param problem why it shows nothing, or what was wrong; empty if all is well
   * @param raw SHA-256 of what it printed, which lies beside under this name
   */
  record Collective(
      String time, String launcher, SortedMap<String, Double> measures, String problem, String raw)
      implements Entry {}

  /**
   * A slice began.
   *
   * @param readings by target, what differs from the last record of each
   */
  record Began(String slice, String time, double second, SortedMap<String, CounterReading> readings)
      implements Entry {}

  /** Readings in the middle of a slice. */
  record Sampled(
      String slice, String time, double second, SortedMap<String, CounterReading> readings)
      implements Entry {}

  /**
   * A slice ended.
   *
   * @param tool what made its traffic
   * @param results one for each sender
   * @param measures of the slice as a whole
   * @param notes what a reader of the results must know
   * @param raw SHA-256 of the tool's output, which lies beside under this name; empty if none
   */
  record Ended(
      String slice,
      String time,
      double second,
      double seconds,
      String tool,
      List<LinkResult> results,
      Map<String, Double> measures,
      List<String> notes,
      String raw,
      SortedMap<String, CounterReading> readings)
      implements Entry {}

  /** The run was stopped by a person or by an error; what was measured is kept. */
  record Stopped(String time, String slice, String why) implements Entry {}

  /**
   * All slices are done, and this came of them.
   *
   * @param verdicts of each step at each level, as {@code STEP LEVEL}
   */
  record Closed(String time, String outcome, SortedMap<String, String> verdicts) implements Entry {}

  /**
   * Result of one sender in a slice.
   *
   * @param target the sender's link
   * @param peer the receiver's link
   * @param measures such as {@code gbps}
   * @param problem why there is none; empty if there is one
   */
  record LinkResult(String target, String peer, Map<String, Double> measures, String problem) {}
}
