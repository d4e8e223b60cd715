package dev.headroom.sim.plugin;

import dev.headroom.congestion.Controller;
import dev.headroom.congestion.Path;
import dev.headroom.model.knob.Plugin;

/** Congestion control plugin, ready to be instantiated. */
public interface PluginControl extends Plugin {
  /** Makes the controller of a queue pair. */
  @FunctionalInterface
  interface Maker {
    Controller make(Path path);
  }

  /**
   * How its controllers are made.
   *
   * @param settings of {@code congestion.own.settings}: names and values
   * @throws IllegalArgumentException saying which name or value is wrong, and what would be right
   */
  Maker with(String settings);
}
