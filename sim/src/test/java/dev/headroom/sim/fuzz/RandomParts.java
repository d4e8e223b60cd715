package dev.headroom.sim.fuzz;

import dev.headroom.model.knob.ClassKnobs;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.CreditKnobs;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.Presets;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.workload.FlowProgram;
import dev.headroom.model.workload.Together;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Lets a second part of the workload send in a class and with a control of its own. */
final class RandomParts {
  private static final Set<String> TOLD = Set.of("hpcc", "hpcc++", "hpcc-pint", "swift");

  private final Dice dice;

  /**
   * @param dice of its own, so that what other parts of a scenario draw stays as it is
   */
  RandomParts(Dice dice) {
    this.dice = dice;
  }

  /** The scenario with further parts, or as it is where it cannot have any. */
  Scenario added(Scenario scenario, FlowProgram more) {
    Settings settings = scenario.settings();
    if (!"rocev2".equals(settings.get(TransportKnobs.TRANSPORT))
        || "detailed".equals(settings.get(PcieKnobs.STAGES))
        || settings.get(CreditKnobs.CREDITS)
        || settings.isSet(ClassKnobs.DSCP) // a class has one
        || !dice.oneIn(4)) {
      return scenario;
    }
    List<FlowProgram> programs = new ArrayList<>(List.of(scenario.flows(), more));
    List<Settings> parts = new ArrayList<>(List.of(Settings.DEFAULTS, part(settings)));
    if (dice.oneIn(3)) {
      programs.add(more);
      parts.add(part(settings));
    }
    Settings all =
        dice.oneIn(2)
            ? settings.parse(
                ClassKnobs.HOST_SCHEDULING, dice.pick("strict:4", "dwrr:3=7,4=2", "strict:0,3"))
            : settings;
    return new Scenario(
        scenario.name(),
        scenario.fabric(),
        scenario.failures(),
        scenario.wear(),
        all,
        scenario.overrides(),
        scenario.workload(),
        new Together(programs),
        parts);
  }

  private Settings part(Settings everywhere) {
    boolean plain =
        "write".equals(everywhere.get(TransportKnobs.OPERATION))
            && "rocev2".equals(everywhere.get(TransportKnobs.FRAMING));
    return plain && dice.oneIn(2) ? ofAnother(everywhere) : ofTheSame(everywhere);
  }

  /** Whether switches write something into packets already, which others cannot have otherwise. */
  private static boolean isTold(Settings everywhere) {
    return TOLD.contains(everywhere.get(CongestionKnobs.ALGORITHM));
  }

  private Settings ofAnother(Settings everywhere) {
    RandomKnobs knobs = new RandomKnobs(dice);
    String transport =
        dice.pick("tcp", "tcp", "iwarp", "srd", isTold(everywhere) ? "tcp" : "falcon");
    knobs.with(Presets.named(transport).orElseThrow().settings().only(Knobs.ofParts()));
    knobs.maybe(TransportKnobs.TRAFFIC_CLASS, 0, 3, 4);
    return knobs.settings();
  }

  private Settings ofTheSame(Settings everywhere) {
    RandomKnobs knobs = new RandomKnobs(dice);
    knobs.maybe(TransportKnobs.TRAFFIC_CLASS, 0, 3, 4, 5);
    knobs.maybe(TransportKnobs.ACK_CLASS, 0, 3, 6);
    if (!"hpcc-ns3".equals(everywhere.get(TransportKnobs.FRAMING))) {
      knobs.maybe(TransportKnobs.MTU, 256, 1024, 4096);
    }
    knobs.maybe(TransportKnobs.ACK_EVERY, 1, 4);
    if ("write".equals(everywhere.get(TransportKnobs.OPERATION))) {
      knobs.maybe(CongestionKnobs.ALGORITHM, "none", "dcqcn", "timely", "dctcp", "rtt-probe");
    } else {
      knobs.maybe(CongestionKnobs.ALGORITHM, "none", "dcqcn");
    }
    return knobs.settings();
  }
}
