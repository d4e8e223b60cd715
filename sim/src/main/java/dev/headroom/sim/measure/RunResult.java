package dev.headroom.sim.measure;

import java.util.List;

/**
 * Measurements of one run, flows apart, which went to the {@link FlowSink}.
 *
 * @param outcome how it ended
 * @param completionTimePs when the last flow completed, from the start of the run; -1 if none did
 * @param endPs simulated time reached
 * @param counts totals
 * @param ports every direction of every link
 * @param pauseSpans who was paused when, earliest first; at most a fixed number, longest kept
 * @param pauseEvents every PFC frame's arrival, if asked for; else empty
 * @param deadlock pauses that wait for each other for ever
 * @param creditWaits what waited at leaves for credit, deepest first; empty without a scheduled
 *     fabric
 * @param disruptions what broke, and how the fabric coped
 * @param hosts what each host's NIC has counted, in the order of hosts
 * @param slots what was counted inside hosts, from NICs to their memory, where anything was
 * @param samples time series of ports, if asked for
 * @param traces of single flows, if asked for
 * @param schedules what each schedule came to, in the order of the workload
 * @param imbalances what did not add up at the end, in words: packets that were neither delivered,
 *     dropped, queued nor on a wire, buffers charged for none; empty unless the simulator is at
 *     fault
 * @param digest of flows and ports
 * @param loopCpuSeconds CPU of the event loop, all threads
 * @param setupCpuSeconds CPU of building the simulation
 * @param wallSeconds of the event loop
 */
public record RunResult(
    Outcome outcome,
    long completionTimePs,
    long endPs,
    RunTotals counts,
    List<PortResult> ports,
    List<PauseSpan> pauseSpans,
    List<PauseEvent> pauseEvents,
    Deadlock deadlock,
    List<VoqCounts> creditWaits,
    Disruptions disruptions,
    List<HostCounts> hosts,
    List<HostPcieCounts> slots,
    PortSamples samples,
    FlowTraces traces,
    List<ScheduleResult> schedules,
    List<String> imbalances,
    String digest,
    double loopCpuSeconds,
    double setupCpuSeconds,
    double wallSeconds) {

  /** The same with traces of another run of the same scenario. */
  public RunResult with(FlowTraces others) {
    return new RunResult(
        outcome,
        completionTimePs,
        endPs,
        counts,
        ports,
        pauseSpans,
        pauseEvents,
        deadlock,
        creditWaits,
        disruptions,
        hosts,
        slots,
        samples,
        others,
        schedules,
        imbalances,
        digest,
        loopCpuSeconds,
        setupCpuSeconds,
        wallSeconds);
  }

  /**
   * This result, for those who show no {@link #imbalances} beside it.
   *
   * @throws IllegalStateException if there are any
   */
  public RunResult balanced() {
    if (!imbalances.isEmpty()) {
      throw new IllegalStateException(
          "the packet and byte counts of the run do not balance: " + imbalances.getFirst());
    }
    return this;
  }

  /** How a run ended. */
  public enum Outcome {
    /** Every flow completed. */
    FINISHED,
    /** It reached {@code run.stop}, or nothing could happen any more, with flows unfinished. */
    UNFINISHED,
    /** A person stopped it; what was measured so far is kept. */
    INTERRUPTED
  }
}
