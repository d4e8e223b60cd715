package dev.headroom.sim;

import dev.headroom.model.choice.RoutingAlgorithm;
import dev.headroom.model.knob.RoutingKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.build.NetworkBuilder;
import dev.headroom.sim.build.SimulatedNetwork;
import dev.headroom.sim.fabric.DeviceFactory;
import dev.headroom.sim.host.FlowTupleTable;
import dev.headroom.sim.host.HostFactory;
import dev.headroom.sim.host.HostRegistry;
import dev.headroom.sim.host.Transport;
import dev.headroom.sim.trace.FlowTracer;
import dev.headroom.sim.workload.FlowStateTable;
import java.util.concurrent.CancellationException;
import java.util.function.UnaryOperator;

/**
 * Parts of a run put together: the network, hosts, flows and transport of a scenario.
 *
 * @param network the fabric
 * @param hosts what hangs on it
 * @param flowStates the flows
 * @param routes addresses and ports of connections
 * @param transport the connections
 * @param plan what is known of their transport
 * @param tracer follows single flows, if that was asked for
 */
record SimulationSetup(
    SimulatedNetwork network,
    HostRegistry hosts,
    FlowStateTable flowStates,
    FlowTupleTable routes,
    Transport transport,
    TransportPlan plan,
    FlowTracer tracer) {

  static SimulationSetup of(Scenario scenario, int parts, boolean keepPauses) {
    return of(scenario, parts, keepPauses, hosts -> hosts, ProgressListener.SILENT);
  }

  /**
   * @param around may put something around the hosts that sees what they send and receive
   * @param progress asked between the steps, of which each takes up to a second for thousands of
   *     hosts
   * @throws CancellationException if that says to stop
   */
  static SimulationSetup of(
      Scenario scenario,
      int parts,
      boolean keepPauses,
      UnaryOperator<DeviceFactory> around,
      ProgressListener progress) {
    Settings settings = scenario.settings();
    TransportPlan plan = TransportPlan.of(scenario);
    HostFactory factory =
        new HostFactory(scenario, plan.classes(), plan.requirements().frames().largest());
    goOn(progress);
    SimulatedNetwork network =
        new NetworkBuilder(scenario, plan.requirements())
            .build(parts, keepPauses, around.apply(factory));
    goOn(progress);
    FlowStateTable book = new FlowStateTable(scenario.flows());
    FlowTupleTable routes =
        new FlowTupleTable(
            scenario.flows(),
            network.groupOfHost(),
            settings.get(RoutingKnobs.UDP_PORT),
            settings.get(RoutingKnobs.ROUTING) == RoutingAlgorithm.E_ECMP,
            settings.get(RunKnobs.SEED));
    FlowTracer tracer = TracedFlows.followed(scenario);
    goOn(progress);
    Transport transport = plan.open(scenario.flows(), routes, tracer);
    HostRegistry hosts = new HostRegistry(book, transport, settings.get(RunKnobs.GRID).ps());
    hosts.open(factory.createHosts(network));
    goOn(progress);
    network.partitions().forEach(partition -> partition.attach(hosts));
    return new SimulationSetup(network, hosts, book, routes, transport, plan, tracer);
  }

  private static void goOn(ProgressListener progress) {
    if (!progress.report(0, 0, 0)) {
      throw new CancellationException("stopped during setup of the run");
    }
  }
}
