package dev.headroom.sim;

import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.control.BaseRtt;
import dev.headroom.sim.control.Controllers;
import dev.headroom.sim.fabric.DeviceFactory;
import dev.headroom.sim.fabric.Network;
import dev.headroom.sim.fabric.NetworkBuilder;
import dev.headroom.sim.host.Host;
import dev.headroom.sim.host.HostFactory;
import dev.headroom.sim.host.Hosts;
import dev.headroom.sim.host.RouteTable;
import dev.headroom.sim.transport.Framing;
import dev.headroom.sim.transport.RcSettings;
import dev.headroom.sim.workload.FlowBook;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A scenario, put together and ready to run.
 *
 * @param network the fabric
 * @param hosts what hangs on it
 * @param book the flows
 * @param routes addresses and ports of queue pairs
 * @param rc settings of the transport
 */
record Assembly(Network network, Hosts hosts, FlowBook book, RouteTable routes, RcSettings rc) {

  static Assembly of(Scenario scenario, int parts, boolean keepPauses) {
    return of(scenario, parts, keepPauses, hosts -> hosts);
  }

  /**
   * @param around may put something around the hosts that sees what they send and receive
   */
  static Assembly of(
      Scenario scenario, int parts, boolean keepPauses, UnaryOperator<DeviceFactory> around) {
    Settings settings = scenario.settings();
    RcSettings rc = RcSettings.of(scenario);
    Framing framing = rc.framing();
    HostFactory factory = new HostFactory(scenario, rc);
    Network network =
        new NetworkBuilder(
                scenario,
                new NetworkBuilder.FrameSizes(
                    framing.overhead(), framing.gap(), framing.pauseFrame(), rc.largestFrame()))
            .build(parts, keepPauses, around.apply(factory));
    FlowBook book = new FlowBook(scenario.flows());
    RouteTable routes =
        new RouteTable(
            scenario.flows(),
            network.groupOfHost(),
            settings.get(Knobs.UDP_PORT),
            "e-ecmp".equals(settings.get(Knobs.ROUTING)),
            settings.get(Knobs.SEED));
    Hosts hosts =
        new Hosts(
            book,
            rc,
            routes,
            Controllers.of(settings, BaseRtt.of(scenario)),
            settings.get(Knobs.GRID).ps(),
            settings.get(Knobs.ROUNDING).ps());
    List<Host> all = factory.finish(hosts, network);
    hosts.open(all);
    network.partitions().forEach(partition -> partition.attach(hosts));
    return new Assembly(network, hosts, book, routes, rc);
  }
}
