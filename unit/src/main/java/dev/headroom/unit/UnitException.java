package dev.headroom.unit;

/**
 * Exception for a text that is not a quantity of the expected unit; the message says what would be
 * right.
 */
public final class UnitException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String message;

  public UnitException(String message) {
    super(TextExcerpt.line(message));
    this.message = TextExcerpt.line(message);
  }

  @Override
  public String getMessage() {
    return message;
  }
}
