package dev.headroom.run.summary;

import dev.headroom.model.choice.FrameFormat;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.run.figures.Distribution;
import dev.headroom.run.figures.FlowSample;
import dev.headroom.run.figures.FlowStatistics;
import dev.headroom.run.figures.Goodput;
import dev.headroom.run.figures.PartResult;
import dev.headroom.run.figures.PauseRoot;
import dev.headroom.run.figures.PauseRoots;
import dev.headroom.run.figures.PausesOutsideTraffic;
import dev.headroom.run.figures.PortLoad;
import dev.headroom.run.figures.PortLoads;
import dev.headroom.run.figures.SizeBand;
import dev.headroom.run.figures.SizeBucket;
import dev.headroom.run.figures.UnfinishedFlow;
import dev.headroom.run.figures.WorkloadFigures;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.sim.measure.JobResult;
import dev.headroom.sim.measure.PortResult;
import dev.headroom.sim.measure.RunResult;
import dev.headroom.sim.measure.RunTotals;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Summary of a run: everything that is printed about it, computed once.
 *
 * @param span the time that shares and rates are taken over
 * @param flows how its flows fared
 * @param workload what the workload came to
 * @param payload what arrived of the payload
 * @param network what its ports carried
 */
public record RunSummary(
    Scenario scenario,
    RunResult result,
    Span span,
    Flows flows,
    Workload workload,
    Payload payload,
    Network network,
    Headline headline) {
  /**
   * Time that the figures are about.
   *
   * @param startPs when the first flow was posted, or the job began
   * @param durationPs what shares and rates are taken over: from then until the last completion if
   *     every flow finished, else until the run ended
   */
  public record Span(long startPs, long durationPs) {}

  /**
   * Flows: how long they took, and which did not finish.
   *
   * @param fct completion times of the finished flows, in picoseconds
   * @param slowdown of the finished flows
   * @param buckets the same by size
   * @param bands slowdown by size, finer
   * @param slowest the finished flows of greatest slowdown
   * @param unfinishedFlow the first unfinished flows, those in error before the others
   */
  public record Flows(
      Distribution fct,
      Distribution slowdown,
      List<SizeBucket> buckets,
      List<SizeBand> bands,
      List<FlowResult> slowest,
      List<UnfinishedFlow> unfinishedFlow,
      FlowSample sample) {}

  /**
   * Workload beside its flows.
   *
   * @param parts how each entry of a workload of several fared
   * @param figures what the workload came to beside its flows; of several what only one of them has
   */
  public record Workload(List<PartResult> parts, WorkloadFigures figures) {}

  /**
   * Payload that arrived.
   *
   * @param share payload per byte of data frames
   */
  public record Payload(Goodput goodput, double share) {}

  /**
   * Ports of the fabric, and their pauses.
   *
   * @param roots where pauses start, costliest first
   */
  public record Network(PortLoads ports, List<PauseRoot> roots) {}

  /** Bytes of preamble and gap between frames; the hpcc-ns3 framing has none. */
  private static final int GAP_BYTES = 20;

  private static final int SAMPLE = 3000;
  private static final int BANDS = 24;

  /** Joins a run's result with the tally of its flows. */
  public static RunSummary of(Scenario scenario, RunResult result, FlowStatistics flows) {
    boolean finished = result.outcome() == RunResult.Outcome.FINISHED;
    long startPs = startPs(result, flows);
    long endPs = finished ? result.completionTimePs() : result.endPs();
    long durationPs = Math.max(0, endPs - startPs);
    PortLoads ports = new PortLoads(scenario.fabric(), loads(scenario, result, startPs, endPs));
    List<PauseRoot> roots = PauseRoots.of(ports);
    List<UnfinishedFlow> unfinishedFlow =
        new UnfinishedFlowReasons(scenario, result)
            .of(flows.unfinishedFlows(), flows.undelivered(), flows.uncompleted());
    Distribution slowdown = flows.slowdown();
    List<PartResult> parts = PartResult.of(scenario, result, flows);
    List<WorkloadFigures> figures =
        parts.isEmpty()
            ? List.of(WorkloadFigures.of(scenario, result))
            : parts.stream().map(PartResult::figures).toList();
    Headline headline =
        new HeadlineSelector(
                scenario,
                result,
                figures,
                durationPs,
                ports,
                flows.stuck(),
                unfinishedFlow,
                parts,
                slowdown)
            .headline();
    return new RunSummary(
        scenario,
        result,
        new Span(startPs, durationPs),
        new Flows(
            flows.fct(),
            slowdown,
            flows.buckets(),
            flows.bands(BANDS),
            flows.slowest(),
            unfinishedFlow,
            flows.sample(SAMPLE)),
        new Workload(
            parts, figures.size() == 1 ? figures.getFirst() : WorkloadFigures.only(figures)),
        new Payload(
            Goodput.of(flows.hosts().received, flows.totalPayloadBytes(), durationPs),
            payloadShare(result, ports)),
        new Network(ports, roots),
        headline);
  }

  /**
   * Payload bits per second that a port carried, repeats included; the payload's share is taken to
   * be the run's.
   */
  public double goodputBps(PortLoad load) {
    return span.durationPs() == 0
        ? 0
        : load.port().dataBytes() * payload.share() * 8e12 / span.durationPs();
  }

  /** What each workload came to beside its flows: entry by entry where there are several. */
  public List<WorkloadFigures> workloads() {
    return workload.parts().isEmpty()
        ? List.of(workload.figures())
        : workload.parts().stream().map(PartResult::figures).toList();
  }

  /** What the deadlock is that the run ended in, and how many flows stand in it, in words. */
  public Optional<String> deadlock() {
    return result.deadlock().exists() && !flows.unfinishedFlow().isEmpty()
        ? Optional.of(UnfinishedFlowReasons.deadlock(this))
        : Optional.empty();
  }

  /**
   * Share of the payload that has not arrived, where there are flows that send nothing again; empty
   * where there are none, or all has.
   */
  public OptionalDouble missing() {
    return unfinished() > 0 && UnacknowledgedFlows.isSome(scenario)
        ? OptionalDouble.of(payload.goodput().missing())
        : OptionalDouble.empty();
  }

  public long unfinished() {
    return result.counts().flows() - result.counts().finished();
  }

  /** A job begins by computing, long before its first message. */
  private static long startPs(RunResult result, FlowStatistics flows) {
    OptionalLong jobs =
        result.schedules().stream()
            .flatMap(each -> each.job().stream())
            .mapToLong(JobResult::startPs)
            .min();
    return result.counts().flows() == 0
        ? jobs.orElse(0)
        : Math.min(jobs.orElse(Long.MAX_VALUE), flows.firstStartPs());
  }

  private static List<PortLoad> loads(
      Scenario scenario, RunResult result, long startPs, long endPs) {
    long durationPs = Math.max(0, endPs - startPs);
    PausesOutsideTraffic outside = new PausesOutsideTraffic(result.pauseSpans(), startPs, endPs);
    boolean bare = scenario.settings().get(TransportKnobs.FRAMING) == FrameFormat.HPCC_NS3;
    List<PortLoad> loads = new ArrayList<>(result.ports().size());
    for (PortResult port : result.ports()) {
      loads.add(
          PortLoad.of(loads.size(), port, durationPs, outside.of(port), bare ? 0 : GAP_BYTES));
    }
    return loads;
  }

  /**
   * Payload per byte of a data frame, told by what arrived and what was sent for the first time: of
   * what was sent again, most may have been dropped before it came to the port in question.
   */
  private static double payloadShare(RunResult result, PortLoads ports) {
    RunTotals counts = result.counts();
    long first = counts.dataPackets() - counts.retransmissions();
    if (first <= 0) {
      return 0;
    }
    double again = (double) counts.dataPackets() / first;
    long frames = 0;
    for (PortLoad load : ports.loads()) {
      if (ports.from(load).isHost()) {
        frames += load.port().dataBytes();
      }
    }
    return frames == 0 ? 0 : Math.min(1, counts.payloadDelivered() * again / frames);
  }
}
