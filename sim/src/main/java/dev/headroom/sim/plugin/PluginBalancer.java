package dev.headroom.sim.plugin;

import dev.headroom.model.knob.Plugin;

/** Load balancer plugin, ready to be instantiated. */
public interface PluginBalancer extends Plugin {
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
