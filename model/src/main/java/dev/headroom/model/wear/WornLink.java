package dev.headroom.model.wear;

import dev.headroom.model.knob.Settings;
import dev.headroom.unit.Rate;

/**
 * Link with the modules at its ends, which are alike.
 *
 * @param links as the scenario names it, maybe with others
 * @param link position in {@code Fabric.links()}
 * @param rate of the link as made
 * @param settings values of {@link WearKnobs}
 */
public record WornLink(String links, int link, Rate rate, Settings settings) {
  /** What becomes of it, from the start of the run on. */
  public ModuleLife life() {
    return ModuleLife.of(this);
  }
}
