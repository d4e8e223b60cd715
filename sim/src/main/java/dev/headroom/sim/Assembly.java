package dev.headroom.sim;

import dev.headroom.model.fabric.Link;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.unit.Rate;
import dev.headroom.sim.control.BaseRtt;
import dev.headroom.sim.control.Controllers;
import dev.headroom.sim.fabric.BdpQueues;
import dev.headroom.sim.fabric.DeviceFactory;
import dev.headroom.sim.fabric.Network;
import dev.headroom.sim.fabric.NetworkBuilder;
import dev.headroom.sim.host.Host;
import dev.headroom.sim.host.HostFactory;
import dev.headroom.sim.host.Hosts;
import dev.headroom.sim.host.RouteTable;
import dev.headroom.sim.transport.Framing;
import dev.headroom.sim.transport.RcSettings;
import dev.headroom.sim.uet.UetSettings;
import dev.headroom.sim.workload.FlowBook;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
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
    boolean uec = "uec".equals(settings.get(Knobs.TRANSPORT));
    long roundTripPs =
        uec
            ? BaseRtt.of(scenario, rc.largestFrame() + framing.ack() + 2L * framing.overhead())
            : BaseRtt.of(scenario);
    boolean asHtsim = "htsim".equals(settings.get(Knobs.FRAMING));
    Optional<BdpQueues> queues =
        uec
            ? Optional.of(new BdpQueues(roundTripPs, rc.largestFrame(), asHtsim ? 1 : 0))
            : Optional.empty();
    HostFactory factory = new HostFactory(scenario, rc);
    Network network =
        new NetworkBuilder(
                scenario,
                new NetworkBuilder.FrameSizes(
                    framing.overhead(), framing.gap(), framing.pauseFrame(), rc.largestFrame()),
                queues)
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
            Controllers.of(ofHosts(scenario), roundTripPs, uec ? rc.largestFrame() : rc.mtu()),
            queues.map(sizes -> uetSettings(scenario, rc, sizes)),
            lineBps -> Controllers.pacer(settings, lineBps, roundTripPs),
            settings.get(Knobs.SEED),
            settings.get(Knobs.GRID).ps(),
            settings.get(Knobs.ROUNDING).ps());
    List<Host> all = factory.finish(hosts, network);
    hosts.open(all);
    network.partitions().forEach(partition -> partition.attach(hosts));
    return new Assembly(network, hosts, book, routes, rc);
  }

  private static UetSettings uetSettings(Scenario scenario, RcSettings rc, BdpQueues queues) {
    Settings settings = scenario.settings();
    Rate slowest =
        scenario.fabric().links().stream()
            .map(Link::rate)
            .min(Comparator.naturalOrder())
            .orElseThrow();
    boolean credits = Controllers.pacer(settings, slowest.bps(), queues.roundTripPs()).isPresent();
    long deepest = 0;
    for (Settings own : switches(scenario)) {
      long limit = queues.limit(own.find(Knobs.QUEUE_LIMIT), slowest, own.get(Knobs.TRIMMING));
      deepest = Math.max(deepest, limit);
    }
    return UetSettings.of(settings, rc, credits, queues.roundTripPs(), deepest, slowest.bps());
  }

  /** What hosts take the fabric for: one whose switches trim if all of them do. */
  private static Settings ofHosts(Scenario scenario) {
    boolean trims = switches(scenario).stream().allMatch(own -> own.get(Knobs.TRIMMING));
    return scenario.settings().with(Knobs.TRIMMING, trims);
  }

  private static List<Settings> switches(Scenario scenario) {
    return scenario.overrides().isEmpty()
        ? List.of(scenario.settings())
        : scenario.fabric().switches().stream().map(scenario::at).distinct().toList();
  }
}
