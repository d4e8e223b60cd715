package dev.headroom.prove.rehearse;

import dev.headroom.model.fabric.Link;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.wear.LinkWear;
import dev.headroom.model.wear.ModuleLife;
import dev.headroom.model.wear.WearKnobs;
import dev.headroom.model.wear.WornLink;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Optical modules of the links under test. Those that the scenario names under {@code fabric.wear}
 * age as it says; the others are healthy, and differ from each other a little, as modules do.
 */
final class Modules {
  private static final double PS = 1e12;

  /** K/W: two thirds of all modules are within this of the usual resistance to the air. */
  private static final double SPREAD = 0.02;

  private final Map<Integer, ModuleLife> lives = new HashMap<>();

  Modules(Scenario scenario, List<Integer> links, long seed) {
    for (WornLink worn : scenario.wear()) {
      lives.put(worn.link(), worn.life());
    }
    for (int link : links) {
      lives.computeIfAbsent(link, _ -> healthy(scenario.fabric().links().get(link), link, seed));
    }
  }

  private static ModuleLife healthy(Link link, int position, long seed) {
    double draw =
        RareEvents.random(seed, "module " + position, 0, "resistance").nextGaussian(0, SPREAD);
    double resistance = WearKnobs.RESISTANCE.fallback().orElse(1.8) + Math.clamp(draw, -0.06, 0.06);
    Settings settings = Settings.DEFAULTS.with(WearKnobs.RESISTANCE, resistance);
    return new WornLink("", position, link.rate(), settings).life();
  }

  /** State of a link's modules at a time, in seconds, and what they have counted until then. */
  LinkWear at(int link, double second) {
    return life(link).by((long) (second * PS));
  }

  /** Temperature from which the module warns, in degrees Celsius. */
  double warning(int link) {
    return life(link).link().settings().get(WearKnobs.DERATE_AT);
  }

  private ModuleLife life(int link) {
    ModuleLife life = lives.get(link);
    if (life == null) {
      throw new IllegalArgumentException("link " + link + " is not under test");
    }
    return life;
  }
}
