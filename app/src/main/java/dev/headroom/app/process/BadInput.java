package dev.headroom.app.process;

/**
 * Error for input that a command cannot use. The message names where, what, and what would be
 * right.
 */
public sealed class BadInput extends RuntimeException permits Misfit {

  private static final long serialVersionUID = 1L;

  public BadInput(String message) {
    super(message);
  }

  public BadInput(String message, Throwable cause) {
    super(message, cause);
  }

  /** The same in other words. */
  public BadInput told(String message) {
    return new BadInput(message, this);
  }
}
