package dev.headroom.sim;

import dev.headroom.congestion.Controller;
import dev.headroom.congestion.DcqcnPaper;
import dev.headroom.congestion.DcqcnParameters;
import dev.headroom.congestion.DcqcnVendor;
import dev.headroom.congestion.LineRate;
import dev.headroom.model.knob.Derived;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.unit.Rate;
import dev.headroom.sim.fabric.DeviceFactory;
import dev.headroom.sim.fabric.Network;
import dev.headroom.sim.fabric.NetworkBuilder;
import dev.headroom.sim.host.ControllerFactory;
import dev.headroom.sim.host.Host;
import dev.headroom.sim.host.HostFactory;
import dev.headroom.sim.host.Hosts;
import dev.headroom.sim.host.RouteTable;
import dev.headroom.sim.transport.Framing;
import dev.headroom.sim.transport.RcSettings;
import dev.headroom.sim.workload.FlowBook;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
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
            controllers(settings),
            settings.get(Knobs.GRID).ps(),
            settings.get(Knobs.ROUNDING).ps());
    List<Host> all = factory.finish(hosts, network);
    hosts.open(all);
    network.partitions().forEach(partition -> partition.attach(hosts));
    return new Assembly(network, hosts, book, routes, rc);
  }

  static ControllerFactory controllers(Settings settings) {
    if ("none".equals(settings.get(Knobs.ALGORITHM))) {
      return LineRate::new;
    }
    boolean paper = "paper".equals(settings.get(Knobs.FORM));
    return new ControllerFactory() {
      private final Map<Long, DcqcnParameters> byRate = new ConcurrentHashMap<>();

      @Override
      public Controller make(long lineBps) {
        DcqcnParameters parameters = byRate.computeIfAbsent(lineBps, rate -> dcqcn(settings, rate));
        return paper ? new DcqcnPaper(parameters, lineBps) : new DcqcnVendor(parameters, lineBps);
      }
    };
  }

  private static DcqcnParameters dcqcn(Settings settings, long lineBps) {
    Rate line = new Rate(lineBps);
    long roundingPs = settings.get(Knobs.ROUNDING).ps();
    return new DcqcnParameters(
        settings.get(Knobs.G),
        settings.get(Knobs.INITIAL_ALPHA),
        settings.get(Knobs.ALPHA_PERIOD).ps(),
        settings.get(Knobs.DECREASE_PERIOD).ps(),
        settings.get(Knobs.INCREASE_TIMER).ps(),
        settings.get(Knobs.BYTE_COUNTER).bytes(),
        settings.get(Knobs.FAST_RECOVERY).intValue(),
        Derived.rateAi(settings, line).bps(),
        Derived.rateHai(settings, line).bps(),
        Derived.minRate(settings, line).bps(),
        settings.get(Knobs.CLAMP_TARGET),
        settings.get(Knobs.CLAMP_TARGET_AFTER_INCREASE),
        settings.get(Knobs.MIN_DECREASE),
        settings.get(Knobs.FIRST_CNP_RATE),
        roundingPs > 1 ? roundingPs : 0);
  }
}
