package dev.headroom.formats;

/** Something that another format has no words for; the message says what, and why not. */
public final class NotExpressible extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public NotExpressible(String message) {
    super(message);
  }
}
