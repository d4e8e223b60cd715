package dev.headroom.app.plugin;

import dev.headroom.congestion.Controller;
import dev.headroom.model.knob.PluginControlKnobs;
import dev.headroom.sim.plugin.PluginControl;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Function;

/**
 * Congestion control plugin compiled from a user's file: a class that extends {@link Controller},
 * with one instance for each queue pair, made from its {@link dev.headroom.congestion.Path}.
 *
 * @param type the class
 */
public record CompiledControl(PluginType<Controller> type)
    implements PluginControl, CompiledPlugin {
  /**
   * Of a Java file.
   *
   * @throws PluginException if it is no such control, saying where and why
   */
  public static CompiledControl of(Path file) throws IOException {
    return new CompiledControl(
        PluginType.of(
            file,
            Controller.class,
            dev.headroom.congestion.Path.class,
            PluginControlKnobs.SETTINGS.name()));
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
    Function<Object, Controller> made = type.with(told);
    return path -> new WatchedController(made.apply(path), path, type.faults());
  }
}
