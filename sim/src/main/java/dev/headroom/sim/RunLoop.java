package dev.headroom.sim;

import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.build.SimulatedNetwork;
import dev.headroom.sim.collective.RunWorkers;
import dev.headroom.sim.fabric.Partition;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.host.Host;
import dev.headroom.sim.kernel.EventQueue;
import dev.headroom.sim.kernel.WindowWorkers;
import dev.headroom.sim.measure.RunResult.Outcome;
import dev.headroom.sim.trace.FlowTracer;
import dev.headroom.unit.Time;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Event loop of one run: window after window until every flow is complete, or the run must end. */
final class RunLoop {
  private static final long REPORT_NANOS = 100_000_000L;

  private final SimulationSetup assembly;
  private final SimulatedNetwork network;

  /** As an array: a list's iterator a window is more than a run may allocate. */
  private final Partition[] partitions;

  private final IntArrayList done = new IntArrayList();

  /** Flows that were completed, and may have to be delivered yet. */
  private final IntArrayList open = new IntArrayList();

  private final FlowReport flows;
  private final ProgressListener progress;
  private final PortSampler sampler;
  private final FlowTracer tracer;
  private final long gridPs;
  private final long stopPs;
  private final long lookaheadPs;
  private long nowPs;
  private final AlternatingWindows alternatingWindows;
  private final Optional<RunWorkers> workers;
  private long remaining;
  private long remainingRanks;
  private long lastCompletionPs = -1;
  private long executed;

  /** How many events there had been when it was last asked whether to go on. */
  private long eventsAtLastProgress;

  private Outcome outcome = Outcome.UNFINISHED;

  /**
   * @param samples is shown each sample of the ports
   */
  RunLoop(
      Scenario scenario,
      SimulationSetup assembly,
      FlowReport flows,
      ProgressListener progress,
      SampleListener samples) {
    this.assembly = assembly;
    this.network = assembly.network();
    tracer = assembly.tracer();
    partitions = network.partitions().toArray(Partition[]::new);
    this.flows = flows;
    this.progress = progress;
    gridPs = scenario.settings().get(RunKnobs.GRID).ps();
    stopPs = scenario.settings().get(RunKnobs.STOP).ps();
    lookaheadPs = Math.min(network.lookaheadPs(), shortestHopPs(scenario));
    alternatingWindows = new AlternatingWindows(assembly, gridPs);
    workers = assembly.hosts().workers();
    remaining = scenario.flows().flows();
    remainingRanks = workers.map(RunWorkers::ranks).orElse(0);
    List<Port> ports = new ArrayList<>();
    Stream.of(network.ports()).forEach(own -> ports.addAll(List.of(own)));
    sampler =
        new PortSampler(
            ports,
            scenario.settings().find(RunKnobs.PROBE_PERIOD).map(Time::ps).orElse(Long.MAX_VALUE),
            samples);
  }

  /**
   * Runs to the end.
   *
   * @param aloneEvents about how many events one thread runs before the others join it
   */
  void go(int threads, long aloneEvents) {
    long nextReport = System.nanoTime() + REPORT_NANOS;
    settle(); // ranks without anything to do are done before it begins
    long endPs = isOver() ? 0 : stopPs;
    long lastExecuted = 0;
    if (nextEventPs() < endPs) {
      sampler.begin(nextEventPs());
      tracer.begin(nextEventPs());
    }
    try (WindowWorkers windowWorkers =
        new WindowWorkers(network.partitions(), threads, aloneEvents)) {
      while (nowPs < endPs) {
        long nextPs = nextEventPs();
        boolean atRest = isQuiescent(nextPs);
        if (atRest || nextPs >= endPs) {
          sampleUpTo(endPs == stopPs ? nowPs : endPs);
          // Where nothing is left, windows ended where partitions had them end; the grid did not.
          nowPs = atRest && !isOver() ? gridAfter(nowPs, endPs) : endPs;
          break;
        }
        sampleUpTo(nextPs);
        network.board().advanceTo(nextPs);
        long reachPs = alternatingWindows.reach(nextPs, Math.min(endPs, looksPs()));
        if (reachPs > nextPs) {
          alternatingWindows.take(windowWorkers, nextPs, reachPs, lastExecuted);
          nowPs = Math.min(reachPs, gridAfter(lastEventPs() + 1, reachPs));
          lastExecuted = settle() / alternatingWindows.windows(nextPs, reachPs);
        } else {
          nowPs = windowEnd(nextPs, endPs);
          windowWorkers.advance(nowPs, lastExecuted);
          for (Partition partition : partitions) {
            partition.swapOutboxes();
          }
          lastExecuted = settle();
        }
        if (isOver() && outcome != Outcome.FINISHED) {
          outcome = Outcome.FINISHED;
          endPs = Math.min(endPs, (lastCompletionPs / gridPs + 1) * gridPs);
        }
        if (isStopped()) {
          break;
        }
        if (System.nanoTime() >= nextReport) {
          nextReport = System.nanoTime() + REPORT_NANOS;
          if (isInterrupted()) {
            break;
          }
        }
      }
    }
    for (Partition partition : partitions) {
      partition.advance(nowPs); // what others sent last may be lost, on links that went down since
    }
    traceUpTo(nowPs); // how the last flow ended
    if (isOver()) {
      outcome = Outcome.FINISHED;
    }
  }

  /** Whether somebody wants it to end, asked after every thousand events or so. */
  private boolean isStopped() {
    if (executed - eventsAtLastProgress < ProgressListener.EVENTS_BETWEEN) {
      return false;
    }
    eventsAtLastProgress = executed;
    boolean stops = !progress.shouldContinue();
    if (stops && outcome != Outcome.FINISHED) {
      outcome = Outcome.INTERRUPTED;
    }
    return stops;
  }

  /** Says how far it has got; whether it is to end now. */
  boolean isInterrupted() {
    boolean goesOn = progress.report(nowPs, flowsDone(), dataPackets());
    if (!goesOn && outcome != Outcome.FINISHED) {
      outcome = Outcome.INTERRUPTED;
    }
    return !goesOn;
  }

  /**
   * Whether nothing more can happen: no event is left, or none but looks at timers in vain. The
   * latter is asked only where nothing happens for longer than the grid is wide, which all
   * partitions see, however many there are.
   */
  private boolean isQuiescent(long nextPs) {
    if (nextPs == EventQueue.NEVER) {
      return true;
    }
    if (isOver() || nextPs - nowPs < gridPs || nextPs - lastEventPs() <= 2 * gridPs) {
      return false;
    }
    for (Partition partition : partitions) {
      if (!partition.isQuiescent()) {
        return false;
      }
    }
    return true;
  }

  private boolean isOver() {
    return remaining == 0 && remainingRanks == 0;
  }

  /** Within a machine one GPU's work may be another's cause as soon as this. */
  private static long shortestHopPs(Scenario scenario) {
    return scenario.flows().schedules().stream()
        .mapToLong(part -> part.flows().shortestPs())
        .min()
        .orElse(Long.MAX_VALUE);
  }

  private long gridAfter(long atPs, long endPs) {
    return Math.min(endPs, (atPs + gridPs - 1) / gridPs * gridPs);
  }

  /**
   * A window ends where partitions might hear of each other, at the grid, or where queues are read.
   */
  private long windowEnd(long startPs, long endPs) {
    long end = Math.min(endPs, (startPs / gridPs + 1) * gridPs);
    if (lookaheadPs < end - startPs) {
      end = startPs + lookaheadPs;
    }
    return Math.min(end, Math.max(startPs + 1, looksPs()));
  }

  /** When somebody looks at the whole fabric next. */
  private long looksPs() {
    return Math.min(Math.min(sampler.nextPs(), network.board().nextPs()), tracer.nextPs());
  }

  private long lastEventPs() {
    long last = 0;
    for (Partition partition : partitions) {
      last = Math.max(last, partition.lastPs());
    }
    return last;
  }

  private void sampleUpTo(long atPs) {
    while (sampler.nextPs() <= atPs) {
      sampler.sample();
    }
    traceUpTo(atPs);
  }

  private void traceUpTo(long atPs) {
    while (tracer.nextPs() <= atPs) {
      tracer.sample(assembly.flowStates(), assembly.transport());
    }
  }

  private long nextEventPs() {
    long next = EventQueue.NEVER;
    for (Partition partition : partitions) {
      next = Math.min(next, partition.nextPs());
    }
    return next;
  }

  /** Takes stock of a window: reports the flows that were done in it. */
  private long settle() {
    long total = 0;
    done.clear();
    for (Partition partition : partitions) {
      total += partition.executed();
      IntArrayList own = partition.completedFlows();
      if (!own.isEmpty()) {
        open.addAll(own);
        own.clear();
      }
      finish(partition.finishedRanks());
    }
    takeDone();
    if (!done.isEmpty()) {
      remaining -= done.size();
      lastCompletionPs = Math.max(lastCompletionPs, flows.done(done));
    }
    long inWindow = total - executed;
    executed = total;
    return inWindow;
  }

  /** Takes those completed whose data is there, too. */
  private void takeDone() {
    int left = 0;
    for (int i = 0; i < open.size(); i++) {
      int flow = open.getInt(i);
      if (assembly.flowStates().donePs(flow) >= 0) {
        done.add(flow);
      } else {
        open.set(left++, flow);
      }
    }
    open.size(left);
  }

  private void finish(IntArrayList ranks) {
    for (int i = 0; i < ranks.size(); i++) {
      int rank = ranks.getInt(i);
      long doneAt = workers.map(all -> all.donePs(rank)).orElse(-1L);
      lastCompletionPs = Math.max(lastCompletionPs, doneAt);
    }
    remainingRanks -= ranks.size();
    ranks.clear();
  }

  private long flowsDone() {
    return assembly.flowStates().program().flows() - remaining;
  }

  private long dataPackets() {
    long sum = 0;
    // Without an iterator: this is asked by the clock, and what a run allocates depends on none.
    List<Host> hosts = assembly.hosts().all();
    for (int i = 0; i < hosts.size(); i++) {
      sum += hosts.get(i).hostCounters.dataPackets;
    }
    return sum;
  }

  long nowPs() {
    return nowPs;
  }

  long lastCompletionPs() {
    return lastCompletionPs;
  }

  long finished() {
    return flowsDone();
  }

  Outcome outcome() {
    return outcome;
  }

  PortSampler sampler() {
    return sampler;
  }
}
