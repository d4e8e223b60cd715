package dev.headroom.sim.build;

import dev.headroom.congestion.Pint;
import dev.headroom.congestion.Signal;
import dev.headroom.model.choice.BufferAdmission;
import dev.headroom.model.choice.EventTieOrder;
import dev.headroom.model.choice.MarkingPoint;
import dev.headroom.model.choice.RoutingEngine;
import dev.headroom.model.choice.SwitchForwarding;
import dev.headroom.model.choice.TrimmedPacket;
import dev.headroom.model.choice.ValleyRouting;
import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.DeclaredKnobs;
import dev.headroom.model.knob.InfinibandKnobs;
import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.RoutingKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.server.SharedUplinks;
import dev.headroom.sim.cells.CellFabricLeaf;
import dev.headroom.sim.cells.CellSettings;
import dev.headroom.sim.control.BaseRtt;
import dev.headroom.sim.control.SignalOverhead;
import dev.headroom.sim.credit.InputBuffers;
import dev.headroom.sim.fabric.DeviceFactory;
import dev.headroom.sim.fabric.FlowOutages;
import dev.headroom.sim.fabric.NetworkDevice;
import dev.headroom.sim.fabric.Partition;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.fabric.UnrunnableScenarioException;
import dev.headroom.sim.failure.FailureInjector;
import dev.headroom.sim.failure.LinkChanges;
import dev.headroom.sim.kernel.Ns3RandomSources;
import dev.headroom.sim.kernel.Rng;
import dev.headroom.sim.ns3.Ns3Losses;
import dev.headroom.sim.packet.PacketDepot;
import dev.headroom.sim.partition.CoScheduledDevices;
import dev.headroom.sim.partition.PartitionPlan;
import dev.headroom.sim.partition.Partitioner;
import dev.headroom.sim.partition.SchedulerLayout;
import dev.headroom.sim.plugin.PluginMarker;
import dev.headroom.sim.routing.NextHopSelector;
import dev.headroom.sim.routing.RoutingTableBuilder;
import dev.headroom.sim.routing.SwitchRoutes;
import dev.headroom.sim.switching.PacketTrimming;
import dev.headroom.sim.switching.PluginQueueMarker;
import dev.headroom.sim.switching.SharedBuffer;
import dev.headroom.sim.switching.Switch;
import dev.headroom.unit.CountedNoun;
import dev.headroom.unit.Size;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Builder of the network of a scenario: devices, ports, links, routes, partitions. */
public final class NetworkBuilder {
  /** Bytes of an Ethernet frame around its IP packet: addresses, type and FCS. */
  private static final int AROUND_IP = 18;

  private final Scenario scenario;
  private final Fabric fabric;
  private final List<List<Integer>> linksOf;
  private final long seed;
  private final InputBuffers inputs;
  private final boolean insertionOrder;
  private final boolean oneSequence;
  private final SignalOverhead signalOverhead;
  private final long baseRttPs;
  private final TransportRequirements transportRequirements;
  private final NodeSettings settings;
  private final PfcBufferPlan pfcBufferPlan;
  private final PortSettingsTable plans;

  /** Makes those who mark, where somebody brought that along. */
  private final PluginMarker.@Nullable Maker marker;

  /** Of a scenario, for the packets of its transports. */
  public NetworkBuilder(Scenario scenario, TransportRequirements transportRequirements) {
    this.transportRequirements = transportRequirements;
    this.scenario = scenario;
    fabric = scenario.fabric();
    linksOf = fabric.ports();
    seed = scenario.settings().get(RunKnobs.SEED);
    inputs = InputBuffers.of(scenario.settings());
    insertionOrder = scenario.settings().get(RunKnobs.TIES) == EventTieOrder.INSERTION;
    oneSequence = insertionOrder || Ns3Losses.isConfigured(scenario);
    signalOverhead = SignalOverhead.of(transportRequirements.telemetryScenario().settings());
    baseRttPs =
        signalOverhead.watches(Signal.PINT)
            ? BaseRtt.of(transportRequirements.telemetryScenario())
            : 0;
    settings = new NodeSettings(scenario);
    pfcBufferPlan = new PfcBufferPlan(scenario, settings, transportRequirements.frames());
    plans = new PortSettingsTable(scenario, settings, transportRequirements, pfcBufferPlan);
    marker = PluginQueueMarker.maker(scenario.settings()).orElse(null);
  }

  /**
   * @param parts partitions wanted; one where events or draws follow one sequence
   * @param keepPauses whether to keep the arrival of every PFC frame
   */
  public SimulatedNetwork build(int parts, boolean keepPauses, DeviceFactory hosts) {
    PartitionPlan cut =
        Partitioner.cut(fabric, oneSequence ? 1 : parts, SharedUplinks.of(scenario));
    PacketDepot depot = new PacketDepot();
    PacketDepot cellDepot = new PacketDepot();
    List<Partition> partitions = makePartitions(cut, depot, cellDepot, keepPauses);
    List<NetworkDevice> devices = new ArrayList<>();
    List<Switch> switches = new ArrayList<>();
    int hostIndex = 0;
    for (Node node : fabric.nodes()) {
      Partition home = partitions.get(cut.of()[node.id()]);
      if (node.isHost()) {
        devices.add(hosts.make(node, hostIndex++, home));
      } else {
        Switch device = makeSwitch(node, home);
        switches.add(device);
        devices.add(device);
      }
    }
    Port[][] ports = makePorts(devices);
    if (Ns3Losses.isConfigured(scenario)) {
      Ns3Losses.of(scenario).give(linksOf, ports);
    }
    if (TrafficClassMaps.hasCustomMaps(scenario)) {
      TrafficClassMaps.apply(scenario, transportRequirements.dscps(), ports, switches);
    }
    NextHopSelectorFactory making = new NextHopSelectorFactory(scenario);
    RoutingTableBuilder routing = routing(making);
    CellSettings.of(scenario.settings())
        .ifPresent(cells ->
            switches.forEach(
                hop -> hop.travelInCells(new CellFabricLeaf(hop, cells, routing.groups()))));
    List<NextHopSelector> selectors = fabric.switches().stream().map(making::of).toList();
    install(switches, routing.tables(link -> true, link -> true, ports, selectors));
    making.board().join(switches, ports);
    FailureInjector failures = new FailureInjector(scenario, ports);
    LinkChanges changes = failures.changes(routing, switches, selectors);
    Port[] all = allPorts(ports);
    Partition[] every = partitions.toArray(Partition[]::new);
    for (Partition partition : partitions) {
      partition.join(all, every, changes);
    }
    Optional<FlowOutages> outages = failures.outages(partitions);
    return new SimulatedNetwork(
        partitions,
        ports,
        switches,
        routing.groups(),
        depot,
        cellDepot,
        making.board(),
        changes,
        outages,
        cut.below(),
        cut.lookaheadPs(fabric));
  }

  private List<Partition> makePartitions(
      PartitionPlan cut, PacketDepot depot, PacketDepot cellDepot, boolean keepPauses) {
    Ns3RandomSources ns3 =
        Ns3Losses.isConfigured(scenario) ? Ns3Losses.of(scenario).sequences() : null;
    long ties = Rng.key(seed, "ties");
    List<Partition> partitions = new ArrayList<>();
    for (SchedulerLayout schedulerLayout : schedulerLayouts(cut, ties)) {
      partitions.add(
          new Partition(
              partitions.size(),
              schedulerLayout,
              depot,
              cellDepot,
              keepPauses,
              ns3,
              transportRequirements.packets()));
    }
    return partitions;
  }

  private List<SchedulerLayout> schedulerLayouts(PartitionPlan cut, long ties) {
    if (oneSequence) {
      return List.of(SchedulerLayout.inOneOrder(fabric.nodes().size(), insertionOrder, ties));
    }
    CoScheduledDevices coScheduledDevices =
        CoScheduledDevices.of(fabric, SharedUplinks.of(scenario), hostSignalDelayPs());
    return coScheduledDevices.largest() > CoScheduledDevices.LARGEST
        ? SchedulerLayout.inOneOrder(cut, ties)
        : SchedulerLayout.byStation(fabric, cut, coScheduledDevices, ties);
  }

  /** How much later, at least, a host does what another tells it, without a packet. */
  private long hostSignalDelayPs() {
    FlowProgram flows = scenario.flows();
    if (flows.schedules().isEmpty() && !flows.hasDependencies()) {
      return Long.MAX_VALUE;
    }
    return flows.schedules().stream()
        .mapToLong(part -> part.flows().shortestPs())
        .reduce(scenario.settings().get(RunKnobs.GRID).ps(), Math::min);
  }

  private RoutingTableBuilder routing(NextHopSelectorFactory making) {
    Settings given = scenario.settings();
    return new RoutingTableBuilder(
        fabric,
        insertionOrder,
        making.buckets(),
        given.get(RoutingKnobs.VALLEY) == ValleyRouting.ALLOW,
        given.get(InfinibandKnobs.ENGINE) == RoutingEngine.UP_DOWN,
        making.lmc());
  }

  private static void install(List<Switch> switches, List<SwitchRoutes> routes) {
    for (int i = 0; i < switches.size(); i++) {
      switches.get(i).setRoutes(routes.get(i));
    }
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

  private Switch makeSwitch(Node node, Partition home) {
    Settings own = settings.at(node);
    List<Integer> links = linksOf.get(node.id());
    long reserved = own.get(SwitchKnobs.RESERVED).bytes();
    int lossless = pfcBufferPlan.losslessMask(own);
    long committed = pfcBufferPlan.committed(node, links);
    long total = own.get(SwitchKnobs.SWITCH_BUFFER).bytes();
    if (committed >= total) {
      throw new UnrunnableScenarioException(
          "%s needs %s for reserves and PFC headroom of its %s, but fabric.switches.buffer is %s; increase it, or reduce pfc.headroom"
              .formatted(
                  node.name(),
                  new Size(committed),
                  CountedNoun.of(links.size(), "port"),
                  new Size(total)));
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
    boolean cutThrough = own.get(SwitchKnobs.FORWARDING) == SwitchForwarding.CUT_THROUGH;
    boolean atTail = own.get(SwitchKnobs.ADMISSION) == BufferAdmission.TAIL;
    return new Switch(
        node.id(),
        node.name(),
        home,
        buffer,
        own.get(CongestionKnobs.MARKING) == MarkingPoint.ENQUEUE,
        marker,
        cutThrough,
        !atTail && plans.waits(node),
        (int) own.get(SwitchKnobs.SWITCH_MTU).bytes() + AROUND_IP,
        inputs,
        PacketStampFactory.of(
            signalOverhead,
            links.size(),
            baseRttPs,
            DeclaredKnobs.read(
                    transportRequirements.telemetryScenario().settings(), Pint.Settings.class)
                .base(),
            home.ns3),
        trimming(own));
  }

  private static @Nullable PacketTrimming trimming(Settings own) {
    return own.get(SwitchKnobs.TRIMMING)
        ? new PacketTrimming(
            (int) own.get(SwitchKnobs.TRIM_SIZE).bytes(),
            own.get(SwitchKnobs.TRIM_CLASS).intValue(),
            own.get(SwitchKnobs.TRIM_WHICH) == TrimmedPacket.EITHER)
        : null;
  }

  private Port[][] makePorts(List<NetworkDevice> devices) {
    Port[][] ports = new Port[devices.size()][];
    int id = 0;
    for (int node = 0; node < ports.length; node++) {
      ports[node] = new Port[linksOf.get(node).size()];
      Node at = fabric.nodes().get(node);
      boolean waits = !at.isHost() && plans.waits(at);
      for (int number = 0; number < ports[node].length; number++) {
        ports[node][number] =
            new Port(
                id++,
                devices.get(node),
                number,
                plans.of(at, linksOf.get(node).get(number), waits),
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
}
