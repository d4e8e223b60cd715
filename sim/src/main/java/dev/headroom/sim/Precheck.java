package dev.headroom.sim;

import dev.headroom.model.choice.ValleyRouting;
import dev.headroom.model.choice.Verb;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.flow.FlowOverrides;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.CreditKnobs;
import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.RoutingKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.build.NetworkBuilder;
import dev.headroom.sim.build.PfcBufferPlan;
import dev.headroom.sim.build.SimulatedNetwork;
import dev.headroom.sim.check.BufferDependencyGraph;
import dev.headroom.sim.check.DscpMapping;
import dev.headroom.sim.check.EcnBeforePfcCheck;
import dev.headroom.sim.check.MultipathCheck;
import dev.headroom.sim.check.PartialGoBackUnits;
import dev.headroom.sim.check.ReorderingRisk;
import dev.headroom.sim.check.SwitchEcnCheck;
import dev.headroom.sim.check.UndersizedQueue;
import dev.headroom.sim.control.ScenarioControllers;
import dev.headroom.sim.fabric.IdleHost;
import dev.headroom.sim.packet.FrameSizes;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Findings about a scenario before it runs.
 *
 * @param lossless whether anything is lossless at all, so that pauses can wait for each other
 * @param anyRing switches in order, each of whose ingresses can wait for the next, with some
 *     traffic on these routes; empty if there is no such circle
 * @param ring the same with this scenario's traffic, answers included
 * @param switches one entry for each kind of switch
 * @param classes what each kind of node makes of the DSCP of data
 * @param tightQueues one entry for each kind of switch that no full frame gets through
 * @param reorderingRisk receivers that take for loss what this fabric does to the order of packets
 * @param partialUnits flows of which no ACK says that all has come
 */
public record Precheck(
    boolean lossless,
    List<Integer> anyRing,
    List<Integer> ring,
    List<SwitchEcnCheck> switches,
    List<DscpMapping> classes,
    List<UndersizedQueue> tightQueues,
    List<ReorderingRisk> reorderingRisk,
    Optional<PartialGoBackUnits> partialUnits) {

  /** Whether the check found something that is wrong with this scenario. */
  public boolean hasFindings() {
    return !ring.isEmpty()
        || pausesFirst()
        || hasClassMismatch()
        || !tightQueues.isEmpty()
        || !reorderingRisk.isEmpty()
        || partialUnits.isPresent();
  }

  /** Whether nodes do not agree on the class of data. */
  public boolean hasClassMismatch() {
    return lossless
        && classes.stream().anyMatch(DscpMapping::lossless)
        && DscpMapping.hasClassMismatch(classes);
  }

  public boolean pausesFirst() {
    return switches.stream()
        .anyMatch(each -> each.verdict() == SwitchEcnCheck.Verdict.PAUSES_FIRST);
  }

  /**
   * Checks a scenario, with the buffers and the routes that its run would have.
   *
   * @throws dev.headroom.sim.fabric.UnrunnableScenarioException if it cannot be run as it is
   */
  public static Precheck of(Scenario scenario) {
    TransportPlan plan = TransportPlan.of(scenario);
    return of(scenario, network(scenario, plan), plan.requirements().frames());
  }

  /**
   * The same without what only {@code headroom check} tells: how far packets fan out, and circles
   * of other traffic. Fabrics of tiers without valleys are not searched for circles.
   */
  public static Precheck withoutDetails(Scenario scenario) {
    boolean lossless = isLossless(scenario.settings());
    List<DscpMapping> classes = classes(scenario);
    TransportPlan plan = TransportPlan.of(scenario);
    List<UndersizedQueue> tight = tightQueues(scenario, plan.requirements().frames());
    Optional<PartialGoBackUnits> partial = PartialGoBackUnits.of(scenario);
    if (!lossless && !isOrderSensitive(scenario)) {
      return new Precheck(
          false, List.of(), List.of(), List.of(), classes, tight, List.of(), partial);
    }
    SimulatedNetwork network = network(scenario, plan);
    List<ReorderingRisk> reorderingRisk = reorderingRisks(scenario, network);
    if (!lossless) {
      return new Precheck(
          false, List.of(), List.of(), List.of(), classes, tight, reorderingRisk, partial);
    }
    return new Precheck(
        true,
        List.of(),
        canHaveCycles(scenario) ? ring(scenario, network) : List.of(),
        EcnBeforePfcCheck.brief(
            network, plan.requirements().frames().largest(), reactsToEcn(scenario)),
        classes,
        tight,
        reorderingRisk,
        partial);
  }

  /**
   * Bytes that the PFC headroom of switches lacks against its formula, at the port that lacks most;
   * 0 where none does, or where the formula sets it.
   */
  public static long missingHeadroom(Scenario scenario) {
    FrameSizes frames = TransportPlan.of(scenario).requirements().frames();
    return PfcBufferPlan.of(scenario, frames).missingBytes();
  }

  private static boolean canHaveCycles(Scenario scenario) {
    List<Node> nodes = scenario.fabric().nodes();
    return scenario.settings().get(RoutingKnobs.VALLEY) == ValleyRouting.ALLOW
        || scenario.fabric().links().stream()
            .anyMatch(link -> nodes.get(link.a()).tier() == nodes.get(link.b()).tier());
  }

  private static SimulatedNetwork network(Scenario scenario, TransportPlan plan) {
    return new NetworkBuilder(scenario, plan.requirements())
        .build(1, false, (node, index, home) -> new IdleHost(node.id(), node.name(), home));
  }

  static Precheck of(Scenario scenario, SimulatedNetwork network, FrameSizes frames) {
    boolean lossless = isLossless(scenario.settings());
    return new Precheck(
        lossless,
        lossless ? BufferDependencyGraph.ring(network, anySenders(scenario, network)) : List.of(),
        lossless ? ring(scenario, network) : List.of(),
        EcnBeforePfcCheck.of(network, frames.largest(), reactsToEcn(scenario)),
        classes(scenario),
        tightQueues(scenario, frames),
        reorderingRisks(scenario, network),
        PartialGoBackUnits.of(scenario));
  }

  /**
   * The scenario as each part of its workload that is set apart sees it, and flows with a class of
   * their own.
   */
  private static List<Scenario> views(Scenario scenario) {
    int parts = Math.max(1, scenario.parts().size());
    List<FlowOverrides> classes =
        scenario.flows().allOverrides().stream()
            .map(own -> FlowOverrides.NONE.in(own.priority()))
            .distinct()
            .toList();
    return IntStream.range(0, parts)
        .mapToObj(scenario::ofPart)
        .flatMap(part -> classes.stream().map(own -> part.with(own.over(part.settings()))))
        .distinct()
        .toList();
  }

  private static List<DscpMapping> classes(Scenario scenario) {
    return views(scenario).stream()
        .flatMap(view -> DscpMapping.of(view).stream())
        .distinct()
        .toList();
  }

  /** Queues with no room for a full frame of what they are to carry. */
  public static List<UndersizedQueue> tightQueues(Scenario scenario) {
    return tightQueues(scenario, TransportPlan.of(scenario).requirements().frames());
  }

  private static List<UndersizedQueue> tightQueues(Scenario scenario, FrameSizes frames) {
    return views(scenario).stream()
        .flatMap(view -> UndersizedQueue.of(view, frames).stream())
        .distinct()
        .toList();
  }

  /** Whether packets that overtake each other would be taken for lost, if they could. */
  private static boolean isOrderSensitive(Scenario scenario) {
    return views(scenario).stream()
        .anyMatch(view -> ReorderingRisk.of(view.settings()).isPresent());
  }

  private static List<ReorderingRisk> reorderingRisks(Scenario scenario, SimulatedNetwork network) {
    int parts = Math.max(1, scenario.parts().size());
    FlowProgram flows = scenario.flows();
    List<ReorderingRisk> found = new ArrayList<>();
    for (int part = 0; part < parts; part++) {
      Optional<ReorderingRisk> own = ReorderingRisk.of(scenario.ofPart(part).settings());
      if (own.isEmpty() || found.contains(own.get())) {
        continue;
      }
      BitSet[] senders = none(network);
      for (int flow = 0; flow < flows.flows(); flow++) {
        if (parts == 1 || flows.part(flow) == part) {
          add(scenario, network, senders, flows.source(flow), flows.destination(flow));
        }
      }
      if (MultipathCheck.exist(network, senders)) {
        found.add(own.get());
      }
    }
    return found;
  }

  /** A circle of this scenario's own traffic. */
  static List<Integer> ring(Scenario scenario, SimulatedNetwork network) {
    return BufferDependencyGraph.ring(network, senders(scenario, network));
  }

  private static boolean reactsToEcn(Scenario scenario) {
    return views(scenario).stream()
        .anyMatch(view -> ScenarioControllers.reactsToEcn(view.settings()));
  }

  private static boolean isLossless(Settings settings) {
    return settings.get(CreditKnobs.CREDITS)
        || (settings.get(PfcKnobs.PFC) && !settings.get(PfcKnobs.PFC_CLASSES).isEmpty());
  }

  private static BitSet[] anySenders(Scenario scenario, SimulatedNetwork network) {
    BitSet all = new BitSet();
    scenario
        .fabric()
        .hosts()
        .forEach(host -> all.set(BufferDependencyGraph.switchOf(network, host.id())));
    BitSet[] senders = none(network);
    for (BitSet each : senders) {
      each.or(all);
    }
    return senders;
  }

  private static BitSet[] senders(Scenario scenario, SimulatedNetwork network) {
    BitSet[] senders = none(network);
    FlowProgram flows = scenario.flows();
    int parts = Math.max(1, scenario.parts().size());
    boolean[] forth = new boolean[parts];
    boolean[] back = new boolean[parts];
    for (int part = 0; part < parts; part++) {
      Settings own = scenario.ofPart(part).settings();
      forth[part] = parts == 1 || dataIsLossless(own);
      back[part] = answersAreLossless(own);
    }
    for (int flow = 0; flow < flows.flows(); flow++) {
      int part = parts == 1 ? 0 : flows.part(flow);
      if (forth[part]) {
        add(scenario, network, senders, flows.source(flow), flows.destination(flow));
      }
      if (back[part]) {
        add(scenario, network, senders, flows.destination(flow), flows.source(flow));
      }
    }
    return senders;
  }

  private static BitSet[] none(SimulatedNetwork network) {
    int groups = 0;
    for (int group : network.groupOfHost()) {
      groups = Math.max(groups, group + 1);
    }
    BitSet[] none = new BitSet[groups];
    for (int group = 0; group < groups; group++) {
      none[group] = new BitSet();
    }
    return none;
  }

  private static void add(
      Scenario scenario, SimulatedNetwork network, BitSet[] senders, int source, int destination) {
    int host = scenario.fabric().hosts().get(source).id();
    senders[network.groupOfHost()[destination]].set(BufferDependencyGraph.switchOf(network, host));
  }

  private static List<Integer> losslessClasses(Settings settings) {
    return settings.get(
        settings.get(CreditKnobs.CREDITS) ? CreditKnobs.CREDIT_CLASSES : PfcKnobs.PFC_CLASSES);
  }

  private static boolean dataIsLossless(Settings settings) {
    return losslessClasses(settings)
        .contains(settings.get(TransportKnobs.TRAFFIC_CLASS).intValue());
  }

  /** Whether what travels against the data can be paused. */
  private static boolean answersAreLossless(Settings settings) {
    List<Integer> lossless = losslessClasses(settings);
    Long ackClass =
        settings
            .find(TransportKnobs.ACK_CLASS)
            .orElseGet(() -> settings.get(TransportKnobs.TRAFFIC_CLASS));
    return lossless.contains(ackClass.intValue())
        || lossless.contains(settings.get(TransportKnobs.CNP_CLASS).intValue())
        || settings.get(TransportKnobs.OPERATION) == Verb.READ
        || settings.get(CongestionKnobs.ALGORITHM).sendsReplies();
  }
}
