package dev.headroom.sim.failure;

import dev.headroom.model.fabric.FailureEvent;
import dev.headroom.model.fabric.InterruptStorm;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.LinkEvent;
import dev.headroom.model.fabric.LinkQuality;
import dev.headroom.model.fabric.NicFreeze;
import dev.headroom.model.fabric.PauseStorm;
import dev.headroom.model.fabric.SlowReceiver;
import dev.headroom.model.knob.FailureKnobs;
import dev.headroom.model.knob.HostKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.fabric.FlowOutages;
import dev.headroom.sim.fabric.Partition;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.routing.NextHopSelector;
import dev.headroom.sim.routing.RoutingTableBuilder;
import dev.headroom.sim.switching.Switch;
import dev.headroom.unit.Rate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Changes that the failures of a scenario make in its network, with their times. */
public final class FailureInjector {
  private final Scenario scenario;
  private final Port[][] ports;
  private final List<List<Integer>> linksOf;
  private final long detectionPs;

  /** From a change of a link until all routes have followed it. */
  private final long convergencePs;

  public FailureInjector(Scenario scenario, Port[][] ports) {
    this.scenario = scenario;
    this.ports = ports;
    linksOf = scenario.fabric().ports();
    Settings all = scenario.settings();
    detectionPs = all.get(FailureKnobs.DETECTION).ps();
    convergencePs =
        all.find(FailureKnobs.CONVERGENCE).orElseGet(() -> all.get(FailureKnobs.DETECTION)).ps();
  }

  /** A record of what each flow goes through while links are down; empty where none ever is. */
  public Optional<FlowOutages> outages(List<Partition> partitions) {
    List<LinkEvent> events = scenario.failures(LinkEvent.class);
    if (events.stream().allMatch(LinkEvent::up)) {
      return Optional.empty();
    }
    FlowOutages flowOutages =
        new FlowOutages(scenario.flows().flows(), events, convergencePs, partitions.size());
    partitions.forEach(partition -> partition.flowOutages = flowOutages);
    scenario
        .fabric()
        .hosts()
        .forEach(host -> List.of(ports[host.id()]).forEach(port -> port.link.watch(flowOutages)));
    return Optional.of(flowOutages);
  }

  /** All changes of links, and of the routes that follow them. */
  public LinkChanges changes(
      RoutingTableBuilder routing, List<Switch> switches, List<NextHopSelector> selectors) {
    List<LinkChanges.Change> changes = new ArrayList<>();
    for (FailurePlan.Moment moment :
        new FailurePlan(scenario.failures(LinkEvent.class), detectionPs, convergencePs).moments()) {
      List<LinkChanges.End> ends = new ArrayList<>();
      for (LinkEvent event : moment.links()) {
        boolean down = !event.up();
        ends.addAll(ends(event.link(), (port, nowPs) -> port.link.setDown(down, nowPs)));
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
    for (FailureEvent failure : scenario.allFailures()) {
      List<LinkChanges.End> ends = unrouted(failure);
      if (!ends.isEmpty()) {
        changes.add(new LinkChanges.Change(failure.at().ps(), ends, List.of(), List.of()));
      }
    }
    return new LinkChanges(changes);
  }

  /** What a failure changes that no route follows. */
  private List<LinkChanges.End> unrouted(FailureEvent failure) {
    return switch (failure) {
      case LinkEvent _, InterruptStorm _ -> List.of();
      case LinkQuality now ->
          ends(now.link(), (port, nowPs) -> port.link.setQuality(now.rateShare(), now.bitErrors()));
      case PauseStorm storm ->
          atHost(storm.node(), (port, nowPs) -> port.link.pauses.storm(storm.on(), nowPs));
      case NicFreeze still ->
          atHost(still.node(), (port, nowPs) -> port.link.setFrozen(still.on(), nowPs));
      case SlowReceiver slow -> {
        Settings own = scenario.at(scenario.fabric().nodes().get(slow.node()));
        long bps =
            slow.drain().or(() -> own.find(HostKnobs.DRAIN)).map(Rate::bps).orElse(Long.MAX_VALUE);
        yield atHost(slow.node(), (port, nowPs) -> port.link.drainAt(bps, nowPs));
      }
    };
  }

  private List<LinkChanges.End> atHost(int node, LinkChanges.PortChange change) {
    return List.of(new LinkChanges.End(ports[node][0], change));
  }

  private List<LinkChanges.End> ends(int index, LinkChanges.PortChange change) {
    Link link = scenario.fabric().links().get(index);
    Port end = ports[link.a()][linksOf.get(link.a()).indexOf(index)];
    return List.of(new LinkChanges.End(end, change), new LinkChanges.End(end.peer(), change));
  }
}
