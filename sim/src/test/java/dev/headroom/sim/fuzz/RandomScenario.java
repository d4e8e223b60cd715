package dev.headroom.sim.fuzz;

import dev.headroom.model.choice.RoutingAlgorithm;
import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.FailureEvent;
import dev.headroom.model.flow.CombinedFlowProgram;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.RoutingKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.wear.WornLink;
import dev.headroom.sim.Trial;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;
import java.util.List;

/** Any scenario at all: the same seed gives the same one. */
public final class RandomScenario {
  private static final int HOPS_A_PACKET = 5;

  private RandomScenario() {}

  /**
   * One that runs.
   *
   * @param hops packet hops it should take, about
   */
  public static Scenario of(long seed, long hops) {
    return fitted(drawn(seed, hops));
  }

  /** The same before its switches have the buffers that they need. */
  static Scenario drawn(long seed, long hops) {
    Settings settings = new RandomSettings(seed).settings();
    WorkloadKinds kinds = WorkloadKinds.drawn(Dice.of(seed, "kinds"));
    Fabric fabric = new RandomFabric(Dice.of(seed, "fabric")).fabric(kinds.nics());
    Budget budget = budget(Dice.of(seed, "budget"), hops, settings);
    Dice ofStop = Dice.of(seed, "stop");
    if (ofStop.oneIn(6)) {
      settings = settings.with(RunKnobs.STOP, new Time(ofStop.anyScale(1, budget.horizonPs())));
    }
    FlowProgram flows =
        new RandomWorkload(Dice.of(seed, "workload"), fabric, settings).flows(kinds, budget);
    RandomFailures disaster =
        new RandomFailures(
            Dice.of(seed, "failures"),
            Dice.of(seed, "failures of hosts"),
            fabric,
            budget.horizonPs());
    List<FailureEvent> failures = disaster.failures();
    List<WornLink> wear = disaster.wear();
    List<Scenario.Override> overrides =
        new RandomOverrides(Dice.of(seed, "overrides"), fabric, settings).overrides();
    List<Settings> parts =
        flows instanceof CombinedFlowProgram combinedFlowProgram
            ? new RandomParts(Dice.of(seed, "parts"), settings).of(combinedFlowProgram)
            : List.of();
    return new Scenario(
        "fuzz " + seed,
        fabric,
        failures,
        wear,
        settings,
        overrides,
        flows.description(),
        flows,
        parts);
  }

  private static Budget budget(Dice dice, long hops, Settings settings) {
    int mtu = settings.get(TransportKnobs.MTU).intValue();
    long perPacket = Math.min(mtu, settings.get(TransportKnobs.MESSAGE_SIZE).bytes());
    if (settings.get(RoutingKnobs.ROUTING) == RoutingAlgorithm.CELLS) {
      perPacket = Math.min(perPacket, settings.get(RoutingKnobs.CELL).bytes());
    }
    long bytes = Math.max(1, dice.anyScale(hops / 20 + 1, hops) / HOPS_A_PACKET * perPacket);
    // About as long as it takes to move everything over one link of middling rate.
    return new Budget(mtu, bytes, 2_000_000 + bytes * 80);
  }

  /**
   * With buffers large enough for what the ports of a switch reserve, and no larger than needed.
   */
  private static Scenario fitted(Scenario scenario) {
    Scenario fit = scenario;
    while (!Trial.fits(fit)) {
      long now = fit.settings().get(SwitchKnobs.SWITCH_BUFFER).bytes();
      if (now > 1L << 40) {
        throw new IllegalStateException("something else than the buffer does not fit");
      }
      fit = fit.with(fit.settings().with(SwitchKnobs.SWITCH_BUFFER, new Size(now + now / 2)));
    }
    return fit;
  }
}
