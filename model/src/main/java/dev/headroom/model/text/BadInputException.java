package dev.headroom.model.text;

/**
 * Error for input that a command cannot use. The message names where, what, and what would be
 * right.
 */
public sealed class BadInputException extends RuntimeException permits ConflictingValuesException {

  private static final long serialVersionUID = 1L;

  public BadInputException(String message) {
    super(message);
  }

  public BadInputException(String message, Throwable cause) {
    super(message, cause);
  }

  /** The same in other words. */
  public BadInputException withMessage(String message) {
    return new BadInputException(message, this);
  }
}
