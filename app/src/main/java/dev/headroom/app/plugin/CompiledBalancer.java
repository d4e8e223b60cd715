package dev.headroom.app.plugin;

import dev.headroom.model.knob.PluginRoutingKnobs;
import dev.headroom.sim.plugin.LoadBalancer;
import dev.headroom.sim.plugin.PluginBalancer;
import dev.headroom.sim.plugin.SwitchView;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Function;

/**
 * Load balancer plugin compiled from a user's file: a class that extends {@link LoadBalancer}, with
 * one instance for each switch, made from its {@link SwitchView}.
 *
 * @param type the class
 */
public record CompiledBalancer(PluginType<LoadBalancer> type)
    implements PluginBalancer, CompiledPlugin {
  /**
   * Of a Java file.
   *
   * @throws PluginException if it is no load balancer, saying where and why
   */
  public static CompiledBalancer of(Path file) throws IOException {
    return new CompiledBalancer(
        PluginType.of(
            file, LoadBalancer.class, SwitchView.class, PluginRoutingKnobs.SETTINGS.name()));
  }

  @Override
  public String name() {
    return type.name();
  }

  @Override
  public String source() {
    return type.source();
  }

  @Override
  public Maker with(String told) {
    Function<Object, LoadBalancer> made = type.with(told);
    return at -> new WatchedBalancer(made.apply(at), type.faults());
  }
}
