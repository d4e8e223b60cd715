package dev.headroom.formats;

/** Error for data that another format cannot express; the message says what and why. */
public final class NotExpressible extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public NotExpressible(String message) {
    super(message);
  }
}
