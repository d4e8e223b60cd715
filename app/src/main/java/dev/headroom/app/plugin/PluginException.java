package dev.headroom.app.plugin;

/** Error in a plugin class; the message names file, line and remedy. */
public final class PluginException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  PluginException(String message) {
    super(message);
  }

  PluginException(String message, Throwable cause) {
    super(message, cause);
  }
}
