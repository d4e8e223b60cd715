package dev.headroom.run.summary;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.FailureEvent;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.workload.FlowList;
import dev.headroom.run.figures.FlowStatistics;
import dev.headroom.sim.measure.CpuCounts;
import dev.headroom.sim.measure.Deadlock;
import dev.headroom.sim.measure.Disruptions;
import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.sim.measure.FlowTrace;
import dev.headroom.sim.measure.FlowTraces;
import dev.headroom.sim.measure.PauseLengths;
import dev.headroom.sim.measure.PauseSpan;
import dev.headroom.sim.measure.PortResult;
import dev.headroom.sim.measure.PortSamples;
import dev.headroom.sim.measure.PortSeries;
import dev.headroom.sim.measure.RunResult;
import dev.headroom.sim.measure.RunTotals;
import dev.headroom.sim.measure.StreamCounts;
import dev.headroom.sim.measure.TraceQuantity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;

/**
 * A run that never happened: plausible figures made from a seed, for tests of what is printed. Its
 * bytes follow paths through the fabric; queues, pauses and times are drawn.
 */
public final class MadeRun {
  private static PauseLengths lengths(List<PauseSpan> spans) {
    PauseLengths lengths = new PauseLengths();
    spans.forEach(span -> lengths.add(span.toPs() - span.fromPs()));
    return lengths;
  }

  private static final int CLASS = 3;
  private static final int FRAME = 4096 + 82;
  private static final int SAMPLES = 60;

  private final Fabric fabric;
  private final List<FlowList.Entry> entries = new ArrayList<>();
  private final Random random = new Random(7);
  private final Map<Long, Integer> portOf = new HashMap<>();
  private final List<PortResult> ports = new ArrayList<>();
  private final List<List<Integer>> neighbours = new ArrayList<>();
  private final List<PauseSpan> spans = new ArrayList<>();
  private final List<FlowResult> flows = new ArrayList<>();
  private final Map<DropCause, Long> drops = new TreeMap<>();
  private final List<FailureEvent> failures = new ArrayList<>();
  private String name = "made";
  private Settings settings = Settings.DEFAULTS;
  private long endPs = 1_300_000_000L;
  private int unfinished;
  private boolean sampled = true;
  private FlowTraces traces = FlowTraces.NONE;
  private Deadlock deadlock = Deadlock.NONE;
  private List<String> imbalances = List.of();
  private String digest = "0123456789abcdef0123456789abcdef";

  private MadeRun(Fabric fabric) {
    this.fabric = fabric;
    List<Integer> next = new ArrayList<>();
    for (int i = 0; i < fabric.nodes().size(); i++) {
      neighbours.add(new ArrayList<>());
      next.add(0);
    }
    for (int i = 0; i < fabric.links().size(); i++) {
      Link link = fabric.links().get(i);
      direction(i, link.a(), link.b(), next);
      direction(i, link.b(), link.a(), next);
    }
  }

  /** 64 hosts, each sending to another one, no trouble. */
  public static MadeRun permutation64() {
    MadeRun run = new MadeRun(MadeFabric.leafSpine(8, 8, 8)).named("permutation-64");
    run.permutation(1_000_000);
    return run;
  }

  /** 64 hosts with flows of many sizes, host-17 under an incast that pauses the fabric. */
  public static MadeRun incast64() {
    MadeRun run = new MadeRun(MadeFabric.leafSpine(8, 8, 8)).named("incast-64");
    run.arrivals(2000);
    for (int i = 0; i < 32; i++) {
      run.send(i + 24, 17, 2_000_000);
    }
    run.pauseTree(17, 0.31);
    return run;
  }

  /** 8,192 hosts in a fat tree, with pauses: made once, since it takes seconds. */
  public static RunSummary fatTree8192() {
    return Large.SUMMARY;
  }

  private static final class Large {
    private static final RunSummary SUMMARY = large().summary();
  }

  private static MadeRun large() {
    MadeRun run = new MadeRun(MadeFabric.fatTree(32)).named("fat-tree-8192");
    run.permutation(2_000_000);
    run.arrivals(50_000);
    run.pauseTree(4711, 0.22);
    run.pauseTree(17, 0.09);
    return run;
  }

  /** Lost count of something. */
  public MadeRun unbalanced(String what) {
    imbalances = List.of(what);
    return this;
  }

  /** Unlike other runs: those of one digest are taken to be the same. */
  public MadeRun digest(String text) {
    digest = text;
    return this;
  }

  public MadeRun named(String text) {
    name = text;
    return this;
  }

  public MadeRun set(String knob, String value) {
    settings = settings.with(Knobs.named(knob).orElseThrow(), value);
    return this;
  }

  /** Drops of a cause at a port. */
  public MadeRun drop(DropCause cause, int port, int priority, long count) {
    drops.merge(cause, count, Long::sum);
    ports.get(port).drops()[priority] += count;
    return this;
  }

  /** The last flows stay unfinished. */
  public MadeRun unfinished(int count) {
    unfinished = count;
    return this;
  }

  /** With something that breaks; that changes no figure. */
  public MadeRun broken(FailureEvent... how) {
    failures.addAll(List.of(how));
    return this;
  }

  /** With pauses that wait for each other. */
  public MadeRun deadlocked(Deadlock how) {
    deadlock = how;
    return this;
  }

  /** Without time series. */
  public MadeRun unsampled() {
    sampled = false;
    return this;
  }

  /** With the trace of a flow that has a rate and no window, and a round trip half of the time. */
  public MadeRun traced() {
    Map<TraceQuantity, long[]> values = new EnumMap<>(TraceQuantity.class);
    for (TraceQuantity quantity : TraceQuantity.values()) {
      long[] series = new long[SAMPLES];
      Arrays.setAll(
          series, i -> i < 5 || i > SAMPLES - 5 ? TraceQuantity.ABSENT : made(quantity, i));
      values.put(quantity, series);
    }
    traces = new FlowTraces(0, 20_000_000, SAMPLES, List.of(new FlowTrace(3, values)));
    return this;
  }

  private static long made(TraceQuantity quantity, int i) {
    return switch (quantity) {
      case RATE_BPS -> 25_000_000_000L + i;
      case IN_FLIGHT_BYTES -> 64_000L - i;
      case RTT_PS -> i < SAMPLES / 2 ? TraceQuantity.ABSENT : 12_000_000L;
      case DELIVERED_BYTES -> 4096L * i;
      default -> TraceQuantity.ABSENT;
    };
  }

  public Scenario scenario() {
    return new Scenario(
        name,
        fabric,
        failures,
        settings,
        List.of(),
        entries.size() + " flows",
        new FlowList(entries));
  }

  /** The summary of it all. */
  public RunSummary summary() {
    RunResult result = result();
    FlowStatistics tally = new FlowStatistics(fabric.hosts().size(), 1);
    flows.forEach(tally::accept);
    return RunSummary.of(scenario(), result, tally);
  }

  /** The results of the flows, in order of completion. */
  public List<FlowResult> flows() {
    return flows;
  }

  public RunResult result() {
    long packets = 0;
    long payload = 0;
    if (flows.isEmpty()) {
      stretch();
      for (int i = 0; i < entries.size(); i++) {
        flows.add(flow(i));
      }
    }
    for (FlowList.Entry entry : entries) {
      packets += packets(entry.bytes());
      payload += entry.bytes();
    }
    long completion = flows.stream().mapToLong(FlowResult::completedPs).max().orElse(-1);
    endPs = Math.max(endPs, (completion / 1_000_000 + 1) * 1_000_000);
    long hops = 0;
    long marks = 0;
    long pauses = 0;
    long pausedPs = 0;
    for (PortResult port : ports) {
      hops += port.packets()[CLASS];
      marks += port.marks()[CLASS];
      pauses += port.pauses()[CLASS];
      pausedPs += port.pausedPs()[CLASS];
    }
    spans.sort(Comparator.comparingLong(PauseSpan::fromPs));
    return new RunResult(
        unfinished == 0 ? RunResult.Outcome.FINISHED : RunResult.Outcome.UNFINISHED,
        completion,
        endPs,
        new RunTotals(
            entries.size(),
            (long) entries.size() - unfinished,
            packets,
            0,
            0,
            packets / 4,
            0,
            0,
            marks / 2,
            hops,
            hops + 10_000,
            marks,
            0,
            pauses,
            pausedPs,
            lengths(spans),
            drops,
            drops,
            payload,
            StreamCounts.NONE,
            CpuCounts.NONE),
        ports,
        spans,
        List.of(),
        deadlock,
        List.of(),
        Disruptions.NONE,
        List.of(),
        List.of(),
        sampled ? samples() : PortSamples.NONE,
        traces,
        List.of(),
        imbalances,
        digest,
        0.42,
        0.05,
        0.44);
  }

  private void direction(int link, int from, int to, List<Integer> next) {
    portOf.put(key(from, to), ports.size());
    neighbours.get(from).add(to);
    ports.add(
        new PortResult(
            from,
            next.get(from),
            link,
            to,
            fabric.links().get(link).rate().bps(),
            new long[8],
            new long[8],
            new long[8],
            new long[8],
            new long[8],
            new long[8],
            new long[8],
            new long[8],
            0,
            0,
            new long[8],
            new long[8],
            0));
    next.set(from, next.get(from) + 1);
  }

  private void permutation(long bytes) {
    int hosts = fabric.hosts().size();
    List<Integer> to = new ArrayList<>();
    for (int i = 0; i < hosts; i++) {
      to.add(i);
    }
    Collections.shuffle(to, random);
    for (int i = 0; i < hosts; i++) {
      send(i, to.get(i) == i ? (i + 1) % hosts : to.get(i), bytes);
    }
  }

  private void arrivals(int count) {
    int hosts = fabric.hosts().size();
    for (int i = 0; i < count; i++) {
      int from = random.nextInt(hosts);
      int to = (from + 1 + random.nextInt(hosts - 1)) % hosts;
      send(from, to, (long) (1000 * Math.pow(10, random.nextDouble() * 3.3)));
    }
  }

  private void send(int from, int to, long bytes) {
    long startPs = random.nextInt(1000) * 1_000_000L;
    entries.add(FlowList.Entry.at(from, to, bytes, startPs));
    List<Integer> path = MadeFabric.path(fabric, neighbours, from, to, random);
    for (int i = 0; i + 1 < path.size(); i++) {
      int index = port(path.get(i), path.get(i + 1));
      PortResult port = ports.get(index);
      port.packets()[CLASS] += packets(bytes);
      port.bytes()[CLASS] += packets(bytes) * FRAME;
      port.marks()[CLASS] += packets(bytes) / 50;
      port.peakQueueBytes()[CLASS] =
          Math.max(port.peakQueueBytes()[CLASS], (long) random.nextInt(60_000) + bytes / 20);
      ports.set(index, withData(port, packets(bytes) * FRAME));
    }
  }

  private static PortResult withData(PortResult p, long data) {
    return new PortResult(
        p.node(),
        p.port(),
        p.link(),
        p.peer(),
        p.rateBps(),
        p.packets(),
        p.bytes(),
        p.marks(),
        p.drops(),
        p.pauses(),
        p.pausedPs(),
        p.peakQueueBytes(),
        p.xoffSent(),
        p.dataBytes() + data,
        p.admittedBytes() + data,
        p.lost(),
        p.lostBytes(),
        p.damaged());
  }

  /** Pauses that spread from the port to a host up the fabric and down to the senders. */
  private void pauseTree(int host, double share) {
    stretch();
    int leaf = neighbours.get(host).getFirst();
    int root = port(leaf, host);
    ports.get(root).peakQueueBytes()[CLASS] = 900_000;
    spread(leaf, share, 2);
  }

  /** Makes the run long enough for the busiest port. */
  private void stretch() {
    for (PortResult port : ports) {
      endPs = Math.max(endPs, port.bytes()[CLASS] * 8 * 10 * 104 / 100);
    }
  }

  private void spread(int pauser, double share, int depth) {
    for (int neighbour : neighbours.get(pauser)) {
      PortResult port = ports.get(port(neighbour, pauser));
      if (port.pauses()[CLASS] > 0 || random.nextInt(4) == 0) {
        continue;
      }
      int count = 3 + random.nextInt(6);
      long length = (long) (endPs * share / count * (0.8 + 0.2 * random.nextDouble()));
      for (int i = 0; i < count; i++) {
        long from = (long) (endPs * (i + 0.3 * random.nextDouble()) / count) + 20_000_000L / depth;
        spans.add(new PauseSpan(port.node(), port.port(), pauser, CLASS, from, from + length));
        port.pauses()[CLASS]++;
        port.pausedPs()[CLASS] += length;
      }
      port.peakQueueBytes()[CLASS] = Math.max(port.peakQueueBytes()[CLASS], 200_000L * depth);
      if (depth > 1 && !fabric.nodes().get(neighbour).isHost() && random.nextInt(2) == 0) {
        spread(neighbour, share * 0.6, depth - 1);
      }
    }
  }

  private FlowResult flow(int i) {
    FlowList.Entry entry = entries.get(i);
    boolean open = i >= entries.size() - unfinished;
    long solo = 6_000_000L + entry.bytes() * 8 * 10 * 1045 / 1000;
    long fct = (long) (solo * (1 + Math.pow(-Math.log(1 - random.nextDouble()), 1.5)));
    fct = i == entries.size() / 2 ? endPs - entry.startPs() - 300_000 : fct;
    return new FlowResult(
        i,
        entry.source(),
        entry.destination(),
        entry.bytes(),
        entry.startPs(),
        open ? -1 : entry.startPs() + fct - 2_000_000,
        open ? -1 : entry.startPs() + fct,
        solo,
        open ? entry.bytes() / 3 : entry.bytes(),
        0,
        random.nextInt(5),
        0xC001_12B7,
        "");
  }

  private PortSamples samples() {
    List<PortSeries> series = new ArrayList<>();
    for (int i = 0; i < ports.size(); i++) {
      long peak = ports.get(i).peakQueueBytes()[CLASS];
      long mean = ports.get(i).bytes()[CLASS] / SAMPLES;
      long[] queue = new long[SAMPLES];
      long[] sent = new long[SAMPLES];
      boolean[] paused = new boolean[SAMPLES];
      for (int t = 0; t < SAMPLES; t++) {
        double wave = 0.5 + 0.5 * Math.sin(t / 4.0 + i);
        queue[t] = (long) (peak * wave * random.nextDouble());
        sent[t] = (long) (mean * (0.5 + random.nextDouble()));
        paused[t] = ports.get(i).pausedPs()[CLASS] > 0 && random.nextInt(4) == 0;
      }
      series.add(new PortSeries(ports.get(i).node(), ports.get(i).port(), queue, sent, paused));
    }
    return new PortSamples(0, endPs / SAMPLES, SAMPLES, series);
  }

  private static long packets(long bytes) {
    return Math.max(1, (bytes + 4095) / 4096);
  }

  private static long key(int from, int to) {
    return ((long) from << 32) | to;
  }

  private int port(int from, int to) {
    return Objects.requireNonNull(portOf.get(key(from, to)));
  }
}
