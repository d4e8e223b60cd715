package dev.headroom.sim.fuzz;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Failure;
import dev.headroom.model.knob.HostKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.unit.Size;
import dev.headroom.model.unit.Time;
import dev.headroom.model.workload.FlowProgram;
import dev.headroom.sim.Trial;
import java.util.ArrayList;
import java.util.List;

/** Any scenario at all: the same seed gives the same one. */
final class RandomScenario {
  private static final int HOPS_A_PACKET = 5;

  /** What further parts are drawn with is not what the rest is drawn with. */
  private static final long PARTS = 0x7061727473L;

  private RandomScenario() {}

  /**
   * @param hops packet hops it should take, about
   */
  static Scenario of(long seed, long hops) {
    Dice dice = new Dice(seed);
    RandomFabric fabrics = new RandomFabric(dice);
    Fabric fabric = fabrics.fabric();
    Settings settings = new RandomSettings(dice).settings();
    int mtu = settings.get(TransportKnobs.MTU).intValue();
    long perPacket = Math.min(mtu, settings.get(TransportKnobs.MESSAGE_SIZE).bytes());
    long bytes = Math.max(1, dice.anyScale(hops / 20 + 1, hops) / HOPS_A_PACKET * perPacket);
    // About as long as it takes to move everything over one link of middling rate.
    long horizonPs = 2_000_000 + bytes * 80;
    FlowProgram flows =
        new RandomFlows(dice, fabric, mtu, bytes, horizonPs).flows(settings.get(RunKnobs.SEED));
    List<Failure> failures = fabrics.failures(fabric, horizonPs);
    if (dice.oneIn(6)) {
      settings = settings.with(RunKnobs.STOP, new Time(dice.anyScale(1, horizonPs)));
    }
    Scenario scenario =
        new Scenario(
            "fuzz " + seed,
            fabric,
            failures,
            settings,
            slowHosts(dice, fabric, settings),
            flows.description(),
            flows);
    Dice ofParts = new Dice(seed ^ PARTS);
    FlowProgram more =
        new RandomFlows(ofParts, fabric, mtu, bytes, horizonPs)
            .flows(settings.get(RunKnobs.SEED) + 1);
    return fitted(new RandomParts(ofParts).added(scenario, more));
  }

  private static List<Scenario.Override> slowHosts(Dice dice, Fabric fabric, Settings settings) {
    List<Scenario.Override> overrides = new ArrayList<>();
    if (!settings.isSet(HostKnobs.DRAIN) && dice.oneIn(8)) {
      overrides.add(
          new Scenario.Override(
              dice.pick(fabric.hosts()).name(),
              Settings.DEFAULTS
                  .with(HostKnobs.DRAIN, dice.pick("1Gbps", "9Gbps", "50Gbps"))
                  .with(HostKnobs.RECEIVE_BUFFER, dice.pick("10KB", "300KB", "4MiB"))));
    }
    return overrides;
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
