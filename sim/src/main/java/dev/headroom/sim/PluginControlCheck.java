package dev.headroom.sim;

import dev.headroom.congestion.Signal;
import dev.headroom.congestion.TransportType;
import dev.headroom.congestion.controls.ControlTypes;
import dev.headroom.model.choice.Verb;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.Plugin;
import dev.headroom.model.knob.PluginControlKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.knob.UetKnobs;
import dev.headroom.sim.control.ScenarioControllers;
import dev.headroom.sim.fabric.UnrunnableScenarioException;
import dev.headroom.sim.plugin.PluginControl;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Check of the conditions that a plugin congestion control must meet before it can run. */
final class PluginControlCheck {
  private static final Set<Signal> OF_MARKS = EnumSet.of(Signal.CNP, Signal.ECN_ECHO);

  private PluginControlCheck() {}

  /**
   * That somebody brought it, and that it is told something: all it watches by its transport, and
   * by switches where it learns from marks alone.
   *
   * @throws UnrunnableScenarioException if not
   */
  static void check(Settings settings) {
    if (settings.get(CongestionKnobs.ALGORITHM) != ControlTypes.OWN) {
      return;
    }
    PluginControl control =
        ScenarioControllers.plugin(settings)
            .orElseThrow(() -> new UnrunnableScenarioException(missingPlugin(settings)));
    Set<Signal> watched = ScenarioControllers.watched(settings);
    Set<Signal> told = availableSignals(settings);
    Set<Signal> untold = EnumSet.noneOf(Signal.class);
    untold.addAll(watched);
    untold.removeAll(told);
    if (!untold.isEmpty()) {
      throw new UnrunnableScenarioException(
          "%s needs %s, which transport %s does not provide%s; it provides %s"
              .formatted(
                  control.name(),
                  words(untold),
                  settings.get(TransportKnobs.TRANSPORT),
                  grantsNothing(settings) ? " in mode " + settings.get(UetKnobs.DELIVERY) : "",
                  words(told)));
    }
    if (!watched.isEmpty() && OF_MARKS.containsAll(watched) && !settings.get(CongestionKnobs.ECN)) {
      throw new UnrunnableScenarioException(
          "%s needs ECN marks, and switches set none: congestion.ecn must be true"
              .formatted(control.name()));
    }
  }

  private static String missingPlugin(Settings settings) {
    String name = settings.find(PluginControlKnobs.NAME).map(Plugin::name).orElse("");
    return "congestion.algorithm is own, but the source of %s is missing: pass it with --control %s.java"
        .formatted(name.isEmpty() ? "the control" : name, name.isEmpty() ? "NAME" : name);
  }

  /** What the senders of a transport are told. */
  private static Set<Signal> availableSignals(Settings settings) {
    boolean read = settings.get(TransportKnobs.OPERATION) == Verb.READ;
    return switch (settings.get(TransportKnobs.TRANSPORT)) {
      case UEC -> ofUet(settings);
      case SRD -> EnumSet.of(Signal.ECN_ECHO, Signal.RTT, Signal.LOSS);
      case FALCON ->
          EnumSet.of(Signal.ECN_ECHO, Signal.RTT, Signal.HOST_DELAY, Signal.HOPS, Signal.LOSS);
      case TCP, IWARP -> EnumSet.of(Signal.ECN_ECHO, Signal.RTT, Signal.LOSS, Signal.DELIVERY_RATE);
      case ROCEV1 -> read ? EnumSet.of(Signal.PROBE) : without(Signal.CNP, Signal.ECN_ECHO);
      case INFINIBAND -> read ? EnumSet.of(Signal.CNP, Signal.PROBE) : without(Signal.HOPS);
      case ROCEV2 -> read ? EnumSet.of(Signal.CNP, Signal.PROBE) : without();
    };
  }

  private static Set<Signal> ofUet(Settings settings) {
    Set<Signal> told = EnumSet.of(Signal.ECN_ECHO, Signal.RTT, Signal.NACK, Signal.LOSS);
    if (!grantsNothing(settings)) {
      told.add(Signal.CREDIT);
    }
    return told;
  }

  /** Receivers of Ultra Ethernet that know nothing of their senders grant them nothing. */
  private static boolean grantsNothing(Settings settings) {
    return settings.get(TransportKnobs.TRANSPORT) == TransportType.UEC
        && settings.get(UetKnobs.DELIVERY).isStateless();
  }

  /** All that reliable connections tell, without some of it. */
  private static Set<Signal> without(Signal... signals) {
    Set<Signal> told = EnumSet.complementOf(EnumSet.of(Signal.CREDIT, Signal.DELIVERY_RATE));
    told.removeAll(List.of(signals));
    return told;
  }

  private static String words(Set<Signal> signals) {
    return signals.stream().map(Signal::name).sorted().collect(Collectors.joining(", "));
  }
}
