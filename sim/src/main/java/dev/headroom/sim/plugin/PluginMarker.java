package dev.headroom.sim.plugin;

import dev.headroom.model.knob.Plugin;

/** Marker plugin, ready to be instantiated. */
public interface PluginMarker extends Plugin {
  /** Makes the marker of a queue. */
  @FunctionalInterface
  interface Maker {
    Marker make(QueueView queue);
  }

  /**
   * How they are made.
   *
   * @param settings of {@code congestion.aqm.settings}: names and values
   * @throws IllegalArgumentException saying which name or value is wrong, and what would be right
   */
  Maker with(String settings);
}
