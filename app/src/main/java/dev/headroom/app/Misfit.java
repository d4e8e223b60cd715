package dev.headroom.app;

/** Values of a scenario that are right, each by itself, and do not go together. */
final class Misfit extends BadInput {

  private static final long serialVersionUID = 1L;

  Misfit(String message) {
    super(message);
  }

  Misfit(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  Misfit told(String message) {
    return new Misfit(message, this);
  }
}
