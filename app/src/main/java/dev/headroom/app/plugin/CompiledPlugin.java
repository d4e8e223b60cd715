package dev.headroom.app.plugin;

/** Plugin of the user, compiled from a file. */
public sealed interface CompiledPlugin permits CompiledBalancer, CompiledControl, CompiledMarker {
  /** Its class. */
  PluginType<?> type();

  /** Its class's name. */
  String name();

  /** The file's text. */
  String source();
}
