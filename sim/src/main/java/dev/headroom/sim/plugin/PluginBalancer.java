package dev.headroom.sim.plugin;

import dev.headroom.model.knob.OwnClass;

/** A load balancer that somebody brings along, ready to be made. */
public interface PluginBalancer extends OwnClass {
  /** Makes the load balancer of a switch. */
  @FunctionalInterface
  interface Maker {
    LoadBalancer make(SwitchView at);
  }

  /**
   * How they are made.
   *
   * @param settings of {@code routing.own.settings}: names and values
   * @throws IllegalArgumentException saying which name or value is wrong, and what would be right
   */
  Maker with(String settings);
}
