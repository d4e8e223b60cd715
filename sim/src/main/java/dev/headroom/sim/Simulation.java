package dev.headroom.sim;

import dev.headroom.model.choice.EventTieOrder;
import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.build.RouteChanges;
import dev.headroom.sim.collective.RunWorkers;
import dev.headroom.sim.conservation.ConservationCheck;
import dev.headroom.sim.conservation.DeadlockSearch;
import dev.headroom.sim.conservation.PortReport;
import dev.headroom.sim.fabric.NicTap;
import dev.headroom.sim.fabric.Partition;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.fabric.UnrunnableScenarioException;
import dev.headroom.sim.host.Host;
import dev.headroom.sim.host.HostCounters;
import dev.headroom.sim.ideal.IdealFctTable;
import dev.headroom.sim.ideal.PathSpreading;
import dev.headroom.sim.jobtimes.ScheduleOutcomes;
import dev.headroom.sim.kernel.EventNumbersExhaustedException;
import dev.headroom.sim.measure.CpuCounts;
import dev.headroom.sim.measure.CpuListener;
import dev.headroom.sim.measure.Disruptions;
import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.measure.FlowSink;
import dev.headroom.sim.measure.HopListener;
import dev.headroom.sim.measure.HostPcieCounts;
import dev.headroom.sim.measure.PauseEvent;
import dev.headroom.sim.measure.PauseLengths;
import dev.headroom.sim.measure.PauseSpan;
import dev.headroom.sim.measure.PortResult;
import dev.headroom.sim.measure.ResultDigest;
import dev.headroom.sim.measure.RunResult;
import dev.headroom.sim.measure.RunResult.Outcome;
import dev.headroom.sim.measure.RunTotals;
import dev.headroom.sim.measure.StreamCounts;
import dev.headroom.sim.measure.VoqCounts;
import dev.headroom.sim.measure.WatchdogEvent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Entry point of this module, which runs scenarios. */
public final class Simulation {
  /** Hosts that are simulated in one partition: their packets stay nearer to the cache. */
  private static final int HOSTS_PER_PART = 512;

  /** With so many hosts, cutting costs more than it gives. */
  private static final int HOSTS_UNCUT = 2 * HOSTS_PER_PART;

  private Simulation() {}

  /**
   * Runs a scenario to its end.
   *
   * @param flows takes each flow's result: finished ones as they complete, unfinished ones last
   * @throws dev.headroom.sim.fabric.UnrunnableScenarioException if the scenario cannot be run as it
   *     is
   */
  public static RunResult run(
      Scenario scenario, RunOptions options, FlowSink flows, ProgressListener progress) {
    if (!TracedFlows.wantsSlowest(scenario)) {
      return once(scenario, options, flows, progress);
    }
    TracedFlows seen = new TracedFlows(flows);
    RunResult result = once(TracedFlows.without(scenario), options, seen, progress);
    if (result.outcome() == Outcome.INTERRUPTED) {
      return result;
    }
    RunOptions again =
        options
            .warm()
            .observed(Map.of())
            .sampled(SampleListener.NONE)
            .following(HopListener.NONE)
            .watching(CpuListener.NONE);
    RunResult second = once(seen.withSlowest(scenario), again, flow -> {}, progress);
    // Traces that stop midway would pass for those of the whole run.
    return second.outcome() == Outcome.INTERRUPTED ? result : result.with(second.traces());
  }

  private static RunResult once(
      Scenario scenario, RunOptions options, FlowSink flows, ProgressListener progress) {
    CpuClock clock = new CpuClock();
    SimulationSetup assembly =
        SimulationSetup.of(
            scenario,
            parts(scenario, options),
            options.keepPauseEvents(),
            hosts ->
                options.observers().isEmpty() ? hosts : NicTap.wrap(hosts, options.observers()),
            progress);
    if (!options.hops().equals(HopListener.NONE)) {
      show(assembly.network().ports(), options.hops());
    }
    assembly.hosts().show(options.cores());
    return run(scenario, assembly, clock, options, flows, progress);
  }

  private static void show(Port[][] ports, HopListener hops) {
    for (Port[] own : ports) {
      for (Port port : own) {
        port.link.show(hops);
      }
    }
  }

  static RunResult run(
      Scenario scenario,
      SimulationSetup assembly,
      CpuClock clock,
      RunOptions options,
      FlowSink flows,
      ProgressListener progress) {
    ResultDigest digest = new ResultDigest();
    FlowReport report =
        new FlowReport(scenario, assembly, idealFcts(scenario, assembly), flows, digest);
    RunLoop run = new RunLoop(scenario, assembly, report, progress, options.samples());
    double setupCpu = clock.seconds();
    CpuClock loop = new CpuClock();
    go(run, options);
    double loopCpu = loop.seconds();
    double wall = loop.wallSeconds();
    report.unfinished(run.outcome() == Outcome.INTERRUPTED, run::isInterrupted);
    assembly.hosts().workers().ifPresent(workers -> addToDigest(digest, workers));
    List<PortResult> ports = ports(scenario.fabric(), assembly, run.nowPs(), digest);
    return new RunResult(
        run.outcome(),
        run.lastCompletionPs(),
        run.nowPs(),
        counts(scenario, assembly, run, ports),
        ports,
        spans(assembly, run.nowPs()),
        pauseEvents(scenario, assembly),
        DeadlockSearch.in(assembly.network(), run.nowPs()),
        creditWaits(scenario.fabric(), assembly),
        new Disruptions(
            watchdogActions(assembly),
            FailoverReport.of(scenario, assembly, run.nowPs()),
            assembly.network().linkRetries()),
        assembly.hosts().all().stream().map(host -> host.hostCounters.counts()).toList(),
        slots(assembly.hosts().all(), run.nowPs()),
        run.sampler().samples(),
        assembly.tracer().traces(),
        ScheduleOutcomes.of(assembly.hosts().workers(), assembly.flowStates(), run.nowPs()),
        ConservationCheck.violations(assembly.network(), run.nowPs()),
        digest.toString(),
        loopCpu,
        setupCpu,
        wall);
  }

  private static void go(RunLoop run, RunOptions options) {
    try {
      run.go(options.threads(), options.aloneEvents());
    } catch (EventNumbersExhaustedException spent) {
      throw new UnrunnableScenarioException(
          "%s; set %s to keyed, or stop the run earlier with %s"
              .formatted(spent.getMessage(), RunKnobs.TIES.name(), RunKnobs.STOP.name()));
    }
  }

  private static List<HostPcieCounts> slots(List<Host> hosts, long endPs) {
    return hosts.stream()
        .flatMap(host -> host.slotCounts(endPs).stream())
        .filter(HostPcieCounts::any)
        .toList();
  }

  static IdealFctTable idealFcts(Scenario scenario, SimulationSetup assembly) {
    List<Host> hosts = assembly.hosts().all();
    return new IdealFctTable(
        assembly.plan()::idealFctOf,
        scenario.flows()::overrides,
        assembly.routes()::forwardTuple,
        assembly.routes()::reverseTuple,
        spread(scenario),
        host -> assembly.network().port(hosts.get(host).node),
        RouteChanges.of(assembly.network()));
  }

  private static IntFunction<PathSpreading> spread(Scenario scenario) {
    if (scenario.parts().size() <= 1) {
      PathSpreading all = PathSpreading.of(scenario.ofPart(0).settings());
      return flow -> all;
    }
    List<PathSpreading> ofPart =
        IntStream.range(0, scenario.parts().size())
            .mapToObj(part -> PathSpreading.of(scenario.ofPart(part).settings()))
            .toList();
    return flow -> ofPart.get(scenario.flows().part(flow));
  }

  private static int parts(Scenario scenario, RunOptions options) {
    if (options.partitions() > 0) {
      return options.partitions();
    }
    int hosts = scenario.fabric().hosts().size();
    int bySize = hosts <= HOSTS_UNCUT ? 1 : hosts / HOSTS_PER_PART;
    return options.threads() == 1 ? bySize : Math.max(bySize, 8 * options.threads());
  }

  private static List<PortResult> ports(
      Fabric fabric, SimulationSetup assembly, long endPs, ResultDigest digest) {
    List<PortResult> results = new ArrayList<>();
    List<List<Integer>> links = fabric.ports();
    for (Port[] own : assembly.network().ports()) {
      for (Port port : own) {
        PortResult result =
            PortReport.of(port, links.get(port.device.node).get(port.number()), endPs);
        results.add(result);
        addToDigest(digest, result);
      }
    }
    return results;
  }

  private static void addToDigest(ResultDigest digest, RunWorkers workers) {
    for (int rank = 0; rank < workers.ranks(); rank++) {
      digest.add(3, rank, workers.donePs(rank));
    }
  }

  private static void addToDigest(ResultDigest digest, PortResult port) {
    long[] ofClass = new long[11]; // one for all classes, of which a large fabric's ports have many
    ofClass[0] = 2;
    ofClass[1] = port.node();
    ofClass[2] = port.port();
    for (int c = 0; c < port.packets().length; c++) {
      ofClass[3] = c;
      ofClass[4] = port.packets()[c];
      ofClass[5] = port.bytes()[c];
      ofClass[6] = port.marks()[c];
      ofClass[7] = port.drops()[c];
      ofClass[8] = port.pauses()[c];
      ofClass[9] = port.pausedPs()[c];
      ofClass[10] = port.peakQueueBytes()[c];
      digest.add(ofClass);
    }
  }

  private static RunTotals counts(
      Scenario scenario, SimulationSetup assembly, RunLoop run, List<PortResult> ports) {
    HostCounters sent = assembly.hosts().tally();
    long hops = 0;
    long events = 0;
    long marks = 0;
    long trims = 0;
    Map<DropCause, Long> drops = new EnumMap<>(DropCause.class);
    Map<DropCause, Long> losslessDrops = new EnumMap<>(DropCause.class);
    List<Integer> lossless =
        scenario.settings().get(PfcKnobs.PFC)
            ? scenario.settings().get(PfcKnobs.PFC_CLASSES)
            : List.of();
    for (Partition partition : assembly.network().partitions()) {
      hops += partition.packetHops();
      events += partition.executed();
      marks += partition.marks();
      trims += partition.trims();
      for (DropCause cause : DropCause.values()) {
        if (partition.drops(cause) > 0) {
          drops.merge(cause, partition.drops(cause), Long::sum);
        }
        long own = 0;
        for (int each : lossless) {
          own += partition.drops(cause, each);
        }
        if (own > 0) {
          losslessDrops.merge(cause, own, Long::sum);
        }
      }
    }
    long pauses = 0;
    long pausedPs = 0;
    for (PortResult port : ports) {
      for (int c = 0; c < port.pauses().length; c++) {
        pauses += port.pauses()[c];
        pausedPs += port.pausedPs()[c];
      }
    }
    PauseLengths lengths = new PauseLengths();
    assembly.network().partitions().forEach(partition -> lengths.add(partition.pauseLengths));
    for (Port[] own : assembly.network().ports()) {
      for (Port port : own) {
        port.addOpenPauses(lengths, run.nowPs());
      }
    }
    return new RunTotals(
        scenario.flows().flows(),
        run.finished(),
        sent.dataPackets,
        sent.retransmissions,
        sent.readRequests,
        sent.ackPackets,
        sent.naks,
        sent.rnrNaks,
        sent.cnpPackets,
        hops,
        events,
        marks,
        trims,
        pauses,
        pausedPs,
        lengths,
        drops,
        losslessDrops,
        sent.payloadDelivered,
        new StreamCounts(sent.openings, sent.timeouts, sent.waitedPackets, sent.waitedPs),
        cpu(assembly.hosts().all(), sent));
  }

  private static CpuCounts cpu(List<Host> hosts, HostCounters sum) {
    long most = hosts.stream().mapToLong(host -> host.hostCounters.cpuPs).max().orElse(0);
    return new CpuCounts(
        sum.cpuPs, most, sum.corePs, sum.copiedBytes, sum.syscalls, sum.interrupts);
  }

  private static List<PauseSpan> spans(SimulationSetup assembly, long endPs) {
    List<PauseSpan> spans = new ArrayList<>();
    for (Port[] own : assembly.network().ports()) {
      for (Port port : own) {
        port.collectSpans(spans, endPs);
      }
    }
    spans.sort(Comparator.comparingLong(PauseSpan::fromPs));
    return spans;
  }

  private static List<VoqCounts> creditWaits(Fabric fabric, SimulationSetup assembly) {
    List<VoqCounts> waits = new ArrayList<>();
    assembly.network().switches().forEach(hop -> hop.collectWaits(fabric.hosts(), waits));
    waits.sort(
        Comparator.comparingLong(VoqCounts::peakBytes)
            .reversed()
            .thenComparingInt(VoqCounts::node)
            .thenComparingInt(VoqCounts::host)
            .thenComparingInt(VoqCounts::priority));
    return waits;
  }

  private static List<WatchdogEvent> watchdogActions(SimulationSetup assembly) {
    List<WatchdogEvent> actions = new ArrayList<>();
    for (Port[] own : assembly.network().ports()) {
      for (Port port : own) {
        port.collectActions(actions);
      }
    }
    actions.sort(Comparator.comparingLong(WatchdogEvent::detectedPs));
    return actions;
  }

  private static List<PauseEvent> pauseEvents(Scenario scenario, SimulationSetup assembly) {
    List<PauseEvent> events = new ArrayList<>();
    assembly.network().partitions().forEach(partition -> events.addAll(partition.pauseEvents()));
    // Ties by insertion are one partition's, and stand as they came.
    events.sort(
        scenario.settings().get(RunKnobs.TIES) == EventTieOrder.INSERTION
            ? Comparator.comparingLong(PauseEvent::atPs)
            : PauseEvent.ORDER);
    return events;
  }
}
