package dev.headroom.sim;

import dev.headroom.congestion.Signal;
import dev.headroom.model.flow.FlowOverrides;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.build.BdpQueueLimits;
import dev.headroom.sim.build.TransportRequirements;
import dev.headroom.sim.control.ControllerObserver;
import dev.headroom.sim.control.ScenarioControllers;
import dev.headroom.sim.control.SignalOverhead;
import dev.headroom.sim.fabric.UnrunnableScenarioException;
import dev.headroom.sim.host.FlowTupleTable;
import dev.headroom.sim.host.MixedTransport;
import dev.headroom.sim.host.SendClasses;
import dev.headroom.sim.host.Transport;
import dev.headroom.sim.ideal.IdealFct;
import dev.headroom.sim.packet.FrameSizes;
import dev.headroom.sim.packet.Packet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Transport plan of several transports that share NICs and fabric: parts of a workload that set
 * their own transport, congestion control or class. Parts that are set alike share one.
 */
final class MixedTransportPlan implements TransportPlan {
  /** A transport of the mix, as its parts see the scenario. */
  private record Stack(
      Scenario scenario, TransportPlan plan, TransportRequirements transportRequirements) {
    static Stack of(Scenario scenario) {
      TransportPlan plan = TransportPlan.ofOne(scenario);
      return new Stack(scenario, plan, plan.requirements());
    }

    Packet sample() {
      return transportRequirements.packets().getFirst().get();
    }
  }

  private final Scenario scenario;
  private final List<Stack> stacks;

  /** Which of them a part has. */
  private final int[] ofPart;

  private MixedTransportPlan(Scenario scenario, List<Stack> stacks, int[] ofPart) {
    this.scenario = scenario;
    this.stacks = stacks;
    this.ofPart = ofPart;
  }

  /** That of a scenario whose parts differ. */
  static TransportPlan of(Scenario scenario) {
    Map<Settings, Integer> known = new LinkedHashMap<>();
    List<Stack> stacks = new ArrayList<>();
    int[] ofPart = new int[scenario.parts().size()];
    for (int part = 0; part < ofPart.length; part++) {
      Scenario own = scenario.ofPart(part);
      if (!known.containsKey(own.settings())) {
        known.put(own.settings(), stacks.size());
        stacks.add(Stack.of(own));
      }
      ofPart[part] = known.get(own.settings());
    }
    return stacks.size() == 1
        ? stacks.getFirst().plan
        : new MixedTransportPlan(scenario, stacks, ofPart);
  }

  @Override
  public int dataClass() {
    return stacks.getFirst().plan.dataClass();
  }

  @Override
  public TransportRequirements requirements() {
    return new TransportRequirements(
        frames(), queues(), packets(), telemetryScenario().orElse(scenario), marked(), dscps());
  }

  private FrameSizes frames() {
    FrameSizes first = stacks.getFirst().transportRequirements.frames();
    int largest = 0;
    for (Stack stack : stacks) {
      FrameSizes own = stack.transportRequirements.frames();
      if (own.overhead() != first.overhead()
          || own.gap() != first.gap()
          || own.pause() != first.pause()) {
        throw new UnrunnableScenarioException(
            "workload entries use different packet framing (transport.framing); all packets "
                + "on one link need the same preamble and gap");
      }
      largest = Math.max(largest, own.largest());
    }
    return new FrameSizes(first.overhead(), first.gap(), first.pause(), largest);
  }

  /** Switches are as the transport of the scenario has them, whatever its parts have. */
  private Optional<BdpQueueLimits> queues() {
    return TransportPlan.ofOne(scenario).requirements().queues();
  }

  private List<Supplier<Packet>> packets() {
    return kinds().values().stream()
        .map(stack -> stack.transportRequirements.packets().getFirst())
        .toList();
  }

  /**
   * The first transport with each class of packets; of those with telemetry, which has most room.
   */
  private Map<Class<?>, Stack> kinds() {
    Map<Class<?>, Stack> kinds = new LinkedHashMap<>();
    for (Stack stack : stacks) {
      kinds.merge(
          stack.sample().getClass(), stack, (one, other) -> hops(other) > hops(one) ? other : one);
    }
    return kinds;
  }

  private static int hops(Stack stack) {
    return SignalOverhead.of(stack.scenario.settings()).telemetryHops();
  }

  /** Where switches write something into packets: for whom, who must all agree. */
  private Optional<Scenario> telemetryScenario() {
    List<Scenario> told =
        stacks.stream()
            .map(Stack::scenario)
            .filter(own -> {
              SignalOverhead signalOverhead = SignalOverhead.of(own.settings());
              return signalOverhead.watches(Signal.TELEMETRY)
                  || signalOverhead.watches(Signal.PINT)
                  || signalOverhead.watches(Signal.HOPS);
            })
            .toList();
    long ways = told.stream().map(own -> SignalOverhead.of(own.settings())).distinct().count();
    if (ways > 1) {
      throw new UnrunnableScenarioException(
          "two workload entries need different telemetry from switches "
              + "(congestion.algorithm); use another congestion control for one of them");
    }
    return told.stream().findFirst();
  }

  /** Classes with somebody who heeds marks. */
  private int marked() {
    int mask = 0;
    for (int part = 0; part < ofPart.length; part++) {
      if (ScenarioControllers.reactsToEcn(stacks.get(ofPart[part]).scenario.settings())) {
        mask |= classesOf(part);
      }
    }
    return mask;
  }

  /** Those that a part sends in, as bits. */
  private int classesOf(int part) {
    TransportPlan plan = stacks.get(ofPart[part]).plan;
    FlowProgram flows = scenario.flows();
    int mask = 1 << plan.dataClass();
    if (flows.allOverrides().stream().noneMatch(FlowOverrides::hasClass)) {
      return mask;
    }
    for (int flow = 0; flow < flows.flows(); flow++) {
      mask |= flows.part(flow) == part ? 1 << plan.classOf(flow) : 0;
    }
    return mask;
  }

  private Map<Integer, Integer> dscps() {
    Map<Integer, Integer> dscps = new HashMap<>();
    for (Stack stack : stacks) {
      stack
          .transportRequirements
          .dscps()
          .forEach((priority, dscp) -> {
            Integer before = dscps.put(priority, dscp);
            if (before != null && !before.equals(dscp)) {
              throw new UnrunnableScenarioException(
                  "two workload entries send in class %d with DSCP %d and %d (transport.dscp); a class has one DSCP"
                      .formatted(priority, before, dscp));
            }
          });
    }
    return dscps;
  }

  @Override
  public SendClasses classes() {
    return SendClasses.ofFlows(scenario.flows(), this::classOf);
  }

  @Override
  public int classOf(int flow) {
    return stacks.get(ofPart[scenario.flows().part(flow)]).plan.classOf(flow);
  }

  /** The transport of each queue pair. */
  private int[] stackOfPairs(FlowProgram program) {
    int[] stackOf = new int[program.queuePairs()];
    for (int flow = 0; flow < program.flows(); flow++) {
      stackOf[program.queuePair(flow)] = ofPart[program.part(flow)];
    }
    return stackOf;
  }

  @Override
  public Transport open(
      FlowProgram program, FlowTupleTable routes, ControllerObserver controllerObserver) {
    List<Class<?>> kinds = List.copyOf(kinds().keySet());
    List<MixedTransport.Member> members = new ArrayList<>();
    for (Stack stack : stacks) {
      members.add(
          new MixedTransport.Member(
              stack.plan.open(program, routes, controllerObserver),
              kinds.indexOf(stack.sample().getClass())));
    }
    return new MixedTransport(program, members, stackOfPairs(program));
  }

  @Override
  public IdealFct idealFctOf(int flow) {
    return stacks.get(ofPart[scenario.flows().part(flow)]).plan.idealFctOf(flow);
  }
}
