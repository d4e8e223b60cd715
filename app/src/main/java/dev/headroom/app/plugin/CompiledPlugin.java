package dev.headroom.app.plugin;

/** Plugin of the user, compiled from a file. */
public sealed interface CompiledPlugin permits CompiledBalancer, CompiledControl, CompiledMarker {
  /** Its class. */
  PluginType<?> type();

  /** Its class's name. */
  String name();

  /** The file's text. */
  String source();

  /**
   * Checks values for its record {@code Settings}.
   *
   * @param told names and values, as for {@link PluginType#with}
   * @throws PluginException naming the wrong value and what would be right
   */
  default void checkSettings(String told) {
    type().with(told);
  }
}
