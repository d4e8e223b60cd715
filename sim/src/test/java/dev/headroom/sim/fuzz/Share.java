package dev.headroom.sim.fuzz;

import dev.headroom.congestion.roce.LineRateController;
import dev.headroom.sim.plugin.PluginControl;

/** A control that is brought along: it takes the share of the line that it is told, or half. */
record Share(String name) implements PluginControl {
  @Override
  public Maker with(String settings) {
    double share = settings.isEmpty() ? 0.5 : Double.parseDouble(settings);
    return path -> new LineRateController((long) (share * path.lineBps()));
  }
}
