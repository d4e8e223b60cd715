package dev.headroom.app.plugin;

/** Plugin of the user, compiled from a file. */
public sealed interface CompiledClass permits CompiledBalancer, CompiledControl, CompiledMarker {
  /** Its class. */
  OwnType<?> type();

  /** Its class's name. */
  String name();

  /** The file's text. */
  String source();
}
