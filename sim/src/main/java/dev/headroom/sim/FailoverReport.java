package dev.headroom.sim;

import dev.headroom.model.choice.RoutingAlgorithm;
import dev.headroom.model.knob.RoutingKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.build.PathTracer;
import dev.headroom.sim.build.RouteChanges;
import dev.headroom.sim.build.SimulatedNetwork;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.measure.Failover;
import dev.headroom.sim.workload.FlowStateTable;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Analysis after a run of how its flows came through the links that failed. */
final class FailoverReport {
  /** Where a flow has one way at a time, known from its hash. */
  private static final Set<RoutingAlgorithm> BY_HASH =
      EnumSet.of(RoutingAlgorithm.ECMP, RoutingAlgorithm.E_ECMP, RoutingAlgorithm.RESILIENT);

  private final Scenario scenario;
  private final SimulationSetup assembly;
  private final FlowStateTable flowStates;
  private final long endPs;

  private FailoverReport(Scenario scenario, SimulationSetup assembly, long endPs) {
    this.scenario = scenario;
    this.assembly = assembly;
    this.endPs = endPs;
    flowStates = assembly.flowStates();
  }

  static Failover of(Scenario scenario, SimulationSetup assembly, long endPs) {
    return assembly
        .network()
        .outages()
        .map(flowOutages -> new FailoverReport(scenario, assembly, endPs).report())
        .orElse(Failover.NONE);
  }

  private Failover report() {
    LongArrayList again = new LongArrayList();
    long[] lost = {0};
    assembly
        .network()
        .outages()
        .orElseThrow()
        .forEach(
            endPs,
            (flow, downPs, againPs, stillPs) -> {
              long fromPs = Math.max(downPs, flowStates.startedPs(flow));
              boolean delivered = flowStates.deliveredPs(flow) >= 0;
              if (!delivered && (stillPs > 0 || againPs < 0)) {
                lost[0]++;
              } else {
                again.add(Math.max(0, againPs - fromPs));
              }
            });
    long[] sorted = again.toLongArray();
    Arrays.sort(sorted);
    return new Failover(sorted, lost[0], reroutes());
  }

  private List<Failover.Reroute> reroutes() {
    List<Failover.Reroute> reroutes = new ArrayList<>();
    if (!BY_HASH.contains(scenario.settings().get(RoutingKnobs.ROUTING))) {
      return reroutes;
    }
    SimulatedNetwork network = assembly.network();
    PathTracer tracer = new PathTracer();
    for (RouteChanges.Change change : RouteChanges.of(network)) {
      if (change.atPs() > endPs) {
        break;
      }
      long underWay = 0;
      long moved = 0;
      long needlessly = 0;
      long stranded = 0;
      for (int flow = 0; flow < flowStates.program().flows(); flow++) {
        if (isUnderWay(flow, change.atPs())) {
          underWay++;
          int host = scenario.fabric().hosts().get(flowStates.program().source(flow)).id();
          Port nic = network.port(host);
          var route = assembly.routes().forwardTuple(flow);
          List<Port> before = tracer.trace(route, nic, change.before());
          List<Port> after = tracer.trace(route, nic, change.after());
          if (after.isEmpty()) {
            stranded++;
          } else if (!before.equals(after)) {
            moved++;
            needlessly += change.isStillRoutable(before, route) ? 1 : 0;
          }
        }
      }
      reroutes.add(new Failover.Reroute(change.atPs(), underWay, moved, needlessly, stranded));
    }
    return reroutes;
  }

  private boolean isUnderWay(int flow, long atPs) {
    long done = flowStates.completedPs(flow);
    return flowStates.startedPs(flow) >= 0
        && flowStates.startedPs(flow) <= atPs
        && (done < 0 || done > atPs);
  }
}
