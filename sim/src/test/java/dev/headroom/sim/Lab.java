package dev.headroom.sim;

import dev.headroom.model.fabric.Cables;
import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.FailureEvent;
import dev.headroom.model.fabric.InterruptStorm;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.LinkEvent;
import dev.headroom.model.fabric.LinkQuality;
import dev.headroom.model.fabric.NicFreeze;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.fabric.PauseStorm;
import dev.headroom.model.fabric.SlowReceiver;
import dev.headroom.model.fabric.Topologies;
import dev.headroom.model.flow.CombinedFlowProgram;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.FailureKnobs;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.workload.FlowList;
import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.sim.measure.PortResult;
import dev.headroom.sim.measure.RunResult;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Time;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Small scenarios for tests: nodes, links and flows one by one, knobs as text. Flows speak of hosts
 * by their position among the hosts, links of nodes by their id.
 */
public final class Lab {
  public static final long US = 1_000_000L;
  public static final long MS = 1_000_000_000L;

  private final List<Node> nodes = new ArrayList<>();
  private final List<Link> links = new ArrayList<>();
  private final List<FailureEvent> failures = new ArrayList<>();
  private final List<Scenario.Override> overrides = new ArrayList<>();
  private final List<FlowList.Entry> flows = new ArrayList<>();
  private Settings settings = Settings.DEFAULTS;
  private boolean onePairEach;
  private @Nullable FlowProgram program;

  /** What parts set for themselves, and the flows of each but the last. */
  private final List<Settings> parts = new ArrayList<>();

  private final List<FlowProgram> earlier = new ArrayList<>();

  /** What came of a run; flows by number. */
  public record Outcome(RunResult run, List<FlowResult> flows) {
    public FlowResult flow(int number) {
      return flows.stream().filter(f -> f.flow() == number).findFirst().orElseThrow();
    }

    public PortResult port(int node, int number) {
      return run.ports().stream()
          .filter(p -> p.node() == node && p.port() == number)
          .findFirst()
          .orElseThrow();
    }

    public long drops() {
      return run.counts().drops().values().stream().mapToLong(Long::longValue).sum();
    }

    public Map<DropCause, Long> dropsByCause() {
      return run.counts().drops();
    }
  }

  /** Hosts around one switch, which is the last node. */
  public static Lab star(int hosts, String rate, String delay) {
    Lab lab = new Lab();
    for (int i = 0; i < hosts; i++) {
      lab.host();
    }
    int hub = lab.device();
    for (int i = 0; i < hosts; i++) {
      lab.link(i, hub, rate, delay);
    }
    return lab;
  }

  /** Host 0, switches in a row, host 1, joined by links of these rates. */
  public static Lab chain(List<String> rates, String delay) {
    Lab lab = new Lab();
    int last = lab.host();
    int end = lab.host();
    for (int i = 0; i < rates.size(); i++) {
      int next = i == rates.size() - 1 ? end : lab.device();
      lab.link(last, next, rates.get(i), delay);
      last = next;
    }
    return lab;
  }

  /** A shape by name, with parameters as {@code fabric.leaves=4}. */
  public static Lab shape(String name, String... parameters) {
    var topology = Topologies.named(name).orElseThrow();
    Settings told = Settings.DEFAULTS;
    List<Knob<?>> known = new ArrayList<>(topology.parameters());
    known.addAll(Cables.PARAMETERS);
    for (String parameter : parameters) {
      int equals = parameter.indexOf('=');
      Knob<?> knob =
          known.stream()
              .filter(k -> k.name().equals(parameter.substring(0, equals)))
              .findFirst()
              .orElseThrow(() -> new IllegalArgumentException(parameter));
      told = told.with(knob, parameter.substring(equals + 1));
    }
    Fabric fabric = topology.build().apply(told);
    Lab lab = new Lab();
    lab.nodes.addAll(fabric.nodes());
    lab.links.addAll(fabric.links());
    return lab;
  }

  public int host() {
    return add(Node.Kind.HOST, "host-", 0);
  }

  public int device() {
    return add(Node.Kind.SWITCH, "switch-", 1);
  }

  private int add(Node.Kind kind, String prefix, int tier) {
    int id = nodes.size();
    nodes.add(new Node(id, prefix + id, kind, tier, id));
    return id;
  }

  public Lab link(int a, int b, String rate, String delay) {
    return lossyLink(a, b, rate, delay, 0);
  }

  public Lab lossyLink(int a, int b, String rate, String delay, double loss) {
    links.add(new Link(a, b, Rate.parse(rate), Time.parse(delay), loss));
    return this;
  }

  public Lab set(Knob<?> knob, String text) {
    settings = settings.with(knob, text);
    return this;
  }

  public Lab set(Settings more) {
    settings = settings.with(more);
    return this;
  }

  /** Sets a knob for the nodes whose names match. */
  public Lab at(String select, Knob<?> knob, String text) {
    overrides.add(new Scenario.Override(select, Settings.DEFAULTS.with(knob, text)));
    return this;
  }

  public Lab flow(int source, int destination, long bytes, long startPs) {
    flows.add(FlowList.Entry.at(source, destination, bytes, startPs));
    return this;
  }

  /** Hosts from 1 on, so many, send so much to host 0 at once. */
  public Lab incast(int senders, long bytes) {
    for (int host = 1; host <= senders; host++) {
      flow(host, 0, bytes, 0);
    }
    return this;
  }

  /** A flow of 10,000 B that waits for others: until they are there, or complete. */
  public Lab after(int source, int destination, List<Integer> delivered, List<Integer> completed) {
    return flow(new FlowList.Entry(source, destination, 10_000, 0, delivered, completed, -1));
  }

  public Lab flow(FlowList.Entry entry) {
    flows.add(entry);
    return this;
  }

  /** Flows that are not written out one by one. */
  public Lab flows(FlowProgram all) {
    program = all;
    return this;
  }

  /** Lets all flows between the same two hosts share one queue pair. */
  public Lab onOneQueuePair() {
    onePairEach = true;
    return this;
  }

  /** A link goes down; unless something else was set, routes follow at once. */
  public Lab linkDown(int link, long atPs) {
    if (!settings.isSet(FailureKnobs.DETECTION)) {
      settings = settings.with(FailureKnobs.DETECTION, "0ns");
    }
    failures.add(new LinkEvent(new Time(atPs), link, false));
    return this;
  }

  public Lab linkUp(int link, long atPs) {
    failures.add(new LinkEvent(new Time(atPs), link, true));
    return this;
  }

  /** A link falls to a share of its rate, and loses bits; until a time, if that is not 0. */
  public Lab worse(int link, long fromPs, long untilPs, double share, double bitErrors) {
    failures.add(new LinkQuality(new Time(fromPs), link, share, bitErrors));
    if (untilPs > 0) {
      failures.add(LinkQuality.restored(new Time(untilPs), link, links.get(link)));
    }
    return this;
  }

  /** Interrupts take a host's cores; until a time, if that is not 0. */
  public Lab interrupts(int node, double perSecond, long fromPs, long untilPs) {
    failures.add(new InterruptStorm(new Time(fromPs), node, perSecond));
    if (untilPs > 0) {
      failures.add(new InterruptStorm(new Time(untilPs), node, 0));
    }
    return this;
  }

  /** A host asks for silence without reason; until a time, if that is not 0. */
  public Lab storm(int node, long fromPs, long untilPs) {
    failures.add(new PauseStorm(new Time(fromPs), node, true));
    if (untilPs > 0) {
      failures.add(new PauseStorm(new Time(untilPs), node, false));
    }
    return this;
  }

  /** A host takes no more than this; until a time, if that is not 0. */
  public Lab slow(int node, String drain, long fromPs, long untilPs) {
    failures.add(new SlowReceiver(new Time(fromPs), node, Optional.of(Rate.parse(drain))));
    if (untilPs > 0) {
      failures.add(new SlowReceiver(new Time(untilPs), node, Optional.empty()));
    }
    return this;
  }

  /** A host stands still; until a time, if that is not 0. */
  public Lab standstill(int node, long fromPs, long untilPs) {
    failures.add(new NicFreeze(new Time(fromPs), node, true));
    if (untilPs > 0) {
      failures.add(new NicFreeze(new Time(untilPs), node, false));
    }
    return this;
  }

  /** The flows from here on are a part of the workload, with settings of its own. */
  public Lab part(Settings own) {
    if (!parts.isEmpty()) {
      earlier.add(new FlowList(flows));
      flows.clear();
    }
    parts.add(own);
    return this;
  }

  /** The node of this name. */
  public int node(String name) {
    return nodes.stream().filter(n -> n.name().equals(name)).findFirst().orElseThrow().id();
  }

  public Scenario scenario() {
    FlowProgram all = program == null ? written() : program;
    if (!parts.isEmpty()) {
      List<FlowProgram> each = new ArrayList<>(earlier);
      each.add(all);
      all = new CombinedFlowProgram(each);
    }
    return new Scenario(
        "lab",
        new Fabric("lab", nodes, links),
        failures,
        List.of(),
        settings,
        overrides,
        "",
        all,
        parts);
  }

  /**
   * What it is made of: labs of equal parts have equal runs. A program is equal to itself alone.
   */
  List<Object> madeOf() {
    return List.of(
        List.copyOf(nodes),
        List.copyOf(links),
        List.copyOf(failures),
        List.copyOf(overrides),
        List.copyOf(flows),
        settings,
        onePairEach,
        Optional.ofNullable(program),
        List.copyOf(parts),
        List.copyOf(earlier));
  }

  private FlowProgram written() {
    FlowList list = new FlowList(flows);
    if (!onePairEach) {
      return list;
    }
    Map<Long, Integer> pairs = new LinkedHashMap<>();
    int[] pair = new int[list.flows()];
    for (int flow = 0; flow < pair.length; flow++) {
      long hosts = ((long) list.source(flow) << 32) | list.destination(flow);
      pair[flow] = pairs.computeIfAbsent(hosts, h -> pairs.size());
    }
    return new SharedPairs(list, pair, pairs.size());
  }

  private record SharedPairs(FlowList list, int[] pair, int queuePairs) implements FlowProgram {
    @Override
    public int flows() {
      return list.flows();
    }

    @Override
    public int source(int flow) {
      return list.source(flow);
    }

    @Override
    public int destination(int flow) {
      return list.destination(flow);
    }

    @Override
    public long bytes(int flow) {
      return list.bytes(flow);
    }

    @Override
    public long startPs(int flow) {
      return list.startPs(flow);
    }

    @Override
    public int queuePair(int flow) {
      return pair[flow];
    }

    @Override
    public int queuePairIndex(int flow) {
      return 0;
    }

    @Override
    public int needs(int flow) {
      return list.needs(flow);
    }

    @Override
    public void whenDelivered(int flow, IntConsumer dependent) {
      list.whenDelivered(flow, dependent);
    }

    @Override
    public void whenCompleted(int flow, IntConsumer dependent) {
      list.whenCompleted(flow, dependent);
    }
  }

  public Outcome run() {
    return run(RunOptions.DEFAULT);
  }

  public Outcome run(RunOptions options) {
    List<FlowResult> results = new ArrayList<>();
    RunResult run = Simulation.run(scenario(), options, results::add, ProgressListener.SILENT);
    return new Outcome(run, results);
  }

  /** Jain's index of fairness: 1 if all are equal, 1/n if one has all. */
  public static double jain(double... shares) {
    double sum = Arrays.stream(shares).sum();
    double squares = Arrays.stream(shares).map(x -> x * x).sum();
    return sum * sum / (shares.length * squares);
  }

  /**
   * Correlation of what each got with its position: 0 within a quarter or so for noise of sixteen
   * points.
   */
  public static double correlationWithPosition(double... got) {
    double middle = (got.length - 1) / 2.0;
    double mean = Arrays.stream(got).average().orElseThrow();
    double both = 0;
    double ports = 0;
    double shares = 0;
    for (int i = 0; i < got.length; i++) {
      both += (i - middle) * (got[i] - mean);
      ports += (i - middle) * (i - middle);
      shares += (got[i] - mean) * (got[i] - mean);
    }
    return shares == 0 ? 0 : both / Math.sqrt(ports * shares);
  }
}
