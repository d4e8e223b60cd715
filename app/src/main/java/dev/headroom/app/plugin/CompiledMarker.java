package dev.headroom.app.plugin;

import dev.headroom.model.knob.PluginMarkingKnobs;
import dev.headroom.sim.plugin.Marker;
import dev.headroom.sim.plugin.PluginMarker;
import dev.headroom.sim.plugin.QueueView;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Function;

/**
 * ECN marker plugin compiled from a user's file: a class that extends {@link Marker}, with one
 * instance for each queue, made from its {@link QueueView}.
 *
 * @param type the class
 */
public record CompiledMarker(PluginType<Marker> type) implements PluginMarker, CompiledPlugin {
  /**
   * Of a Java file.
   *
   * @throws PluginException if it is no marking, saying where and why
   */
  public static CompiledMarker of(Path file) throws IOException {
    return new CompiledMarker(
        PluginType.of(file, Marker.class, QueueView.class, PluginMarkingKnobs.SETTINGS.name()));
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
    Function<Object, Marker> made = type.with(told);
    return queue -> new WatchedMarker(made.apply(queue), type.faults());
  }
}
