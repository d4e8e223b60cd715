package dev.headroom.sim.fabric;

/** A scenario that reads well and still cannot be run; the message says what would be right. */
public final class UnfitScenarioException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UnfitScenarioException(String message) {
    super(message);
  }
}
