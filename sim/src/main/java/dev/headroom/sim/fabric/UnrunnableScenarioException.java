package dev.headroom.sim.fabric;

/**
 * Exception for a scenario that is readable but cannot be run; the message says what would be
 * right.
 */
public final class UnrunnableScenarioException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UnrunnableScenarioException(String message) {
    super(message);
  }
}
