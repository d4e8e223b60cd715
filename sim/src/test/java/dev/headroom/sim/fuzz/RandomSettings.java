package dev.headroom.sim.fuzz;

import dev.headroom.model.choice.RoutingAlgorithm;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.CreditKnobs;
import dev.headroom.model.knob.FailureKnobs;
import dev.headroom.model.knob.Plugin;
import dev.headroom.model.knob.PluginMarkingKnobs;
import dev.headroom.model.knob.RoutingKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.Settings;
import java.util.function.BiConsumer;

/** Settings of every sort; each knob is left alone about half of the time. */
final class RandomSettings {
  private final long seed;
  private Settings settings = Settings.DEFAULTS;

  RandomSettings(long seed) {
    this.seed = seed;
  }

  /** Draws them part by part, each with dice of its own; later ones heed what earlier ones set. */
  Settings settings() {
    draw("transport", (dice, knobs) -> new RandomTransport(dice, knobs).transport());
    draw("congestion", (dice, knobs) -> new RandomControl(dice, knobs).congestion());
    draw("run", RandomSettings::run);
    draw("links", (dice, knobs) -> new RandomLinks(dice, knobs).links());
    draw("switches", (dice, knobs) -> new RandomSwitches(dice, knobs).switches());
    draw("hosts", (dice, knobs) -> new RandomHosts(dice, knobs).hosts());
    draw("marking", RandomSettings::marking);
    return settings;
  }

  private static void marking(Dice dice, RandomKnobs knobs) {
    if (dice.oneIn(5)
        && knobs.get(CongestionKnobs.ECN)
        && knobs.get(RoutingKnobs.ROUTING) != RoutingAlgorithm.CELLS) {
      knobs.set(PluginMarkingKnobs.ALGORITHM, Plugin.WORD);
      knobs.with(Settings.DEFAULTS.with(PluginMarkingKnobs.NAME, new Impatient("Impatient")));
      knobs.maybe(PluginMarkingKnobs.SETTINGS, "1000", "100000000");
    }
  }

  private void draw(String part, BiConsumer<Dice, RandomKnobs> how) {
    Dice dice = Dice.of(seed, part);
    RandomKnobs knobs = new RandomKnobs(dice, settings);
    how.accept(dice, knobs);
    settings = knobs.settings();
  }

  private static void run(Dice dice, RandomKnobs knobs) {
    knobs.set(RunKnobs.SEED, dice.between(0, 1_000_000));
    knobs.maybe(RoutingKnobs.VALLEY, "allow");
    knobs.set(FailureKnobs.DETECTION, dice.pick("0ns", "0ns", "1us", "50us"));
    knobs.seldom(FailureKnobs.CONVERGENCE, "50us", "300us");
    knobs.maybe(FailureKnobs.QUEUED, "wait");
    knobs.maybe(RunKnobs.GRID, "100ns", "10us", "777ns");
    if (dice.oneIn(16)) {
      knobs.set(RunKnobs.TIES, "insertion");
      knobs.maybe(RunKnobs.DRAWS, "ns-3");
      knobs.maybe(RunKnobs.SHARED_LOSS, "0.01", "0.001");
    }
    // Cut times let a flow control packet overtake data, which then counts as lost for a while.
    if (dice.oneIn(16) && !knobs.get(CreditKnobs.CREDITS)) {
      knobs.set(RunKnobs.ROUNDING, "1ns");
    }
    knobs.set(RunKnobs.STOP, "10s");
  }
}
