package dev.headroom.formats;

/** Error for data that another format cannot express; the message says what and why. */
public final class NotExpressibleException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public NotExpressibleException(String message) {
    super(message);
  }
}
