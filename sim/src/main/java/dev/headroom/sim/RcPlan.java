package dev.headroom.sim;

import dev.headroom.congestion.TransportType;
import dev.headroom.model.flow.FlowOverrides;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.build.TrafficClassMaps;
import dev.headroom.sim.build.TransportRequirements;
import dev.headroom.sim.control.ControllerObserver;
import dev.headroom.sim.control.SignalOverhead;
import dev.headroom.sim.host.FlowTupleTable;
import dev.headroom.sim.host.SendClasses;
import dev.headroom.sim.host.Transport;
import dev.headroom.sim.ideal.IdealFct;
import dev.headroom.sim.packet.InstrumentedPacket;
import dev.headroom.sim.packet.Packet;
import dev.headroom.sim.rc.QpAttributes;
import dev.headroom.sim.rc.RcQueuePairs;
import dev.headroom.sim.rc.RcSettings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Transport plan of reliable connections (RC), as those of RoCE. */
final class RcPlan implements TransportPlan {
  private final Scenario scenario;
  private final RcSettings rc;
  private final IdealFct idealFct;

  /** The classes of flows that have one of their own, by their terms. */
  private final Map<FlowOverrides, Integer> ownClasses;

  RcPlan(Scenario scenario) {
    this.scenario = scenario;
    rc = RcSettings.of(scenario);
    idealFct =
        IdealFct.of(rc.messageSettings(), own -> RcSettings.of(scenario, own).messageSettings());
    ownClasses =
        scenario.flows().allOverrides().stream()
            .filter(FlowOverrides::hasClass)
            .collect(
                Collectors.toUnmodifiableMap(
                    Function.identity(),
                    own -> RcSettings.of(scenario, own).messageSettings().dataClass()));
  }

  @Override
  public TransportRequirements requirements() {
    SignalOverhead signalOverhead = SignalOverhead.of(scenario.settings());
    Supplier<Packet> packets =
        signalOverhead.hasPacketFields()
            ? () -> new InstrumentedPacket(signalOverhead.telemetryHops())
            : Packet::new;
    return new TransportRequirements(
        TransportPlan.frames(rc.messageSettings()),
        Optional.empty(),
        List.of(packets),
        scenario,
        TransportRequirements.ALL_MARKED,
        dscps());
  }

  /** None where packets have no IP header: of lanes there may be several service levels. */
  private Map<Integer, Integer> dscps() {
    Map<Integer, Integer> dscps = new HashMap<>();
    if (scenario.settings().get(TransportKnobs.TRANSPORT) == TransportType.INFINIBAND) {
      return dscps;
    }
    ownClasses.forEach((own, priority) ->
        dscps.put(priority, TrafficClassMaps.dscp(own.over(scenario.settings()))));
    dscps.put(rc.messageSettings().dataClass(), TrafficClassMaps.dscp(scenario.settings()));
    return dscps;
  }

  @Override
  public int dataClass() {
    return rc.messageSettings().dataClass();
  }

  @Override
  public int classOf(int flow) {
    return ownClasses.isEmpty()
        ? rc.messageSettings().dataClass()
        : ownClasses.getOrDefault(
            scenario.flows().overrides(flow), rc.messageSettings().dataClass());
  }

  @Override
  public SendClasses classes() {
    return ownClasses.isEmpty()
        ? SendClasses.all(rc.messageSettings().dataClass())
        : SendClasses.ofFlows(scenario.flows(), this::classOf);
  }

  @Override
  public Transport open(
      FlowProgram program, FlowTupleTable routes, ControllerObserver controllerObserver) {
    RoceV1SubnetCheck.check(scenario, routes);
    return RcQueuePairs.of(program, QpAttributes.of(scenario, rc), routes, controllerObserver);
  }

  @Override
  public IdealFct idealFctOf(int flow) {
    return idealFct;
  }
}
