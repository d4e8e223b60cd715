package dev.headroom.sim.control;

import dev.headroom.congestion.ControlConfig;
import dev.headroom.congestion.ControlEnvironment;
import dev.headroom.congestion.Controller;
import dev.headroom.congestion.ControllerFactory;
import dev.headroom.congestion.EventOrder;
import dev.headroom.congestion.Path;
import dev.headroom.congestion.Signal;
import dev.headroom.congestion.UnpacedController;
import dev.headroom.congestion.controls.ControlTypes;
import dev.headroom.congestion.uet.CreditPacer;
import dev.headroom.congestion.uet.CreditShare;
import dev.headroom.congestion.uet.Rccc;
import dev.headroom.congestion.uet.ReceiverBuffers;
import dev.headroom.model.choice.DrawSequence;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.DeclaredKnobs;
import dev.headroom.model.knob.PluginControlKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.TcpKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.sim.plugin.PluginControl;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/** Factory of controllers from the knobs of a scenario. */
public final class ScenarioControllers implements ControlConfig {
  /** For a controller that is only asked what it watches. */
  private static final long ANY_LINE_BPS = 100_000_000_000L;

  private static final long ANY_RTT_PS = 10_000_000;

  private final Settings settings;
  private final long baseRttPs;
  private final int packetBytes;
  private final ControlEnvironment environment;

  private ScenarioControllers(Settings settings, long baseRttPs, int packetBytes) {
    this.settings = settings;
    this.baseRttPs = baseRttPs;
    this.packetBytes = packetBytes;
    environment = environment(settings);
  }

  /** What controllers find around them in a scenario. */
  public static ControlEnvironment environment(Settings settings) {
    return new ControlEnvironment(
        settings.get(TransportKnobs.TRANSPORT),
        settings.get(SwitchKnobs.TRIMMING),
        settings.get(RunKnobs.ROUNDING).ps(),
        settings.get(RunKnobs.DRAWS) == DrawSequence.NS_3);
  }

  @Override
  public ControlEnvironment environment() {
    return environment;
  }

  @Override
  public Path path(long lineBps) {
    return new Path(lineBps, baseRttPs, packetBytes);
  }

  @Override
  public <S extends Record> S settings(Class<S> type, Object... run) {
    Object[] all = Arrays.copyOf(run, run.length + 1);
    all[run.length] = environment;
    return DeclaredKnobs.read(settings, type, all);
  }

  /**
   * Makes the controllers of a scenario.
   *
   * @param baseRttPs round-trip time of a packet that waits nowhere
   * @param packetBytes a full packet, as windows count it
   */
  public static ControllerFactory of(Settings settings, long baseRttPs, int packetBytes) {
    ControllerFactory factory = new ScenarioControllers(settings, baseRttPs, packetBytes).factory();
    return settings.get(CongestionKnobs.PACED) ? factory : unpaced(factory);
  }

  private static ControllerFactory unpaced(ControllerFactory factory) {
    return new ControllerFactory() {
      @Override
      public Controller make(long lineBps) {
        return new UnpacedController(factory.make(lineBps), lineBps);
      }

      @Override
      public Controller make(long lineBps, long draw) {
        return new UnpacedController(factory.make(lineBps, draw), lineBps);
      }

      @Override
      public Controller make(long lineBps, EventOrder order) {
        return new UnpacedController(factory.make(lineBps, order), lineBps);
      }
    };
  }

  /** What the controllers of a scenario watch. */
  public static Set<Signal> watched(Settings settings) {
    return of(settings, ANY_RTT_PS, settings.get(TransportKnobs.MTU).intValue())
        .make(ANY_LINE_BPS)
        .watches();
  }

  /** Whether senders slow down for marks of switches. Of TCP, only who asks for marks has them. */
  public static boolean reactsToEcn(Settings settings) {
    if (settings.get(TransportKnobs.TRANSPORT).isStream()) {
      return settings
          .findSet(TcpKnobs.ECN)
          .orElseGet(() ->
              settings.get(CongestionKnobs.ALGORITHM).needsMarks()
                  || (settings.get(CongestionKnobs.ALGORITHM) == ControlTypes.OWN
                      && watched(settings).contains(Signal.ECN_ECHO)));
    }
    Set<Signal> watched = watched(settings);
    return watched.contains(Signal.CNP) || watched.contains(Signal.ECN_ECHO);
  }

  private ControllerFactory factory() {
    return settings.get(CongestionKnobs.ALGORITHM) == ControlTypes.OWN
        ? own(plugin(settings).orElseThrow())
        : settings.get(CongestionKnobs.ALGORITHM).factory(this);
  }

  /** The control that somebody brought along for these settings, if they ask for one. */
  public static Optional<PluginControl> plugin(Settings settings) {
    return settings
        .find(PluginControlKnobs.NAME)
        .filter(PluginControl.class::isInstance)
        .map(PluginControl.class::cast);
  }

  private ControllerFactory own(PluginControl control) {
    PluginControl.Maker maker = control.with(settings.get(PluginControlKnobs.SETTINGS));
    return lineBps -> maker.make(path(lineBps));
  }

  /** What a receiver has for the senders of receiver-driven admission. */
  public static ReceiverBuffers.Settings buffers(Settings settings) {
    return DeclaredKnobs.read(settings, ReceiverBuffers.Settings.class);
  }

  /** Whether receivers grant credit. */
  public static boolean grantCredit(Settings settings) {
    return watched(settings).contains(Signal.CREDIT);
  }

  /**
   * What hands out the rate of a port as credit, where receivers {@linkplain #grantCredit grant}
   * any.
   *
   * @param baseRttPs round-trip time of a packet that waits nowhere
   * @param share of the rate that is handed out
   */
  public static CreditPacer pacer(
      Settings settings, long portBps, long baseRttPs, CreditShare share) {
    Path path = new Path(portBps, baseRttPs, settings.get(TransportKnobs.MTU).intValue());
    Rccc.Settings credit = DeclaredKnobs.read(settings, Rccc.Settings.class);
    return new CreditPacer(
        DeclaredKnobs.read(settings, CreditPacer.Settings.class, credit, path), portBps, share);
  }
}
