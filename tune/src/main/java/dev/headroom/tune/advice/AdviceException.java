package dev.headroom.tune.advice;

/** Failure of a plan: no fabric can be built like that. The message says what would be right. */
public final class AdviceException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public AdviceException(String message) {
    super(message);
  }
}
