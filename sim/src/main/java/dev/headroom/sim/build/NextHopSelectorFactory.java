package dev.headroom.sim.build;

import dev.headroom.congestion.TransportType;
import dev.headroom.model.choice.CellChoice;
import dev.headroom.model.choice.FlowletChoice;
import dev.headroom.model.choice.HashFunction;
import dev.headroom.model.choice.HashSalt;
import dev.headroom.model.choice.RoutingAlgorithm;
import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.knob.InfinibandKnobs;
import dev.headroom.model.knob.Plugin;
import dev.headroom.model.knob.PluginRoutingKnobs;
import dev.headroom.model.knob.RoutingKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.fabric.UnrunnableScenarioException;
import dev.headroom.sim.kernel.Rng;
import dev.headroom.sim.ns3.Ns3Address;
import dev.headroom.sim.plugin.PluginBalancer;
import dev.headroom.sim.routing.EcmpHash;
import dev.headroom.sim.routing.Flowlets;
import dev.headroom.sim.routing.LeastQueued;
import dev.headroom.sim.routing.NextHopChoice;
import dev.headroom.sim.routing.NextHopSelector;
import dev.headroom.sim.routing.PluginHopChoice;
import dev.headroom.sim.routing.QueueGrades;
import dev.headroom.sim.routing.RandomSpray;
import dev.headroom.sim.routing.RemoteQueueTable;
import dev.headroom.sim.routing.RoundRobin;
import org.jspecify.annotations.Nullable;

/** Factory of the {@link NextHopSelector} of each switch, by the scenario's {@code routing}. */
final class NextHopSelectorFactory {
  private final Scenario scenario;
  private final Settings settings;
  private final int[] addresses;
  private final RemoteQueueTable board;

  /** Of a load balancer that somebody brought, once a switch has asked for it. */
  private PluginBalancer.@Nullable Maker maker;

  NextHopSelectorFactory(Scenario scenario) {
    this.scenario = scenario;
    settings = scenario.settings();
    Fabric fabric = scenario.fabric();
    addresses = fabric.hosts().stream().mapToInt(host -> Ns3Address.of(host.id())).toArray();
    boolean remote = settings.get(RoutingKnobs.ROUTING) == RoutingAlgorithm.ADAPTIVE_REMOTE;
    board =
        remote
            ? new RemoteQueueTable(settings.get(RoutingKnobs.GRADE_PERIOD).ps())
            : RemoteQueueTable.OFF;
  }

  /** What the switches know of each other. */
  RemoteQueueTable board() {
    return board;
  }

  /** Buckets of resilient hashing; 0 without. */
  int buckets() {
    boolean resilient = settings.get(RoutingKnobs.ROUTING) == RoutingAlgorithm.RESILIENT;
    return resilient ? settings.get(RoutingKnobs.BUCKETS).intValue() : 0;
  }

  /** LIDs of a host, as a power of two; -1 where packets are not forwarded by LID. */
  int lmc() {
    boolean byLid =
        settings.get(TransportKnobs.TRANSPORT) == TransportType.INFINIBAND
            || settings.get(RoutingKnobs.ROUTING) == RoutingAlgorithm.LINEAR;
    return byLid ? settings.get(InfinibandKnobs.LMC).intValue() : -1;
  }

  NextHopSelector of(Node node) {
    return new NextHopSelector(hash(node), choice(node));
  }

  private EcmpHash hash(Node node) {
    Settings own = scenario.overrides().isEmpty() ? settings : scenario.at(node);
    boolean salted = own.get(RoutingKnobs.SALT) == HashSalt.SWITCH;
    if (own.get(RoutingKnobs.HASH) == HashFunction.MURMUR3) {
      return EcmpHash.murmur3(salted ? node.id() : 0, addresses);
    }
    return EcmpHash.mixed(salted ? (int) Rng.key(seed(), node.name() + " ecmp") : 0);
  }

  private @Nullable NextHopChoice choice(Node node) {
    return switch (settings.get(RoutingKnobs.ROUTING)) {
      case ADAPTIVE, ADAPTIVE_REMOTE -> leastQueued(node);
      case FLOWLET ->
          new Flowlets(
              settings.get(RoutingKnobs.FLOWLET_GAP).ps(),
              settings.get(RoutingKnobs.FLOWLET_TABLE).intValue(),
              settings.get(RoutingKnobs.FLOWLET_CHOICE) == FlowletChoice.QUEUE
                  ? leastQueued(node)
                  : spray(node));
      case SPRAY -> spray(node);
      case ROUND_ROBIN -> new RoundRobin(key(node));
      case CELLS ->
          settings.get(RoutingKnobs.CELL_CHOICE) == CellChoice.QUEUE
              ? leastQueued(node)
              : new RoundRobin(key(node));
      case OWN -> pluginChoice(node);
      case ECMP, E_ECMP, LINEAR, RESILIENT -> null;
    };
  }

  private PluginHopChoice pluginChoice(Node node) {
    int ports = scenario.fabric().ports().get(node.id()).size();
    return new PluginHopChoice(maker(), node.name(), ports, spray(node));
  }

  /** All switches of a run have the same. */
  private PluginBalancer.Maker maker() {
    PluginBalancer.Maker made = maker;
    if (made == null) {
      made =
          settings
              .find(PluginRoutingKnobs.NAME)
              .filter(PluginBalancer.class::isInstance)
              .map(PluginBalancer.class::cast)
              .orElseThrow(() -> new UnrunnableScenarioException(missingPlugin()))
              .with(settings.get(PluginRoutingKnobs.SETTINGS));
      maker = made;
    }
    return made;
  }

  private String missingPlugin() {
    String name = settings.find(PluginRoutingKnobs.NAME).map(Plugin::name).orElse("");
    return "routing.algorithm is own, but the source of %s is missing: pass it with --routing %s.java"
        .formatted(name.isEmpty() ? "one" : name, name.isEmpty() ? "NAME" : name);
  }

  private LeastQueued leastQueued(Node node) {
    return new LeastQueued(new QueueGrades(settings.find(RoutingKnobs.GRADES)), board, spray(node));
  }

  private RandomSpray spray(Node node) {
    return new RandomSpray(key(node));
  }

  private long key(Node node) {
    return Rng.key(seed(), node.name() + " spray");
  }

  private long seed() {
    return settings.get(RunKnobs.SEED);
  }
}
