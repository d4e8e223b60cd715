package dev.headroom.sim.fabric;

import dev.headroom.congestion.Signal;
import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Failure;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.LinkEvent;
import dev.headroom.model.fabric.LinkQuality;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.fabric.PauseStorm;
import dev.headroom.model.fabric.PfcHeadroom;
import dev.headroom.model.knob.ClassSchedule;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.ControllerKnobs;
import dev.headroom.model.knob.Derived;
import dev.headroom.model.knob.FailureKnobs;
import dev.headroom.model.knob.InfinibandKnobs;
import dev.headroom.model.knob.PerRate;
import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.RoutingKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.unit.Rate;
import dev.headroom.model.unit.Size;
import dev.headroom.model.unit.Time;
import dev.headroom.sim.control.BaseRtt;
import dev.headroom.sim.control.Instruments;
import dev.headroom.sim.kernel.Ns3Streams;
import dev.headroom.sim.kernel.Rng;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Builds the network of a scenario: devices, ports, wires, routes, partitions. */
public final class NetworkBuilder {
  /** Random streams that Alibaba's HPCC simulator takes for each node before the first draw. */
  private static final int STREAMS_OF_A_NODE = 6;

  /** Likewise for the error model of its links. */
  private static final int STREAMS_OF_LINKS = 2;

  private final Scenario scenario;
  private final Fabric fabric;
  private final List<List<Integer>> linksOf;
  private final FrameSizes frames;
  private final long seed;
  private final boolean insertionOrder;
  private final boolean oneSequence;
  private final Instruments instruments;
  private final long baseRttPs;
  private final Optional<BdpQueues> bdpQueues;
  private final Supplier<Packet> packets;
  private final List<Settings> settings = new ArrayList<>();

  /** What is set apart for the ports of single links. */
  private final Map<Integer, Settings> ofLinks;

  /** Links that do not always run at their rate. */
  private final Set<Integer> slowed;

  private final Map<PortKind, PortSettings> byKind = new HashMap<>();
  private final Map<PortSettings, PortSettings> alike = new HashMap<>();

  /**
   * What the fabric must know of frames.
   *
   * @param overhead preamble and gap
   * @param gap how much of it follows the frame
   * @param pause bytes of a PFC frame
   * @param largest bytes of the largest frame
   */
  public record FrameSizes(int overhead, int gap, int pause, int largest) {}

  /**
   * All that the settings of a port depend on. A large fabric has few kinds, and to work one out
   * costs more than to make the port.
   *
   * @param waits see {@link #waits}
   */
  private record PortKind(
      boolean host,
      Settings own,
      boolean peerIsHost,
      Settings peer,
      boolean waits,
      Rate rate,
      Time delay,
      double loss,
      double bitErrors) {}

  /**
   * @param bdpQueues how deep queues are where they are sized by the longest round trip
   * @param packets makes what flies
   */
  public NetworkBuilder(
      Scenario scenario,
      FrameSizes frames,
      Optional<BdpQueues> bdpQueues,
      Supplier<Packet> packets) {
    this.packets = packets;
    this.bdpQueues = bdpQueues;
    this.scenario = scenario;
    this.fabric = scenario.fabric();
    this.frames = frames;
    linksOf = fabric.ports();
    seed = scenario.settings().get(RunKnobs.SEED);
    insertionOrder = "insertion".equals(scenario.settings().get(RunKnobs.TIES));
    oneSequence = insertionOrder || "ns-3".equals(scenario.settings().get(RunKnobs.DRAWS));
    instruments = Instruments.of(scenario.settings());
    ofLinks = scenario.ofLinks();
    slowed =
        scenario.failures(LinkQuality.class).stream()
            .filter(quality -> quality.rateShare() < 1)
            .map(LinkQuality::link)
            .collect(Collectors.toSet());
    baseRttPs = instruments.watches(Signal.PINT) ? BaseRtt.of(scenario) : 0;
    for (Node node : fabric.nodes()) {
      settings.add(scenario.overrides().isEmpty() ? scenario.settings() : scenario.at(node));
    }
  }

  /**
   * @param parts partitions wanted; one where events or draws follow one sequence
   * @param keepPauses whether to keep the arrival of every PFC frame
   */
  public Network build(int parts, boolean keepPauses, DeviceFactory hosts) {
    int[] part = Partitioning.cut(fabric, oneSequence ? 1 : parts);
    int count = 1;
    for (int p : part) {
      count = Math.max(count, p + 1);
    }
    PacketDepot depot = new PacketDepot();
    Ns3Streams ns3 =
        "ns-3".equals(scenario.settings().get(RunKnobs.DRAWS))
            ? new Ns3Streams(seed, STREAMS_OF_A_NODE * fabric.nodes().size() + STREAMS_OF_LINKS)
            : null;
    List<Partition> partitions = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      partitions.add(
          new Partition(i, depot, insertionOrder, Rng.key(seed, "ties"), keepPauses, ns3, packets));
    }
    List<Device> devices = new ArrayList<>();
    List<Switch> switches = new ArrayList<>();
    int hostIndex = 0;
    for (Node node : fabric.nodes()) {
      Partition home = partitions.get(part[node.id()]);
      if (node.isHost()) {
        devices.add(hosts.make(node, hostIndex++, home));
      } else {
        Switch device = makeSwitch(node, home);
        switches.add(device);
        devices.add(device);
      }
    }
    Port[][] ports = makePorts(devices, part, partitions);
    if (Classes.areMapped(scenario)) {
      Classes.apply(scenario, ports, switches);
    }
    Selectors making = new Selectors(scenario);
    boolean valleys = "allow".equals(scenario.settings().get(RoutingKnobs.VALLEY));
    Routing routing =
        new Routing(
            fabric,
            insertionOrder,
            making.buckets(),
            valleys,
            "up-down".equals(scenario.settings().get(InfinibandKnobs.ENGINE)),
            making.lmc());
    List<Selector> selectors = fabric.switches().stream().map(making::of).toList();
    install(switches, routing.tables(link -> true, link -> true, ports, selectors));
    making.board().join(switches, ports);
    LinkChanges changes = changes(routing, ports, switches, selectors);
    Port[] all = allPorts(ports);
    Partition[] every = partitions.toArray(Partition[]::new);
    for (Partition partition : partitions) {
      partition.join(all, every, changes);
      changes.schedule(partition);
    }
    Optional<Outages> outages = outages(partitions, ports);
    return new Network(
        partitions,
        ports,
        switches,
        routing.groups(),
        depot,
        making.board(),
        changes,
        outages,
        Partitioning.lookaheadPs(fabric, part));
  }

  private static void install(List<Switch> switches, List<SwitchRoutes> routes) {
    for (int i = 0; i < switches.size(); i++) {
      switches.get(i).setRoutes(routes.get(i));
    }
  }

  /** From a change of a link until all routes have followed it. */
  private long convergencePs() {
    Settings all = scenario.settings();
    return all.find(FailureKnobs.CONVERGENCE).orElseGet(() -> all.get(FailureKnobs.DETECTION)).ps();
  }

  private Optional<Outages> outages(List<Partition> partitions, Port[][] ports) {
    List<LinkEvent> events = scenario.failures(LinkEvent.class);
    if (events.stream().allMatch(LinkEvent::up)) {
      return Optional.empty();
    }
    Outages outages =
        new Outages(scenario.flows().flows(), events, convergencePs(), partitions.size());
    partitions.forEach(partition -> partition.outages = outages);
    for (Node host : fabric.hosts()) {
      for (Port port : ports[host.id()]) {
        port.link.watch(outages);
      }
    }
    return Optional.of(outages);
  }

  private LinkChanges changes(
      Routing routing, Port[][] ports, List<Switch> switches, List<Selector> selectors) {
    Settings all = scenario.settings();
    long detection = all.get(FailureKnobs.DETECTION).ps();
    long convergence = convergencePs();
    List<LinkChanges.Change> changes = new ArrayList<>();
    for (FailurePlan.Moment moment :
        new FailurePlan(scenario.failures(LinkEvent.class), detection, convergence).moments()) {
      List<LinkChanges.End> ends = new ArrayList<>();
      for (LinkEvent event : moment.links()) {
        boolean down = !event.up();
        addEnds(ends, event.link(), ports, (port, nowPs) -> port.link.setDown(down, nowPs));
      }
      changes.add(
          new LinkChanges.Change(
              moment.atPs(),
              ends,
              moment.routes() ? switches : List.of(),
              moment.routes()
                  ? routing.tables(
                      index -> !moment.converged().get(index),
                      index -> !moment.noticed().get(index),
                      ports,
                      selectors)
                  : List.of()));
    }
    changes.addAll(otherFailures(ports));
    return new LinkChanges(changes);
  }

  /** Failures that no route follows. */
  private List<LinkChanges.Change> otherFailures(Port[][] ports) {
    List<LinkChanges.Change> changes = new ArrayList<>();
    for (Failure failure : scenario.failures()) {
      List<LinkChanges.End> ends = new ArrayList<>();
      switch (failure) {
        case LinkEvent _ -> {}
        case LinkQuality now ->
            addEnds(
                ends,
                now.link(),
                ports,
                (port, nowPs) -> port.link.setQuality(now.rateShare(), now.bitErrors()));
        case PauseStorm storm ->
            ends.add(
                new LinkChanges.End(
                    ports[storm.node()][0],
                    (port, nowPs) -> port.link.pfcOut.storm(storm.on(), nowPs)));
      }
      if (!ends.isEmpty()) {
        changes.add(new LinkChanges.Change(failure.at().ps(), ends, List.of(), List.of()));
      }
    }
    return changes;
  }

  private void addEnds(
      List<LinkChanges.End> ends, int index, Port[][] ports, LinkChanges.PortChange change) {
    Link link = fabric.links().get(index);
    Port end = ports[link.a()][linksOf.get(link.a()).indexOf(index)];
    ends.add(new LinkChanges.End(end, change));
    ends.add(new LinkChanges.End(end.peer(), change));
  }

  private static Port[] allPorts(Port[][] ports) {
    List<Port> all = new ArrayList<>();
    for (Port[] own : ports) {
      all.addAll(List.of(own));
    }
    Port[] byId = new Port[all.size()];
    for (Port port : all) {
      byId[port.id] = port;
    }
    return byId;
  }

  // --- devices
  // ------------------------------------------------------------------------------------

  private Switch makeSwitch(Node node, Partition home) {
    Settings own = settings.get(node.id());
    List<Integer> links = linksOf.get(node.id());
    long reserved = own.get(SwitchKnobs.RESERVED).bytes();
    int lossless = losslessMask(own);
    long committed = 0;
    for (int link : links) {
      long each = reserved + headroom(node, fabric.links().get(link));
      committed += Integer.bitCount(lossless) * each;
    }
    long total = own.get(SwitchKnobs.SWITCH_BUFFER).bytes();
    if (committed >= total) {
      throw new UnfitScenarioException(
          "%s needs %s for reserves and PFC headroom of its %d ports, but fabric.switches.buffer is %s"
              .formatted(node.name(), new Size(committed), links.size(), new Size(total)));
    }
    SharedBuffer buffer =
        new SharedBuffer(
            total,
            committed,
            lossless == 0 ? 0 : reserved,
            (int) own.get(SwitchKnobs.SWITCH_CELL).bytes(),
            own.get(PfcKnobs.XON_OFFSET).bytes(),
            own.get(SwitchKnobs.LOSSY_ALPHA),
            own.find(PfcKnobs.XOFF).map(Size::bytes).orElse(-1L));
    boolean cutThrough = "cut-through".equals(own.get(SwitchKnobs.FORWARDING));
    boolean atTail = "tail".equals(own.get(SwitchKnobs.ADMISSION));
    return new Switch(
        node.id(),
        node.name(),
        home,
        buffer,
        "enqueue".equals(own.get(CongestionKnobs.MARKING)),
        cutThrough,
        !atTail && waits(own, node),
        CreditSettings.classes(scenario.settings()),
        Stamp.of(
            instruments,
            links.size(),
            baseRttPs,
            scenario.settings().get(ControllerKnobs.PINT_BASE)),
        trimming(own));
  }

  private static @Nullable Trimming trimming(Settings own) {
    return own.get(SwitchKnobs.TRIMMING)
        ? new Trimming(
            (int) own.get(SwitchKnobs.TRIM_SIZE).bytes(),
            own.get(SwitchKnobs.TRIM_CLASS).intValue())
        : null;
  }

  /**
   * Whether packets may have to wait in a switch for their tails: not if all ports are equally fast
   * and stay so.
   */
  private boolean waits(Settings own, Node node) {
    if (!"cut-through".equals(own.get(SwitchKnobs.FORWARDING))) {
      return true;
    }
    List<Integer> links = linksOf.get(node.id());
    return links.stream()
        .anyMatch(link ->
            slowed.contains(link)
                || !fabric
                    .links()
                    .get(link)
                    .rate()
                    .equals(fabric.links().get(links.getFirst()).rate()));
  }

  private Port[][] makePorts(List<Device> devices, int[] part, List<Partition> partitions) {
    Port[][] ports = new Port[devices.size()][];
    int id = 0;
    for (int node = 0; node < ports.length; node++) {
      ports[node] = new Port[linksOf.get(node).size()];
      Node at = fabric.nodes().get(node);
      boolean waits = !at.isHost() && waits(settings.get(node), at);
      for (int number = 0; number < ports[node].length; number++) {
        int index = linksOf.get(node).get(number);
        Link link = fabric.links().get(index);
        Settings apart = ofLinks.get(index);
        Settings own = settings.get(node);
        ports[node][number] =
            new Port(
                id++,
                devices.get(node),
                number,
                partitions.get(part[node]),
                portSettings(at, link, apart == null ? own : own.with(apart), waits),
                Rng.key(seed, at.name() + " port " + number));
      }
    }
    int[] next = new int[ports.length];
    for (Link link : fabric.links()) {
      Port a = ports[link.a()][next[link.a()]++];
      Port b = ports[link.b()][next[link.b()]++];
      a.connect(b);
      b.connect(a);
    }
    return ports;
  }

  private PortSettings portSettings(Node node, Link link, Settings own, boolean waits) {
    Node peer = fabric.nodes().get(link.other(node.id()));
    PortKind kind =
        new PortKind(
            node.isHost(),
            own,
            peer.isHost(),
            settings.get(peer.id()),
            waits,
            link.rate(),
            link.delay(),
            link.loss(),
            link.bitErrors());
    return byKind.computeIfAbsent(
        kind, k -> alike.computeIfAbsent(newSettings(node, link, own, waits), same -> same));
  }

  private PortSettings newSettings(Node node, Link link, Settings own, boolean waits) {
    long rounding = own.get(RunKnobs.ROUNDING).ps();
    Rate rate = link.rate();
    long latency = latency(node);
    boolean atTail = "tail".equals(own.get(SwitchKnobs.ADMISSION));
    boolean toHost = fabric.nodes().get(link.other(node.id())).isHost();
    int lossless = losslessMask(own);
    return new PortSettings(
        new Wire(rate.bps(), frames.overhead(), frames.gap(), rounding),
        ClassSchedule.of(own.get(SwitchKnobs.SCHEDULING)),
        link.delay().ps() + latency,
        link.delay().ps(),
        Math.max(0, response(own, rate) - latency),
        own.get(PfcKnobs.PAUSE_QUANTA),
        frames.pause(),
        lossless,
        lossless == 0 ? 0 : headroom(node, link),
        node.isHost() ? 0 : own.get(SwitchKnobs.ALPHA).at(rate),
        node.isHost() || atTail,
        !atTail && waits,
        node.isHost() ? Long.MAX_VALUE : queueLimit(own, rate),
        node.isHost() || (toHost && !marksToHosts(own)) ? Marking.OFF : marking(own, rate),
        link.loss(),
        credits(node, link),
        link.bitErrors(),
        "wait".equals(own.get(FailureKnobs.QUEUED)),
        node.isHost() ? Optional.empty() : WatchdogSettings.of(own),
        retries());
  }

  private int retries() {
    Settings all = scenario.settings();
    return all.get(FailureKnobs.LINK_RETRY) ? all.get(FailureKnobs.LINK_RETRIES).intValue() : 0;
  }

  /** What credit-based flow control is set with at a node's end of a link. */
  private Optional<CreditSettings> credits(Node node, Link link) {
    Node peer = fabric.nodes().get(link.other(node.id()));
    return CreditSettings.of(
        scenario.settings(),
        settings.get(node.id()),
        node,
        link.rate(),
        2 * link.delay().ps() + latency(node) + latency(peer),
        frames);
  }

  private long latency(Node node) {
    return node.isHost() ? 0 : settings.get(node.id()).get(SwitchKnobs.SWITCH_LATENCY).ps();
  }

  private int losslessMask(Settings own) {
    return own.get(PfcKnobs.PFC) && CreditSettings.classes(scenario.settings()) == 0
        ? CreditSettings.mask(own.get(PfcKnobs.PFC_CLASSES))
        : 0;
  }

  private static long response(Settings own, Rate rate) {
    return own.find(PfcKnobs.PFC_RESPONSE).map(Time::ps).orElse(PfcHeadroom.responsePs(rate.bps()));
  }

  private long headroom(Node node, Link link) {
    Settings own = settings.get(node.id());
    return own.find(PfcKnobs.HEADROOM)
        .map(sizes -> sizes.at(link.rate()).bytes())
        .orElseGet(() -> defaultHeadroom(own, link, link.other(node.id())));
  }

  /**
   * SONiC's formula, with two things that it leaves to its margins: what a slow peer has in its
   * pipeline, and, where packets are charged at their tails, the one that was on its way in.
   */
  private long defaultHeadroom(Settings own, Link link, int peer) {
    long pipeline =
        fabric.nodes().get(peer).isHost()
            ? 0
            : settings.get(peer).get(SwitchKnobs.SWITCH_LATENCY).ps();
    long cell = own.get(SwitchKnobs.SWITCH_CELL).bytes();
    long arriving =
        "tail".equals(own.get(SwitchKnobs.ADMISSION))
            ? (frames.largest() + cell - 1) / cell * cell
            : 0;
    return arriving
        + PfcHeadroom.of(
                link.rate().bps(),
                retries() == 0 ? link.delay().ps() : 2 * link.delay().ps(),
                frames.largest(),
                frames.largest(),
                cell,
                1,
                Math.max(pipeline, response(own, link.rate())))
            .bytes();
  }

  private static boolean marksToHosts(Settings own) {
    return own.find(CongestionKnobs.ECN_TO_HOSTS)
        .orElseGet(() -> !"rccc".equals(own.get(CongestionKnobs.ALGORITHM)));
  }

  private long queueLimit(Settings own, Rate rate) {
    Optional<PerRate<Size>> told = own.find(SwitchKnobs.QUEUE_LIMIT);
    return bdpQueues
        .map(queues -> queues.limit(told, rate, own.get(SwitchKnobs.TRIMMING)))
        .orElseGet(() -> told.map(sizes -> sizes.at(rate).bytes()).orElse(Long.MAX_VALUE));
  }

  private Marking marking(Settings own, Rate rate) {
    if (!own.get(CongestionKnobs.ECN)) {
      return Marking.OFF;
    }
    if (bdpQueues.isPresent()) {
      return bdpQueues
          .get()
          .marking(
              own.find(CongestionKnobs.KMIN),
              own.find(CongestionKnobs.KMAX),
              rate,
              own.get(CongestionKnobs.PMAX).at(rate));
    }
    return new Marking(
        Derived.kmin(own, rate).bytes(),
        Derived.kmax(own, rate).bytes(),
        own.get(CongestionKnobs.PMAX).at(rate));
  }
}
