package dev.headroom.prove.rehearse;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.FailureEvent;
import dev.headroom.model.fabric.LinkQuality;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.workload.FlowList;
import dev.headroom.prove.plan.Step;
import dev.headroom.prove.slice.Slice;
import dev.headroom.sim.ProgressListener;
import dev.headroom.sim.RunOptions;
import dev.headroom.sim.Simulation;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.sim.measure.NicObserver;
import dev.headroom.sim.measure.RunResult;
import dev.headroom.unit.Time;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs of windows, packet by packet. The same traffic on the same state of the fabric is run once;
 * the window then stands for every such slice.
 */
final class WindowRuns {
  /** Packets with errors in a window from which its own count serves, not the closed form. */
  private static final double ENOUGH_ERRORS = 10;

  /** A pulse needs the time in which congestion control settles. */
  private static final int PULSE_WINDOWS = 6;

  /** Buffers of an ailing host must fill before anybody notices. */
  private static final int AILING_WINDOWS = 4;

  /** Queue pairs of each sender of a pulse, as perftest's -q. */
  private static final int PULSE_QUEUE_PAIRS = 4;

  private static final int SAMPLES = 40;
  private static final long PROBE_BYTES = 64;
  private static final int PROBES = 8;

  private final Scenario scenario;
  private final List<Integer> hosts;
  private final long windowPs;
  private final Map<Key, Window> known = new HashMap<>();
  private long packetHops;

  /**
   * @param hosts position of each target among the fabric's hosts
   */
  WindowRuns(Scenario scenario, List<Integer> hosts, long windowPs) {
    this.scenario = scenario;
    this.hosts = List.copyOf(hosts);
    this.windowPs = windowPs;
  }

  /** What decides a window: whose traffic, in which step's manner, on what is broken. */
  private record Key(
      List<Slice.Pair> pairs,
      boolean isPulse,
      boolean hasProbes,
      long ps,
      List<FailureEvent> events) {}

  /** How many windows were simulated. */
  int simulated() {
    return known.size();
  }

  /** Links crossed by packets in all of them. */
  long packetHops() {
    return packetHops;
  }

  /** The window of a slice. */
  Window of(Slice slice, long ps, List<FailureEvent> broken) {
    Key key =
        new Key(
            slice.pairs(),
            slice.step() == Step.PULSE,
            slice.step() == Step.PCIE,
            ps,
            broken.stream().map(this::shown).toList());
    Window window = known.get(key);
    if (window == null) {
      window = run(key);
      known.put(key, window);
      packetHops += window.packetHops();
    }
    return window;
  }

  /** The length of the windows of a step. */
  long ps(Step step, boolean hasAilingHost) {
    return step == Step.PULSE
        ? PULSE_WINDOWS * windowPs
        : hasAilingHost ? AILING_WINDOWS * windowPs : windowPs;
  }

  /** Bit errors too rare for a window are left to the closed form. */
  private FailureEvent shown(FailureEvent event) {
    return event instanceof LinkQuality quality && !isFrequent(quality.link(), quality.bitErrors())
        ? new LinkQuality(quality.at(), quality.link(), quality.rateShare(), 0)
        : event;
  }

  /** Whether a window shows the errors of such a link by itself. */
  boolean isFrequent(int link, double bitErrors) {
    double bits = scenario.fabric().links().get(link).rate().bps() * (windowPs * 1e-12);
    return bits * bitErrors > ENOUGH_ERRORS;
  }

  private Window run(Key key) {
    long ps = key.ps();
    Fabric fabric = scenario.fabric();
    long step = Math.max(1000, ps / SAMPLES / 1000 * 1000);
    Settings settings =
        scenario
            .settings()
            .with(RunKnobs.STOP, new Time(ps))
            .with(RunKnobs.PROBE_PERIOD, new Time(step));
    Scenario window =
        new Scenario(
            scenario.name(),
            fabric,
            key.events(),
            List.of(),
            settings,
            scenario.overrides(),
            "traffic of a burn-in",
            new FlowList(flows(key, ps)),
            List.of());
    WindowMeasures measures = new WindowMeasures(scenario, hosts, key.pairs(), key.isPulse(), ps);
    Map<Integer, NicObserver> observers = new HashMap<>();
    if (key.isPulse()) {
      observers.put(hosts.get(key.pairs().getFirst().receiver()), measures::packet);
    }
    List<FlowResult> flows = new ArrayList<>();
    RunOptions options =
        new RunOptions(1, key.isPulse()).observed(observers).sampled(measures::sampled);
    RunResult result = Simulation.run(window, options, flows::add, ProgressListener.SILENT);
    return measures.window(result, flows);
  }

  /** One long flow a pair; in a pulse those of the congestion end about the middle. */
  private List<FlowList.Entry> flows(Key key, long ps) {
    List<FlowList.Entry> flows = new ArrayList<>();
    long senders = key.pairs().stream().filter(pair -> !pair.isVictim()).count();
    for (Slice.Pair pair : key.pairs()) {
      double all = rateBps(pair.sender()) / 8.0 * (ps * 1e-12);
      boolean congests = key.isPulse() && !pair.isVictim();
      double share = congests ? 0.5 / senders / PULSE_QUEUE_PAIRS : 2;
      for (int i = 0; i < (congests ? PULSE_QUEUE_PAIRS : 1); i++) {
        flows.add(at(pair, Math.max(1, (long) (all * share)), 0));
      }
    }
    if (key.hasProbes()) {
      for (Slice.Pair pair : key.pairs()) {
        for (int i = 0; i < PROBES; i++) {
          flows.add(at(pair, PROBE_BYTES, ps / 2 + i * (ps / 2 / (PROBES + 2))));
        }
      }
    }
    return flows;
  }

  private FlowList.Entry at(Slice.Pair pair, long bytes, long startPs) {
    return FlowList.Entry.at(hosts.get(pair.sender()), hosts.get(pair.receiver()), bytes, startPs);
  }

  private long rateBps(int target) {
    Fabric fabric = scenario.fabric();
    int node = fabric.hosts().get(hosts.get(target)).id();
    return fabric.links().get(fabric.ports().get(node).getFirst()).rate().bps();
  }

  /** Whether a flow is one of the small messages. */
  static boolean isProbe(FlowResult flow) {
    return flow.bytes() == PROBE_BYTES;
  }
}
