package dev.headroom.sim.fuzz;

import dev.headroom.congestion.controls.ControlTypes;
import dev.headroom.model.choice.Verb;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.ControllerKnobs;
import dev.headroom.model.knob.NicKnobs;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.Plugin;
import dev.headroom.model.knob.PluginControlKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Presets;
import java.util.List;
import java.util.Set;

/** Congestion control, and the transports that bring one of their own. */
final class RandomControl {
  private static final List<String> NAMES =
      List.of(PcieKnobs.MACHINE.name(), NicKnobs.MODEL.name(), SwitchKnobs.MODEL.name());

  private static final Set<Long> PATH_MTUS = Set.of(256L, 512L, 1024L, 2048L, 4096L);

  private final Dice dice;
  private final RandomKnobs knobs;

  RandomControl(Dice dice, RandomKnobs knobs) {
    this.dice = dice;
    this.knobs = knobs;
  }

  void congestion() {
    if (dice.oneIn(4)) {
      knobs.set(CongestionKnobs.ALGORITHM, "none");
    } else if (dice.oneIn(3)) {
      anyControl();
    } else if (dice.oneIn(2)) {
      preset();
    }
    new RandomControllers(dice, knobs).tune(knobs.get(CongestionKnobs.ALGORITHM).word());
    knobs.seldom(CongestionKnobs.ECN, "false");
    knobs.seldom(CongestionKnobs.ECN_TO_HOSTS, "false", "true");
    if (dice.oneIn(3)) {
      knobs.set(CongestionKnobs.KMIN, dice.pick("0B", "5KB", "20KB", "100Gbps=5KB,400Gbps=20KB"));
      knobs.set(CongestionKnobs.KMAX, dice.pick("21KB", "200KB", "1MB"));
    }
    knobs.maybe(CongestionKnobs.PMAX, "0.01", "0.5", "1", "0");
    knobs.maybe(CongestionKnobs.MARKING, "enqueue");
    knobs.seldom(CongestionKnobs.FEEDBACK, "ack");
    knobs.maybe(CongestionKnobs.CNP_INTERVAL, "0ns", "1us", "50us");
    knobs.maybe(CongestionKnobs.CNP_TIMING, "gap", "slots", "window");
    knobs.seldom(CongestionKnobs.PACED, "false");
    knobs.seldom(ControllerKnobs.BASE_RTT, "3us", "20us", "200us");
    if (RandomTcp.isTcp(knobs) && knobs.get(CongestionKnobs.ALGORITHM).needsMarks()) {
      knobs.set(CongestionKnobs.ECN, "true"); // nothing else tells it
    }
  }

  private boolean isOfIbta() {
    return knobs.get(TransportKnobs.FRAMING).isOfIbta();
  }

  /** One of RoCE's; one that learns from ACKs only where there are any. */
  private void anyControl() {
    boolean read = knobs.get(TransportKnobs.OPERATION) == Verb.READ;
    knobs.set(
        CongestionKnobs.ALGORITHM,
        read
            ? dice.pick("hp-dcqcn", "rtt-probe", "ztr-rtt")
            : dice.pick(
                "hp-dcqcn",
                "hpcc",
                "hpcc++",
                "hpcc-pint",
                "timely",
                "patched-timely",
                "swift",
                "dctcp",
                "rtt-probe",
                "ztr-rtt",
                "admission",
                Plugin.WORD));
    if (knobs.get(CongestionKnobs.ALGORITHM) == ControlTypes.OWN) {
      own();
    }
  }

  private void own() {
    knobs.with(Settings.DEFAULTS.with(PluginControlKnobs.NAME, new Share("Share")));
    knobs.maybe(PluginControlKnobs.SETTINGS, "0.1", "0.75", "1");
  }

  /** Without machines and chips, which links may be too fast for. */
  private static List<Presets.Preset> ofWays() {
    return Presets.all().stream()
        .filter(preset -> preset.settings().asMap().keySet().stream().noneMatch(NAMES::contains))
        .toList();
  }

  /** All that a preset brings, of which what belongs to its transport is then drawn anew. */
  private void preset() {
    Presets.Preset preset =
        dice.oneIn(3)
            ? dice.pick(ofWays())
            : Presets.named(dice.pick("uec", "uec", "srd", "falcon", "tcp", "iwarp", "infiniband"))
                .orElseThrow();
    String transport = preset.settings().get(TransportKnobs.TRANSPORT).word();
    Presets.named(transport).ifPresent(brought -> knobs.with(brought.settings()));
    knobs.with(preset.settings());
    if (!PATH_MTUS.contains(knobs.get(TransportKnobs.MTU)) && isOfIbta()) {
      knobs.set(TransportKnobs.MTU, dice.pick(256, 4096));
    }
    switch (knobs.get(TransportKnobs.TRANSPORT)) {
      case UEC -> new RandomUec(dice, knobs).transport();
      case SRD -> new RandomDelivery(dice, knobs).srd();
      case FALCON -> new RandomDelivery(dice, knobs).falcon();
      case TCP, IWARP -> new RandomTcp(dice, knobs).transport();
      default -> {}
    }
    if (knobs.get(TransportKnobs.OPERATION) != Verb.WRITE) {
      knobs.set(TransportKnobs.RECOVERY, "go-back-n");
    }
    if (!knobs.get(TransportKnobs.TRANSPORT).isRoce() && dice.oneIn(6)) {
      knobs.set(CongestionKnobs.ALGORITHM, Plugin.WORD);
      own();
    }
  }
}
