package dev.headroom.sim.rc;

import dev.headroom.congestion.ControlType;
import dev.headroom.congestion.Path;
import dev.headroom.congestion.Signal;
import dev.headroom.congestion.controls.ControlTypes;
import dev.headroom.congestion.roce.DcqcnParameters;
import dev.headroom.congestion.roce.TimelySettings;
import dev.headroom.congestion.roce.TimelyVariant;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.DeclaredKnobs;
import dev.headroom.model.knob.DerivedDefaults;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.control.ScenarioControllers;
import dev.headroom.unit.Rate;
import java.util.Set;

/**
 * Number of packets of a message after which a sender requests an ACK: the configured number, but
 * no more than the least window allows, since a sender that waits for the ACK of more would wait
 * forever.
 *
 * <p>With n packets of m bytes at a time, all that is in flight in the end is at most n-1 of them,
 * so a sender with a window of w goes on as long as (n-1) m is below w; n = w/m, cut to a whole
 * number, is that. So an ACK depends on a packet's place in its message alone and never on when it
 * was sent: traffic that disturbs a flow cannot bring it ACKs that it would not get alone. Linux's
 * rxe asks in the same way, about every 64 packets and at the end of a message.
 */
public final class AckInterval {
  private static final Set<Signal> EACH_PACKET =
      Set.of(Signal.TELEMETRY, Signal.PINT, Signal.ECN_ECHO, Signal.HOST_DELAY);

  private AckInterval() {}

  /** Packets an ACK in a scenario, at most. */
  public static int of(Scenario scenario) {
    Settings settings = scenario.settings();
    if (reportsEachPacket(settings)) {
      return 1;
    }
    long wanted = settings.get(TransportKnobs.ACK_EVERY);
    long window = InFlightLimit.of(scenario);
    if (window == Long.MAX_VALUE) {
      return (int) wanted;
    }
    double least =
        settings.get(TransportKnobs.WINDOW_FOLLOWS_RATE) ? leastShare(scenario) * window : window;
    return (int) Math.min(wanted, Math.max(1, (long) least / settings.get(TransportKnobs.MTU)));
  }

  /**
   * Whether congestion control is told of each packet: what it is told of by one that shares its
   * ACK with others would be lost.
   */
  private static boolean reportsEachPacket(Settings settings) {
    return EACH_PACKET.stream().anyMatch(ScenarioControllers.watched(settings)::contains);
  }

  /** The least share of its line's rate that congestion control leaves to any sender. */
  private static double leastShare(Scenario scenario) {
    Settings settings = scenario.settings();
    ControlType control = settings.get(CongestionKnobs.ALGORITHM);
    if (control == ControlTypes.NONE) {
      return 1;
    }
    return scenario.fabric().links().stream()
        .map(Link::rate)
        .distinct()
        .mapToDouble(line -> leastShare(settings, control, line))
        .min()
        .orElse(1);
  }

  private static double leastShare(Settings settings, ControlType control, Rate line) {
    DcqcnParameters rates = DerivedDefaults.dcqcn(settings, line);
    long leastBps = Math.min(rates.minBps(), startBps(settings, control, line));
    // A first CNP knows no least rate.
    return Math.min(rates.firstCnpRate(), (double) leastBps / line.bps());
  }

  /** What a sender begins with, which may be less than its least rate. */
  private static long startBps(Settings settings, ControlType control, Rate line) {
    return control.settings().contains(TimelySettings.class)
        ? DeclaredKnobs.read(
                settings,
                TimelySettings.class,
                new Path(line.bps(), 1, 1),
                ScenarioControllers.environment(settings),
                TimelyVariant.PUBLISHED)
            .startBps()
        : line.bps();
  }
}
